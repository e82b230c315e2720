import { PushpinOutlined } from '@ant-design/icons'
import type { RemoteOverview } from '@windlass/shared-kit/contract/release'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import { statesOf } from './releaseFigures.ts'

/** How an area stands, the worst first: each as shape and word. */
export function AreaMarks({ row }: { row: RemoteOverview }) {
  const { t } = useTranslation('settings')
  const states = statesOf(row)
  const isFine = !states.has('off') && !states.has('unfit') && !states.has('failing')
  return (
    <span className="rl-marks">
      {states.has('unfit') && (
        <span title={row.unfit}>
          <StateMark state="failed">{t('release.state.unfit')}</StateMark>
        </span>
      )}
      {states.has('failing') && <StateMark state="failed">{t('release.state.failing')}</StateMark>}
      {states.has('off') && (
        <span title={row.disabledReason}>
          <StateMark state="disabled">{t('release.state.off')}</StateMark>
        </span>
      )}
      {isFine && states.has('canary') && <StateMark state="waiting">{t('release.state.canary')}</StateMark>}
      {isFine && !states.has('canary') && row.loads > 0 && (
        <StateMark state="success">{t('release.state.fine')}</StateMark>
      )}
      {isFine && !states.has('canary') && row.loads === 0 && (
        <StateMark state="disabled">{t('release.state.unused')}</StateMark>
      )}
      {states.has('pinned') && (
        <span className="rl-pinned" title={t('release.state.pinnedHint')}>
          <PushpinOutlined aria-hidden="true" /> {t('release.state.pinned')}
        </span>
      )}
    </span>
  )
}
