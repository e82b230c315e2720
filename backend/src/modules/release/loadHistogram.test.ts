import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundOf, FAILED_BOUND_MS, LOAD_BOUNDS_MS, loadsOf, percentileMs } from './loadHistogram.ts'

const histogramOf = (times: readonly number[]) => {
  const counts = new Map<number, number>()
  for (const ms of times) counts.set(boundOf(ms), (counts.get(boundOf(ms)) ?? 0) + 1)
  return counts
}

const exactly = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? 0

describe('a histogram of loads', () => {
  it('gives a percentile from the class that holds it', () => {
    const loadTimes = fc.array(fc.integer({ min: 0, max: 600_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(loadTimes, fc.constantFrom(0.5, 0.95), (times, share) => {
        const exact = exactly(times, share)
        const upper = boundOf(exact)
        const lower = LOAD_BOUNDS_MS[LOAD_BOUNDS_MS.findIndex((bound) => bound === upper) - 1] ?? 0
        const estimated = percentileMs(histogramOf(times), share) ?? -1
        expect(estimated).toBeGreaterThanOrEqual(lower)
        expect(estimated).toBeLessThanOrEqual(upper)
      }),
    )
  })

  it('fills a class evenly', () => {
    expect(percentileMs(new Map([[200, 10]]), 0.5)).toBe(175)
    expect(
      percentileMs(
        new Map([
          [100, 5],
          [200, 5],
        ]),
        0.5,
      ),
    ).toBe(100)
    expect(percentileMs(new Map([[200, 100]]), 0.95)).toBe(198)
  })

  it('knows nothing without a load, however many failed', () => {
    const failed = new Map([[FAILED_BOUND_MS, 7]])
    expect(percentileMs(failed, 0.5)).toBeUndefined()
    expect(loadsOf(failed)).toBe(0)
  })

  it('has a class for every time a browser may report', () => {
    expect([0, 25, 26, 600_000].map(boundOf)).toEqual([25, 25, 50, 600_000])
  })
})
