import { type SocketFrame, type SocketReleaseMessage, SocketType } from '@windlass/shared-kit/contract/socket'
import { toast } from '@windlass/shared-kit/feedback'
import { i18n, useTranslation } from '@windlass/shared-kit/i18n'
import {
  announceSocketMessage,
  atom,
  hasLoginMarker,
  socketStateAtom,
  useAtomValue,
  useSetAtom,
  useSocketReopened,
} from '@windlass/shared-kit/session'
import { App } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { checkWithdrawals, noteWithdrawal } from '../areas/withdrawn.ts'
import { reloadSession } from '../guard/loadSession.ts'
import { openConnection } from './connection.ts'

/** Counts the user's wishes to connect at once. */
export const reconnectAtom = atom(0)

/** Operators are told why; whoever runs the version is offered to load again. */
function handleRelease(message: SocketReleaseMessage): void {
  noteWithdrawal(message)
  if (!message.isAutomatic || message.reason === '') return
  const { remote: area, version, reason } = message
  toast.error(i18n.t('withdrawn.automatic', { ns: 'host', area, version, reason }))
}

function handleFrame(frame: SocketFrame): void {
  announceSocketMessage(frame)
  if (frame.type === SocketType.Release) return handleRelease(frame.message)
  if (frame.type !== SocketType.Reload || frame.message.reason === 'queue') return
  // Signing out ends the session too; that is no news to whoever did it here.
  if (!hasLoginMarker()) return
  // Menu and controls follow what the user may do now; a session that ended elsewhere shows its dialog by the same call.
  reloadSession().catch(() => undefined)
}

/** Opens the console's websocket while the layout is mounted. */
export function useSocket(): void {
  const { t } = useTranslation('host')
  const { modal } = App.useApp()
  const setState = useSetAtom(socketStateAtom)
  const wish = useAtomValue(reconnectAtom)
  const connection = useRef<ReturnType<typeof openConnection>>(undefined)

  const ask = useEffectEvent(async () => {
    const isWanted = await modal.confirm({
      title: t('socket.title'),
      content: t('socket.question'),
      okText: t('confirm'),
      cancelText: t('cancel'),
    })
    if (!isWanted) toast.info(t('socket.cancelled'))
    return isWanted
  })
  useEffect(() => {
    const opened = openConnection({ onState: setState, onFrame: handleFrame, onAsk: () => ask() })
    connection.current = opened
    return opened.stop
  }, [setState])
  useSocketReopened(() => void checkWithdrawals())
  useEffect(() => {
    if (wish > 0) connection.current?.reconnect()
  }, [wish])
}
