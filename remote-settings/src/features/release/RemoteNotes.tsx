import { Permission } from '@windlass/shared-kit/contract/permission'
import type { RemoteOverview } from '@windlass/shared-kit/contract/release'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { Alert, Button } from 'antd'
import type { Question } from './Questions.tsx'

interface Props {
  row: RemoteOverview
  onAsk: (question: Question) => void
}

/** What must not be overlooked: the area is off, or cannot run here. */
export function RemoteNotes({ row, onAsk }: Props) {
  const { t } = useTranslation('settings')
  const turnOn = (
    <Can any={[Permission.SwitchRemote]}>
      <Button size="small" onClick={() => onAsk({ kind: 'turnOn' })}>
        {t('release.on.open')}
      </Button>
    </Can>
  )
  return (
    <>
      {row.isDisabled && (
        <Alert
          type="warning"
          showIcon
          title={t('release.offNote')}
          description={t('release.offReason', { reason: row.disabledReason })}
          action={turnOn}
        />
      )}
      {row.unfit !== '' && (
        <Alert type="error" showIcon title={t('release.unfitNote', { version: row.stable })} description={row.unfit} />
      )}
    </>
  )
}
