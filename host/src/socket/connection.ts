import { LiveSocket, parseSocketFrame, type SocketFrame } from '@windlass/shared-kit/contract/socket'
import { socketAddress } from '@windlass/shared-kit/http'
import type { SocketState } from '@windlass/shared-kit/session'
import { afterDrop, type RetryState } from './socketRetry.ts'

interface Callbacks {
  onState: (state: SocketState) => void
  onFrame: (frame: SocketFrame) => void
  /** Asks the user; resolves to whether to connect again. */
  onAsk: () => Promise<boolean>
}

/** Keeps the one websocket of the console open by the rules of the specification; answers how to steer it. */
export function openConnection({ onState, onFrame, onAsk }: Callbacks): { reconnect: () => void; stop: () => void } {
  const retry: RetryState = { drops: 0, lastAttemptAt: 0 }
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const connect = () => {
    clearTimeout(timer)
    if (isStopped || socket) return
    onState('connecting')
    retry.lastAttemptAt = Date.now()
    socket = new WebSocket(socketAddress(LiveSocket.path))
    socket.addEventListener('open', () => {
      retry.drops = 0
      onState('open')
    })
    socket.addEventListener('message', ({ data }) => {
      const frame = typeof data === 'string' ? parseSocketFrame(data) : undefined
      if (typeof frame?.type === 'number') onFrame(frame)
    })
    socket.addEventListener('close', (event) => handleDrop(event.code))
  }
  const handleDrop = (code: number) => {
    socket = undefined
    if (isStopped) return
    onState('closed')
    retry.drops += 1
    const step = afterDrop(retry, code, Date.now())
    if (step.kind === 'stop') return
    timer = setTimeout(step.kind === 'connect' ? connect : ask, step.inMs)
  }
  const ask = () => {
    onAsk().then(
      (isWanted) => isWanted && connect(),
      (error: unknown) => console.error('nobody could be asked', error),
    )
  }

  connect()
  return {
    reconnect: connect,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      socket?.close()
      onState('closed')
    },
  }
}
