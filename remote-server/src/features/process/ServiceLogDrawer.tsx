import { type Service, ServiceLog, type ServiceLogLine } from '@windlass/shared-kit/contract/serverProcess'
import { callStream } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { FollowedLogDrawer } from '../../components/run/FollowedLog.tsx'

const LINES = 500

interface Props {
  serverId: number
  serverName: string
  service: Service | undefined
  onClose: () => void
}

/** The log of a service. */
export function ServiceLogDrawer({ serverId, serverName, service, onClose }: Props) {
  const { t } = useTranslation('server')
  const { keeper = 'systemd', name = '' } = service ?? {}
  return (
    <FollowedLogDrawer
      title={t('service.logTitle', { name, server: serverName })}
      name={service ? `${keeper} ${name}` : ''}
      label={t('service.log')}
      fileName={`${name}.log`}
      follow={(signal, onText) =>
        callStream<ServiceLogLine, typeof ServiceLog>(
          ServiceLog,
          { serverId, keeper, name, lines: LINES },
          { signal, quiet: true, onLine: ({ text }) => onText(text) },
        )
      }
      onClose={onClose}
    />
  )
}
