import { describe, expect, it } from 'vitest'
import { changeClocks, durationText, spanText } from './changeText.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

describe('a duration', () => {
  it.each([
    [HOUR, 'en', '1 hour'],
    [-HOUR, 'en', '1 hour'],
    [HOUR / 2, 'en', '30 minutes'],
    [24 * HOUR, 'en', '24 hours'],
    [HOUR + 172 * SECOND, 'en', '1 hour 2 minutes 52 seconds'],
    [HOUR / 2, 'zh-cn', '30分钟'],
  ] as const)('of %s ms is in %s: %s', (milliseconds, language, text) => {
    expect(durationText(milliseconds, language)).toBe(text)
  })
})

describe('a span', () => {
  it.each([
    [0, 'en', '1 second'],
    [59 * SECOND, 'en', '59 seconds'],
    [90 * SECOND, 'en', '1 minute 30 seconds'],
    [HOUR, 'en', '1 hour'],
    [43.5 * HOUR, 'en', '1 day 19 hours'],
    [-43.5 * HOUR, 'en', '1 day 19 hours'],
    [127 * DAY, 'en', '127 days'],
    [492 * DAY, 'en', '1 year 126 days'],
    [43.5 * HOUR, 'zh-cn', '1天 19小时'],
  ] as const)('of %s ms is in %s: %s', (milliseconds, language, text) => {
    expect(spanText(milliseconds, language)).toBe(text)
  })
})

describe('what clocks show at a change', () => {
  it.each([
    ['2026-03-29T01:00Z', 1, 2, { day: '2026-03-29', from: '02:00', to: '03:00' }],
    ['2026-10-25T01:00Z', 2, 1, { day: '2026-10-25', from: '03:00', to: '02:00' }],
    ['2011-12-30T10:00Z', -10, 14, { day: '2011-12-30', from: '00:00', to: '2011-12-31 00:00' }],
  ])('at %s is the day and both times', (at, before, after, clocks) => {
    expect(changeClocks({ at: Date.parse(at), before: before * HOUR, after: after * HOUR })).toEqual(clocks)
  })

  it('has seconds where a zone had them', () => {
    const change = { at: Date.parse('1893-03-31T23:06:32Z'), before: 53 * 60_000 + 28_000, after: HOUR }
    expect(changeClocks(change)).toEqual({ day: '1893-04-01', from: '00:00', to: '00:06:32' })
  })
})
