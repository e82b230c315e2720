import { CrontabLog, type CrontabLogLine } from '@windlass/shared-kit/contract/crontab'
import { callStream } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FollowedLogDrawer } from '../../components/run/FollowedLog.tsx'
import type { Whose } from './useCrontab.ts'

const LINES = 500

interface Props {
  whose: Whose
  serverName: string
  /** "" shows nothing. */
  file: string
  onClose: () => void
}

/** The log that a line writes. */
export function LineLogDrawer({ whose: { serverId, user }, serverName, file, onClose }: Props) {
  const { t } = useTranslation('server')
  return (
    <FollowedLogDrawer
      title={t('crontab.logTitle', { file, server: serverName })}
      name={file}
      label={t('crontab.log')}
      fileName={file.split('/').at(-1) ?? 'cron.log'}
      follow={(signal, onText) =>
        callStream<CrontabLogLine, typeof CrontabLog>(
          CrontabLog,
          { serverId, user, file, lines: LINES },
          { signal, quiet: true, onLine: ({ text }) => onText(text) },
        )
      }
      onClose={onClose}
    />
  )
}
