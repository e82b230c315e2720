import { describe, expect, it } from 'vitest'
import { isDue, isHit, judgeRule, type RuleTerms, valueText, windowValue } from './judgeRule.ts'

const MINUTE = 60_000
const terms: RuleTerms = {
  ...{ formula: 'avg', operator: '>=', value: '80', groupCycle: 5, lastCycle: 2, silentCycle: 30 },
  ...{ startTime: '00:00', endTime: '23:59' },
}
const at = (clock: string) => Math.floor(new Date(`2026-11-21T${clock}:00`).getTime() / MINUTE)

describe('a warning rule', () => {
  it.each([
    ['>=', '9.5', 10, true],
    ['>', '10', 9.5, false],
    ['<', '90', 100, false],
    ['<=', '90', 90, true],
    ['!=', '0.3', 0.1 + 0.2, false],
    ['!=', '0.3', 0.31, true],
    ['~', '1', 1, false],
    ['>=', 'much', 1, false],
  ])('compares as numbers: %s %s of %d is %s', (operator, value, found, expected) => {
    expect(isHit({ operator, value }, found)).toBe(expected)
  })

  it('makes one number of a window', () => {
    expect(['avg', 'max', 'min', 'other'].map((formula) => windowValue(formula, [9, 10, 2]))).toEqual([7, 10, 2, 7])
    expect(windowValue('max', [])).toBeUndefined()
  })

  it('is due on the grid of its cycle, within its period', () => {
    expect(isDue({ ...terms, groupCycle: 5 }, at('12:05'))).toBe(true)
    expect(isDue({ ...terms, groupCycle: 5 }, at('12:06'))).toBe(false)
    const day = { ...terms, groupCycle: 1, startTime: '08:00', endTime: '17:59' }
    expect(['07:59', '08:00', '17:59', '18:00'].map((clock) => isDue(day, at(clock)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    const night = { ...day, startTime: '22:00', endTime: '05:59' }
    expect(['21:59', '22:00', '00:00', '05:59', '06:00'].map((clock) => isDue(night, at(clock)))).toEqual([
      ...[false, true, true, true, false],
    ])
  })

  it('warns after enough matches in a row, tells once, and is silent for its minutes', () => {
    let memory = { last: 0, silentUntil: 0 }
    const seen = [90, 79, 90, 90, 90, 90, 90, 90, 90, 90].map((value, index) => {
      const verdict = judgeRule(terms, memory, value, index * 5 * MINUTE)
      memory = verdict.memory
      return verdict.tells ? 'tells' : verdict.warns ? 'warns' : '-'
    })
    // Told at minute 15, silent until 45.
    expect(seen).toEqual(['-', '-', '-', 'tells', '-', 'warns', '-', 'warns', '-', 'tells'])
  })

  it('says values with two decimals at most', () => {
    expect([93.756, 90, 0.1 + 0.2, -0.001, 1e15].map(valueText)).toEqual([
      '93.76',
      '90',
      '0.3',
      '0',
      '1000000000000000',
    ])
  })
})
