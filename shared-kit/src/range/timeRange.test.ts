import { describe, expect, it } from 'vitest'
import { endsOf, rangeProblem, timeRangeOf } from './timeRange.ts'

const LONGEST_MS = 95 * 86_400_000

describe('a range', () => {
  it('is what the address names', () => {
    expect(timeRangeOf({ range: '31d', from: '', to: '' })).toEqual({ preset: '31d' })
    expect(timeRangeOf({ range: '31d', from: '1000', to: '2000' })).toEqual({ preset: undefined, from: 1000, to: 2000 })
    expect(endsOf({ preset: '6h' }, 10 * 3_600_000)).toEqual({ from: 4 * 3_600_000, to: 10 * 3_600_000 })
  })

  it.each([
    ['', '', ''],
    ['x', '2000', '1000'],
    ['x', 'y', 'z'],
    ['', '5', ''],
    ['x', '1', '99999999999999'],
  ])('is none for %j, %j, %j', (range, from, to) => {
    expect(timeRangeOf({ range, from, to }, LONGEST_MS)).toBeUndefined()
  })

  it('of one’s own begins before it ends and is no longer than what is kept', () => {
    expect(rangeProblem(1, 2, LONGEST_MS)).toBeUndefined()
    expect(rangeProblem(Number.NaN, 2, LONGEST_MS)).toBe('unset')
    expect(rangeProblem(2, 2, LONGEST_MS)).toBe('order')
    expect(rangeProblem(0, 96 * 86_400_000, LONGEST_MS)).toBe('long')
  })
})
