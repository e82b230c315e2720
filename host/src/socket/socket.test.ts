import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConnection } from './connection.ts'
import { afterDrop } from './socketRetry.ts'

describe('afterDrop', () => {
  it('does nothing after a close that was meant', () => {
    expect(afterDrop({ drops: 1, lastAttemptAt: 0 }, 1005, 0)).toEqual({ kind: 'stop' })
  })

  it('retries the first drop silently after a minute', () => {
    expect(afterDrop({ drops: 1, lastAttemptAt: 0 }, 1006, 5)).toEqual({ kind: 'connect', inMs: 60_000 })
  })

  it('asks after a later drop, at once if a minute has passed since the last attempt', () => {
    expect(afterDrop({ drops: 2, lastAttemptAt: 1_000 }, 1006, 61_000)).toEqual({ kind: 'ask', inMs: 0 })
    expect(afterDrop({ drops: 2, lastAttemptAt: 1_000 }, 1006, 21_000)).toEqual({ kind: 'ask', inMs: 40_000 })
  })
})

/** The browser's end of the wire; the rest is real. */
class PretendSocket extends EventTarget {
  static all: PretendSocket[] = []
  closed = false

  constructor() {
    super()
    PretendSocket.all.push(this)
  }
  close() {
    this.closed = true
  }
  open() {
    this.dispatchEvent(new Event('open'))
  }
  drop(code: number) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
  say(data: unknown) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}

describe('openConnection', () => {
  const states: string[] = []
  const frames: unknown[] = []
  const ask = vi.fn<() => Promise<boolean>>()
  const open = () =>
    openConnection({ onState: (state) => states.push(state), onFrame: (frame) => frames.push(frame), onAsk: ask })
  const last = () => {
    const socket = PretendSocket.all.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', PretendSocket)
    PretendSocket.all = []
    states.length = 0
    frames.length = 0
    ask.mockReset()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('hands on frames and nothing else', () => {
    open()
    last().open()
    last().say('{"type":3,"message":{"monitorId":1,"errorContent":"x"}}')
    last().say('not json')
    last().say(new ArrayBuffer(1))
    expect(frames).toEqual([{ type: 3, message: { monitorId: 1, errorContent: 'x' } }])
    expect(states).toEqual(['connecting', 'open'])
  })

  it('retries once by itself, then asks, and connects only if wanted', async () => {
    open()
    last().open()
    last().drop(1006)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(PretendSocket.all).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(PretendSocket.all).toHaveLength(2)

    ask.mockResolvedValueOnce(true)
    last().drop(1006)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(PretendSocket.all).toHaveLength(3)

    ask.mockResolvedValueOnce(false)
    last().drop(1006)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ask).toHaveBeenCalledTimes(2)
    expect(PretendSocket.all).toHaveLength(3)
  })

  it('starts counting anew once it was open again', async () => {
    open()
    last().drop(1006)
    await vi.advanceTimersByTimeAsync(60_000)
    last().open()
    last().drop(1006)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ask).not.toHaveBeenCalled()
    expect(PretendSocket.all).toHaveLength(3)
  })

  it('connects at once when the user asks for it, and stays closed when stopped', async () => {
    const connection = open()
    last().drop(1006)
    connection.reconnect()
    expect(PretendSocket.all).toHaveLength(2)
    connection.stop()
    expect(last().closed).toBe(true)
    last().drop(1005)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(PretendSocket.all).toHaveLength(2)
    expect(states.at(-1)).toBe('closed')
  })
})
