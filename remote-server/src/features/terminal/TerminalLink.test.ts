import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type LinkState, TerminalLink } from './TerminalLink.ts'

/** The network edge: sockets that hear what the test says. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static last: Socket | undefined
  readonly readyState = Socket.OPEN
  readonly sent: string[] = []
  binaryType = 'blob'
  constructor() {
    super()
    Socket.last = this
  }
  send(frame: string) {
    this.sent.push(frame)
  }
  close() {}
  hear(frame: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
}

const READY = {
  ...{
    type: 'ready',
    ctl: 1,
    session: '00000000-0000-4000-8000-000000000000',
    role: 'owner',
    rows: 24,
    cols: 80,
    offset: 0,
    restored: 'none',
  },
  ...{
    serverId: 1,
    serverName: 'web-1',
    startTime: '2026-01-01 00:00:00',
    isRecorded: false,
    graceMinutes: 15,
    idleMinutes: 0,
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([1, 4, 9])(
  'notices in the same time that nothing is heard any more, %i s after a ping or before one',
  (seconds) => {
    const states: LinkState['phase'][] = []
    const link = new TerminalLink({
      address: () => 'ws://console.test/',
      onEvent: () => undefined,
      onState: ({ phase }) => states.push(phase),
      diagnose: () => Promise.resolve(undefined),
    })
    link.connect()
    const socket = Socket.last
    socket?.hear(READY)
    vi.advanceTimersByTime(10_000 + seconds * 1000)
    expect(socket?.sent).toEqual(['{"type":"ping"}'])
    socket?.hear({ type: 'pong' })
    vi.advanceTimersByTime(25_000)
    expect(states).toEqual(['open'])
    vi.advanceTimersByTime(1_000)
    expect(states).toEqual(['open', 'reconnecting'])
    link.dispose()
  },
)
