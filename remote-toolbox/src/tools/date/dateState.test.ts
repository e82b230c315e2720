import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, convertDate, convertTimestamp, EMPTY, shift, today } from './dateState.ts'
import { readDate, readTimestamp, writeDate } from './readDate.ts'

const NOW = new Date(2026, 10, 21, 8, 30, 15, 250).getTime()
/** Seconds of the years 1970 to 9999. */
const seconds = fc.integer({ min: 0, max: 253_370_764_799 })

describe('a timestamp', () => {
  it('of ten digits is read as seconds, and as milliseconds otherwise', () => {
    expect(readTimestamp('1700000000')).toBe(1_700_000_000_000)
    expect(readTimestamp(' 1700000000123 ')).toBe(1_700_000_000_123)
    expect(readTimestamp('0')).toBe(0)
  })

  it.each(['', 'abc', '1e9', '1.5', '9'.repeat(20)])('is not read from "%s"', (text) => {
    expect(readTimestamp(text)).toBeUndefined()
  })

  it('becomes the date of the same second and back again', () => {
    fc.assert(
      fc.property(seconds, (second) => {
        const written = at(second * 1000)
        expect(written.timestamp).toBe(String(second))
        // Where clocks are set back, two instants have one date.
        expect(writeDate(readDate(written.date) ?? Number.NaN)).toBe(written.date)
      }),
    )
  })
})

describe('a date', () => {
  it('without a zone is local, also when it is a day alone', () => {
    expect(readDate('2026-11-21')).toBe(new Date(2026, 10, 21).getTime())
    expect(readDate('2026-11-21T08:30')).toBe(new Date(2026, 10, 21, 8, 30).getTime())
    expect(readDate('2026-11-21 08:30:15')).toBe(new Date(2026, 10, 21, 8, 30, 15).getTime())
    expect(readDate('0044-03-15')).toBe(new Date('0044-03-15T00:00:00').getTime())
  })

  it('with a zone means that zone', () => {
    expect(readDate('2026-11-21T08:30:00Z')).toBe(Date.UTC(2026, 10, 21, 8, 30))
  })

  it.each(['2026-02-30', '2026-13-01', '2026-11-21 25:00', '2026-11-21 10:61', 'soon', ''])('is not "%s"', (text) => {
    expect(readDate(text)).toBeUndefined()
  })
})

describe('the buttons', () => {
  it('take a day away and add it again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 86_400, max: 253_370_678_399 }),
        fc.integer({ min: -1, max: 1 }),
        (second, days) => {
          const start = at(second * 1000)
          const moved = shift(start, days, NOW)
          expect(Number(moved.timestamp) - second).toBe(days * 86_400)
          expect(shift(moved, -days, NOW)).toEqual(start)
        },
      ),
    )
  })

  it('count from what was typed last, or from now', () => {
    expect(shift(EMPTY, 1, NOW).instant).toBe(NOW + 86_400_000)
    const typed = { timestamp: '1700000000', date: '2026-11-21', edited: 'date' } as const
    expect(shift(typed, -1, NOW).instant).toBe(new Date(2026, 10, 21).getTime() - 86_400_000)
  })

  it('find midnight', () => {
    expect(today(NOW).date).toBe('2026-11-21 00:00:00')
  })
})

describe('converting', () => {
  it('keeps what was typed and fills the other field', () => {
    expect(convertTimestamp({ timestamp: '1700000000123', date: '' }, NOW)).toEqual({
      timestamp: '1700000000123',
      date: writeDate(1_700_000_000_123),
      instant: 1_700_000_000_123,
    })
    expect(convertDate({ timestamp: '', date: '2026-11-21' }, NOW)).toMatchObject({
      timestamp: String(new Date(2026, 10, 21).getTime() / 1000),
      date: '2026-11-21',
    })
  })

  it('says which field cannot be read and leaves both', () => {
    expect(convertTimestamp({ timestamp: 'x', date: 'y' }, NOW)).toMatchObject({ timestamp: 'x', problem: 'timestamp' })
    expect(convertDate({ timestamp: 'x', date: 'y' }, NOW)).toMatchObject({ date: 'y', problem: 'date' })
  })

  it('takes an empty field for now', () => {
    expect(convertTimestamp(EMPTY, NOW)).toEqual(at(NOW))
    expect(convertDate(EMPTY, NOW)).toEqual(at(NOW))
  })
})
