import { describe, expect, it } from 'vitest'
import { inSteps, stepFor } from './metricReader.ts'

const HOUR = 3_600_000
const now = Date.UTC(2026, 10, 21, 12, 0)

describe('the step of a chart', () => {
  it.each([
    ['an hour', 1, 1],
    ['six hours', 6, 2],
    ['a day', 24, 8],
    ['a week', 24 * 7, 60],
    ['a month', 24 * 31, 240],
    ['three months', 24 * 92, 720],
  ])('of %s makes at most 240 points', (_what, hours, minutes) => {
    const step = stepFor(now - hours * HOUR, now, now)
    expect(step / 60_000).toBe(minutes)
    expect((hours * HOUR) / step + 1).toBeLessThanOrEqual(241)
  })

  it('is at least an hour where no minutes are kept any more', () => {
    const old = now - 60 * 24 * HOUR
    expect(stepFor(old, old + HOUR, now)).toBe(HOUR)
  })
})

describe('steps', () => {
  it('weigh what they hold by its count, and keep the least and the most', () => {
    const bucket = (time: number, mean: number, count: number) => ({
      time,
      mean,
      count,
      least: mean - 1,
      most: mean + 1,
    })
    expect(inSteps([bucket(0, 10, 60), bucket(HOUR, 40, 20), bucket(2 * HOUR, 7, 1)], 2 * HOUR)).toEqual([
      { time: 0, mean: 17.5, count: 80, least: 9, most: 41 },
      { time: 2 * HOUR, mean: 7, count: 1, least: 6, most: 8 },
    ])
  })
})
