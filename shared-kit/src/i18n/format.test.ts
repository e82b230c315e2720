import { beforeAll, describe, expect, it } from 'vitest'
import { formatBytes, formatDateTime, formatElapsed, formatRelativeTime, parseTimestamp, startI18n } from './index.ts'

beforeAll(() => startI18n('en'))

describe('parseTimestamp', () => {
  it('takes wire times as local, ten digits as seconds and more as milliseconds', () => {
    const local = new Date(2026, 10, 21, 3, 4, 5)
    expect(parseTimestamp('2026-11-21 03:04:05')).toEqual(local)
    expect(parseTimestamp(Math.floor(local.getTime() / 1000))).toEqual(local)
    expect(parseTimestamp(String(local.getTime()))).toEqual(local)
  })

  it.each(['', 'never', '2026-13-45 99:99:99'])('answers nothing for %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined()
    expect(formatDateTime(text)).toBe('')
    expect(formatRelativeTime(text)).toBe('')
  })
})

describe('formats', () => {
  it('shows times in one width', () => {
    expect(formatDateTime(new Date(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02 03:04:05')
  })

  it.each([
    [0, 'now'],
    [-3 * 60_000, '3 min. ago'],
    [-59_000, '59 sec. ago'],
    [2 * 3_600_000, 'in 2 hr.'],
    [-26 * 3_600_000, '1 day ago'],
    [460 * 86_400_000, 'in 1 yr.'],
    [-45 * 86_400_000, '1 mo. ago'],
  ])('shows %d ms from now as %j', (offset, text) => {
    expect(formatRelativeTime(new Date(1_000_000_000_000 + offset), 1_000_000_000_000)).toBe(text)
  })

  it.each([
    [0, '0 B'],
    [-5, '0 B'],
    [1, '1 B'],
    [1023, '1020 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_048_576, '1 MB'],
    [1024 ** 5 - 1, '1020 TB'],
    [1024 ** 5, '1 PB'],
    [1024 ** 8 * 5000, '5000 YB'],
  ])('shows %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })

  it.each([
    ['2026-01-01 00:00:00', '2026-01-01 00:00:59', '00:59'],
    ['2026-01-01 00:00:00', '2026-01-01 02:01:01', '121:01'],
    ['2026-01-01 00:00:01', '2026-01-01 00:00:00', '00:00'],
    ['', '2026-01-01 00:00:00', '00:00'],
  ])('shows the time from %j to %j as %s', (from, to, text) => {
    expect(formatElapsed(from, to)).toBe(text)
  })
})
