import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spansFrom, type WeeklyWindow } from './weeklyWindow.ts'

const WEEK_MINUTES = 7 * 24 * 60
const MINUTE_MS = 60_000

const windows: fc.Arbitrary<WeeklyWindow> = fc.record({
  days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  startClock: fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([hour, minute]) => {
    const two = (value: number) => String(value).padStart(2, '0')
    return `${two(hour)}:${two(minute)}`
  }),
  minutes: fc.integer({ min: 1, max: WEEK_MINUTES }),
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe'),
})
const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) })

describe('a weekly window', () => {
  it('begins within eight days, lasts its minutes, and never has ended already', () => {
    fc.assert(
      fc.property(windows, moments, (window, now) => {
        const spans = spansFrom(window, now)
        expect(spans[0]?.start).toBeLessThan(now + 8 * 24 * 60 * MINUTE_MS)
        for (const { start, end } of spans) {
          expect(end - start).toBe(window.minutes * MINUTE_MS)
          expect(end).toBeGreaterThan(now)
        }
      }),
    )
  })

  it('holds at each moment between its beginning and its end', () => {
    fc.assert(
      fc.property(
        windows,
        moments,
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (window, now, share) => {
          const span = spansFrom(window, now)[0] ?? { start: Number.NaN, end: Number.NaN }
          const within = span.start + Math.floor(share * (span.end - span.start))
          expect(spansFrom(window, within)).toContainEqual(span)
        },
      ),
    )
  })
})
