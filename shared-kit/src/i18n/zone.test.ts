import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  fieldTime,
  formatDateTime,
  formatZonedTime,
  parseTimestamp,
  readField,
  setZones,
  startI18n,
  useOwnZone,
  wireTimestamp,
} from './index.ts'

beforeAll(() => startI18n('en'))
afterEach(() => setZones({ own: '', wire: '' }))

const instant = (text: string) => Date.parse(text)

describe('times', () => {
  it.each([
    ['Asia/Kathmandu', '2026-11-22T00:00:00Z', '2026-11-22 05:45:00', '+05:45'],
    ['America/St_Johns', '2026-07-01T12:00:00Z', '2026-07-01 09:30:00', '-02:30'],
    ['America/St_Johns', '2026-12-01T12:00:00Z', '2026-12-01 08:30:00', '-03:30'],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', '2026-07-01 10:30:00', '+10:30'],
    ['Australia/Lord_Howe', '2026-12-01T00:00:00Z', '2026-12-01 11:00:00', '+11:00'],
    // Clocks go back for Ramadan, and forward again after it.
    ['Africa/Casablanca', '2026-03-01T12:00:00Z', '2026-03-01 12:00:00', '+00:00'],
    ['Africa/Casablanca', '2026-06-01T12:00:00Z', '2026-06-01 13:00:00', '+01:00'],
    ['UTC', '2026-06-01T12:00:00Z', '2026-06-01 12:00:00', '+00:00'],
  ])('in %s at %s are %s', (own, at, shown, offset) => {
    setZones({ own, wire: '' })
    expect(formatDateTime(instant(at))).toBe(shown)
    expect(formatZonedTime(instant(at))).toBe(
      own === 'UTC' ? `${shown} UTC` : `${shown} ${own.replaceAll('_', ' ')} (UTC${offset})`,
    )
    expect(readField(fieldTime(instant(at)))).toBe(instant(at))
  })

  it('of the wire are in the zone of the server, whoever looks from wherever', () => {
    setZones({ own: 'America/St_Johns', wire: 'Asia/Kathmandu' })
    expect(parseTimestamp('2026-07-01 05:45:00')?.getTime()).toBe(instant('2026-07-01T00:00:00Z'))
    expect(formatDateTime('2026-07-01 05:45:00')).toBe('2026-06-30 21:30:00')
    expect(wireTimestamp(readField('2026-06-30'))).toBe('2026-06-30 08:15:00')
    expect(parseTimestamp('2026-07-01T05:45:00Z')?.getTime()).toBe(instant('2026-07-01T05:45:00Z'))
  })

  it.each([
    // Half an hour is left out on the first Sunday of October, and comes twice on the first of April.
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:29', '2026-04-04T14:29:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T02:00', '2026-04-04T15:30:00Z'],
    ['America/St_Johns', '2026-11-01T01:30', '2026-11-01T04:00:00Z'],
    ['America/St_Johns', '2026-03-08T02:30', '2026-03-08T06:00:00Z'],
    ['Africa/Casablanca', '2026-02-15T02:30', '2026-02-15T01:30:00Z'],
    ['Africa/Casablanca', '2026-03-22T02:30', '2026-03-22T02:30:00Z'],
  ])('typed in %s as %s mean %s, also where clocks are changed', (own, typed, meant) => {
    setZones({ own, wire: '' })
    expect(new Date(readField(typed)).toISOString()).toBe(meant.replace('Z', '.000Z'))
  })

  it('are as the browser has them where nobody chose, and where nobody knows the zone', () => {
    setZones({ own: 'Mars/Base', wire: 'Mars/Base' })
    const local = new Date(2026, 0, 2, 3, 4, 5)
    expect(formatDateTime(local)).toBe('2026-01-02 03:04:05')
    expect(parseTimestamp('2026-01-02 03:04:05')).toEqual(local)
    expect(readField('')).toBeNaN()
  })

  it('are drawn again when another zone is chosen', () => {
    const { result } = renderHook(() => useOwnZone())
    act(() => setZones({ own: 'Asia/Kathmandu', wire: '' }))
    expect(result.current).toBe('Asia/Kathmandu')
  })
})
