import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDueQueue } from './dueQueue.ts'
import { nextDueAfter } from './engine.ts'

it('gives out what is due, the earliest first, each once and at its latest time', () => {
  const change = fc.record({
    id: fc.integer({ min: 1, max: 20 }),
    due: fc.integer({ min: 0, max: 100 }),
    isGone: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 100 }), fc.integer({ min: 0, max: 100 }), (changes, now) => {
      const queue = createDueQueue()
      const expected = new Map<number, number>()
      for (const { id, due, isGone } of changes) {
        if (isGone) {
          queue.delete(id)
          expected.delete(id)
        } else {
          queue.set(id, due)
          expected.set(id, due)
        }
      }
      expect(queue.size).toBe(expected.size)
      const due = [...expected].filter(([, at]) => at <= now)
      const taken = queue.take(now)
      expect(taken.map((entry) => entry.due)).toEqual(due.map(([, at]) => at).sort((one, other) => one - other))
      expect(new Set(taken.map(({ id }) => id))).toEqual(new Set(due.map(([id]) => id)))
      const left = [...expected.values()].filter((at) => at > now)
      expect(queue.next()).toBe(left.length === 0 ? undefined : Math.min(...left))
    }),
  )
})

it('keeps to the grid of the interval, and leaves out the times that a long check has missed', () => {
  expect(nextDueAfter(1000, 1004, 10_000)).toBe(11_000)
  expect(nextDueAfter(1000, 11_000, 10_000)).toBe(21_000)
  expect(nextDueAfter(1000, 25_000, 10_000)).toBe(31_000)
})
