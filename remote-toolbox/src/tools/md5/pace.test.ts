import { describe, expect, it } from 'vitest'
import { followPace, roughTime, secondsLeft, startPace } from './pace.ts'

const START = startPace(0)

describe('the pace of work', () => {
  it('is unknown at first', () => expect(secondsLeft(START, 100)).toBeUndefined())

  it('is what was done in the time it took', () => expect(followPace(START, 500, 1000).rate).toBe(2000))

  it('stays what it is while nothing changes', () => {
    expect(followPace(followPace(START, 1000, 500), 4000, 2000).rate).toBeCloseTo(500)
  })

  it('follows a drive that slows down, but not at once', () => {
    const fast = followPace(START, 10_000, 10_000)
    const soon = followPace(fast, 10_100, 10_010)
    const later = followPace(soon, 30_000, 10_010 + 1990)
    expect(soon.rate).toBeGreaterThan(900)
    expect(soon.rate).toBeLessThan(1000)
    expect(later.rate).toBeCloseTo(100, -1)
  })

  it('soon forgets a slow beginning', () => {
    const slow = followPace(START, 100, 1)
    expect(followPace(slow, 1000, 901).rate).toBeGreaterThan(850)
  })

  it.each([
    ['no time passed', 1000],
    ['the clock went back', 900],
  ])('is not infinite when %s', (_name, at) => {
    const before = followPace(START, 1000, 500)
    expect(followPace(before, at, 900)).toEqual(before)
  })

  it.each([
    [0, 1000, 10],
    [950, 1000, 1],
    [1000, 1000, 0],
    [1200, 1000, 0],
  ])('%i of %i bytes at 100 a second leave %i seconds', (done, total, seconds) => {
    expect(secondsLeft({ done, rate: 100 }, total)).toBe(seconds)
  })

  it('nobody can tell when nothing comes', () => expect(secondsLeft({ done: 1, rate: 0 }, 9)).toBeUndefined())
})

describe('a rough time', () => {
  it.each([
    [1, 1, 'second'],
    [89, 89, 'second'],
    [90, 2, 'minute'],
    [3600, 60, 'minute'],
    [5369, 89, 'minute'],
    [5400, 2, 'hour'],
    [36_000, 10, 'hour'],
  ] as const)('%i seconds are %i %ss', (seconds, value, unit) => {
    expect(roughTime(seconds)).toEqual({ value, unit })
  })
})
