import type { Monitor } from '@windlass/shared-kit/contract/monitor'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import type { useMonitors } from './useMonitors.ts'

interface Props {
  /** Undefined while nobody asks. */
  removing: Monitor | undefined
  suspending: Monitor | undefined
  onRemove: ReturnType<typeof useMonitors>['remove']
  onToggle: ReturnType<typeof useMonitors>['toggle']
  onClose: () => void
}

/** The questions before a monitor stops watching. */
export function MonitorQuestions({ removing, suspending, onRemove, onToggle, onClose }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <>
      <ConfirmDanger
        open={removing !== undefined}
        title={t('monitor.removeTitle', { name: removing?.name })}
        explanation={t('monitor.removeExplanation')}
        verb={t('monitor.removeVerb')}
        onConfirm={async () => {
          if (!removing) return
          await onRemove(removing.id)
          toast.success(t('monitor.removed', { name: removing.name }))
        }}
        onClose={onClose}
      />
      <ConfirmDanger
        open={suspending !== undefined}
        title={t('monitor.suspendTitle', { name: suspending?.name })}
        explanation={t('monitor.suspendExplanation')}
        verb={t('monitor.suspendVerb')}
        onConfirm={async () => {
          if (!suspending) return
          await onToggle({ id: suspending.id, state: 0 })
          toast.success(t('monitor.suspended', { name: suspending.name }))
        }}
        onClose={onClose}
      />
    </>
  )
}
