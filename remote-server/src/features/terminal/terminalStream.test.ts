import type { TerminalReady } from '@windlass/shared-kit/contract/terminal'
import { expect, it } from 'vitest'
import { createTerminalStream } from './terminalStream.ts'

const READY = {
  ...{ type: 'ready', ctl: 1, session: '01234567-89ab-cdef-0123-456789abcdef', role: 'owner', rows: 24, cols: 80 },
  ...{ offset: 0, restored: 'none', serverId: 1, serverName: 'web-1', startTime: '2026-11-21 10:00:00' },
  ...{ isRecorded: true, graceMinutes: 30, idleMinutes: 0 },
} satisfies TerminalReady
const ready = (change: Partial<TerminalReady> = {}) => JSON.stringify({ ...READY, ...change })
const bytes = (length: number) => new Uint8Array(length).buffer
const KIB = 1024

it('tells an old server by its first frame, and never acknowledges to it', () => {
  const stream = createTerminalStream()
  expect(stream.read(bytes(3)).map(({ type }) => type)).toEqual(['plain', 'output'])
  expect(stream.read(bytes(900 * KIB)).map(({ type }) => type)).toEqual(['output'])
  expect([stream.show(900 * KIB), stream.isNegotiated()]).toEqual([undefined, false])
})

it('acknowledges what is on the screen, not what has merely arrived, and not each frame', () => {
  const stream = createTerminalStream()
  stream.read(ready())
  stream.read(bytes(40 * KIB))
  stream.read(bytes(40 * KIB))
  expect(stream.show(20 * KIB)).toBeUndefined()
  expect(stream.show(40 * KIB)).toBe(40 * KIB)
  expect(stream.position()).toBe(80 * KIB)
})

it('goes on counting where a session was left', () => {
  const stream = createTerminalStream()
  stream.read(ready())
  stream.read(bytes(100))
  stream.restart()
  expect(stream.isKnown()).toBe(false)
  stream.read(ready({ offset: 100, restored: 'bytes' }))
  expect(stream.read(bytes(50))).toMatchObject([{ type: 'output', end: 150 }])
  expect(stream.position()).toBe(150)
})

it('does not count the frame that draws a screen, and is not confused by what was written before it', () => {
  const stream = createTerminalStream()
  stream.read(ready({ offset: 5_000_000, restored: 'screen' }))
  expect(stream.read(bytes(700)).map(({ type }) => type)).toEqual(['redraw'])
  expect(stream.read(bytes(10))).toMatchObject([{ type: 'output', end: 5_000_010 }])
  stream.read(JSON.stringify({ type: 'screen', rows: 24, cols: 80, offset: 9_000_000 }))
  expect(stream.read(bytes(700)).map(({ type }) => type)).toEqual(['redraw'])
  // Written before the redraw, told after it.
  expect(stream.show(5_000_010)).toBeUndefined()
  expect(stream.position()).toBe(9_000_000)
})

it('skips texts that are no frame it knows', () => {
  const stream = createTerminalStream()
  expect(['', '{', '[]', '{"type":"later"}', '{"type":"exit"}'].flatMap((text) => stream.read(text))).toEqual([])
})
