import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockAt, dayAt, dayOfYear, daysInMonth, daysTo, wallOf, weekdayOf, weekOf, weeksInYear } from './calendar.ts'

describe('the calendar', () => {
  it('agrees with JavaScript on every day it knows', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (instant) => {
        const theirs = new Date(instant)
        const clock = clockAt(instant)
        expect(clock).toEqual({
          year: theirs.getUTCFullYear(),
          month: theirs.getUTCMonth() + 1,
          day: theirs.getUTCDate(),
          hour: theirs.getUTCHours(),
          minute: theirs.getUTCMinutes(),
          second: theirs.getUTCSeconds(),
          millisecond: theirs.getUTCMilliseconds(),
        })
        expect(wallOf(clock)).toBe(instant)
        expect(weekdayOf(clock)).toBe(theirs.getUTCDay() || 7)
      }),
    )
  })

  it('counts days back and forth', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (days) => {
        expect(daysTo(dayAt(days))).toBe(days)
      }),
    )
  })

  it.each([
    ['2026-01-01', 2026, 1, 1],
    ['2025-12-29', 2026, 1, 363],
    ['2021-01-03', 2020, 53, 3],
    ['2024-12-30', 2025, 1, 365],
    ['2024-12-31', 2025, 1, 366],
    ['2027-01-01', 2026, 53, 1],
    ['2026-11-21', 2026, 47, 325],
    ['2000-02-29', 2000, 9, 60],
  ])('%s lies in week %s-W%s and is day %s of its year', (text, year, week, ordinal) => {
    const day = clockAt(Date.parse(text))
    expect(weekOf(day)).toEqual({ year, week })
    expect(dayOfYear(day)).toBe(ordinal)
  })

  it.each([
    [2024, 29, 52],
    [2026, 28, 53],
    [1900, 28, 52],
    [2000, 29, 52],
    [0, 29, 52],
  ])('%s has a February of %s days and %s weeks', (year, february, weeks) => {
    expect(daysInMonth(year, 2)).toBe(february)
    expect(weeksInYear(year)).toBe(weeks)
  })
})
