import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const WAIT_MS = 100

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>()
  const state = { isBegun: false, end: () => resolve('done') }
  const run = () => {
    state.isBegun = true
    return promise
  }
  return { state, run }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('work of one person', () => {
  it('runs so many pieces at once, and the next when one has ended; others do not wait for it', async () => {
    const turns = createTurns(2, 60_000, 'too many')
    const [one, two, three, other] = [work(), work(), work(), work()]
    const mine = [one, two, three].map(({ run }) => turns.take(1, run))
    const yours = turns.take(2, other.run)
    await settled()
    expect([one, two, three, other].map(({ state }) => state.isBegun)).toEqual([true, true, false, true])
    one.state.end()
    await mine[0]
    await settled()
    expect(three.state.isBegun).toBe(true)
    for (const { state } of [two, three, other]) state.end()
    expect(await Promise.all([...mine, yours])).toEqual(['done', 'done', 'done', 'done'])
  })

  it('gives its place on when it fails', async () => {
    const turns = createTurns(1, 60_000, 'too many')
    await expect(turns.take(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turns.take(1, () => Promise.resolve('next'))).toBe('next')
  })

  it('that waits is told when it was in vain, and leaves when nobody wants it; neither takes a place', async () => {
    const turns = createTurns(1, WAIT_MS, 'too many at once')
    const [first, late, unwanted] = [work(), work(), work()]
    const running = turns.take(1, first.run)
    const stopper = new AbortController()
    const left = turns.take(1, unwanted.run, stopper.signal)
    stopper.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await expect(turns.take(1, late.run)).rejects.toThrow('too many at once')
    first.state.end()
    await running
    expect(await turns.take(1, () => Promise.resolve('free'))).toBe('free')
    expect([late.state.isBegun, unwanted.state.isBegun]).toEqual([false, false])
  })
})
