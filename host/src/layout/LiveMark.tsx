import { DisconnectOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { socketStateAtom, useAtomValue, useSetAtom } from '@windlass/shared-kit/session'
import { Button, Tooltip } from 'antd'
import { reconnectAtom } from '../socket/useSocket.tsx'

/** Shown only while live messages do not arrive; a click connects at once instead of waiting. */
export function LiveMark() {
  const { t } = useTranslation('host')
  const state = useAtomValue(socketStateAtom)
  const reconnect = useSetAtom(reconnectAtom)
  if (state !== 'closed') return null
  return (
    <Tooltip title={t('socket.offline')}>
      <Button
        type="text"
        danger
        icon={<DisconnectOutlined />}
        aria-label={t('socket.offline')}
        onClick={() => reconnect((count) => count + 1)}
      />
    </Tooltip>
  )
}
