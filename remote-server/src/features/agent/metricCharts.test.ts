import { describe, expect, it } from 'vitest'
import { chartDataOf, newestOf, timesOf, valueText } from './metricCharts.ts'

const MINUTE = 60_000
const point = (minute: number, value: number, rest = {}) => ({
  ...{ item: 'a', value: String(value), reportTime: '', time: minute * MINUTE },
  ...rest,
})

describe('the columns of a chart', () => {
  it('have a place for every step, both ends included', () => {
    expect(timesOf({ from: 90_000, to: 200_000, step: MINUTE })).toEqual([MINUTE, 2 * MINUTE, 3 * MINUTE])
  })

  it('bridge what came late and leave holes as holes', () => {
    const range = { from: 0, to: 9 * MINUTE, step: MINUTE }
    const { lines } = chartDataOf({ a: [point(0, 1), point(3, 7), point(7, 5), point(9, 9)] }, range)
    expect(lines[0]?.values).toEqual([1, 3, 5, 7, null, null, null, 5, 7, 9])
    expect(lines[0]?.band).toBeUndefined()
    expect(lines[0] && newestOf(lines[0])).toBe(9)
  })

  it('carry least and most where steps hold several minutes', () => {
    const range = { from: 0, to: 2 * MINUTE, step: MINUTE }
    const { lines } = chartDataOf({ b: [], a: [point(1, 5, { min: 2, max: 9 }), point(2, 5)] }, range)
    expect(lines.map(({ item }) => item)).toEqual(['a', 'b'])
    expect(lines[0]?.band).toEqual({ low: [null, 2, 5], high: [null, 9, 5] })
    expect(lines[1] && newestOf(lines[1])).toBeUndefined()
  })
})

describe('a value', () => {
  it('is written with its unit', () => {
    expect(valueText('bytes', 1536)).toBe('1.5 KB/s')
    expect(valueText('percent', 12.345)).toBe('12.35 %')
    expect(valueText('rate', 3)).toBe('3/s')
    expect(valueText('count', 1234)).toBe('1,234')
  })
})
