import type { AddressInfo } from 'node:net'
import { NAMESPACE_HEADER } from '@windlass/shared-kit/contract'
import {
  parseTerminalServerFrame,
  TERMINAL_ACK_BYTES,
  TERMINAL_PATH,
  type TerminalClientFrame,
  type TerminalReady,
  type TerminalServerFrame,
} from '@windlass/shared-kit/contract/terminal'
import { WebSocket } from 'ws'
import type { TestCaller, TestServer } from './testServer.ts'

/** What the page does with a terminal, without the page. */
export interface TerminalClient {
  socket: WebSocket
  frames: TerminalServerFrame[]
  /** All output since it was opened, drawings of the screen not among it. */
  output(): string
  /** Drawings of the screen. */
  screens: string[]
  /** The position in the output of the session. */
  position(): number
  /** Set to read nothing more. */
  isStuck: boolean
  closed: Promise<{ code: number; reason: string }>
  type(text: string): void
  send(frame: TerminalClientFrame): void
  frame<Type extends TerminalServerFrame['type']>(type: Type): Promise<Extract<TerminalServerFrame, { type: Type }>>
  ready(): Promise<TerminalReady>
  /** Waits until the output holds it. */
  until(text: string | RegExp): Promise<void>
}

const PATIENCE_MS = 20_000

async function eventually<Value>(what: string | (() => string), look: () => Value | undefined): Promise<Value> {
  const begun = Date.now()
  for (;;) {
    const value = look()
    if (value !== undefined) return value
    if (Date.now() - begun > PATIENCE_MS)
      throw new Error(`waited too long for ${typeof what === 'string' ? what : what()}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The address of a test server that listens. */
export const hostOf = (server: Pick<TestServer, 'app'>): string =>
  `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`

/** @param query what stands in the address; `ctl: 1` unless it says otherwise */
export function openTerminal(
  host: string,
  person: Pick<TestCaller, 'headers' | 'namespaceId'>,
  query: Record<string, string | number>,
  keepBytes = Number.POSITIVE_INFINITY,
): TerminalClient {
  const asked = new URLSearchParams({ ctl: '1', [NAMESPACE_HEADER]: String(person.namespaceId) })
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
  const socket = new WebSocket(`ws://${host}${TERMINAL_PATH}?${asked}`, {
    headers: { ...person.headers, origin: `http://${host}` },
  })
  const frames: TerminalServerFrame[] = []
  const screens: string[] = []
  let text = ''
  const decoder = new TextDecoder()
  let position = 0
  let acked = 0
  let isScreenNext = false
  const closed = new Promise<{ code: number; reason: string }>((resolve, reject) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    socket.on('error', reject)
  })
  closed.catch(() => undefined)
  const client: TerminalClient = {
    ...{ socket, frames, screens, closed, isStuck: false },
    output: () => text,
    position: () => position,
    type: (typed) => socket.send(Buffer.from(typed), { binary: true }),
    send: (frame) => socket.send(JSON.stringify(frame)),
    frame: (type) =>
      eventually(
        () => `the frame ${type} after ${JSON.stringify(frames)}`,
        () => {
          const found = frames.findLast((frame) => frame.type === type)
          return found as Extract<TerminalServerFrame, { type: typeof type }> | undefined
        },
      ),
    ready: () => client.frame('ready'),
    until: (wanted) =>
      eventually(
        () => `${wanted} in ${JSON.stringify(text.slice(-500))} after ${JSON.stringify(frames)}`,
        () => ((typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)) ? true : undefined),
      ).then(() => undefined),
  }
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) {
      const frame = parseTerminalServerFrame(data.toString())
      if (!frame) throw new Error(`no frame of the contract: ${data.toString()}`)
      frames.push(frame)
      if (frame.type === 'ready' || frame.type === 'screen') {
        position = frame.offset
        acked = frame.offset
        isScreenNext = frame.type === 'screen' || frame.restored === 'screen'
      }
      return
    }
    if (isScreenNext) {
      isScreenNext = false
      screens.push(data.toString())
      return
    }
    position += data.length
    text = (text + decoder.decode(data, { stream: true })).slice(-keepBytes)
    if (client.isStuck || query['ctl'] === 0 || position - acked < TERMINAL_ACK_BYTES) return
    acked = position
    client.send({ type: 'ack', bytes: position })
  })
  return client
}
