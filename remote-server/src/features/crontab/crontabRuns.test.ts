import { describe, expect, it } from 'vitest'
import { isEitherDay, nextRuns, zonedTime, zoneOr } from './crontabRuns.ts'

const times = (expression: string, zone: string, from: string, count = 3) => {
  const found = nextRuns(expression, zone, new Date(from), count)
  return found.kind === 'times' ? found.times.map((time) => time.toISOString()) : found.kind
}

describe('the next runs of a line', () => {
  it('are those of the clock of the server', () => {
    expect(times('0 3 * * *', 'Asia/Shanghai', '2026-11-21T00:00:00Z', 2)).toEqual([
      ...['2026-11-21T19:00:00.000Z', '2026-11-22T19:00:00.000Z'],
    ])
    expect(times('0 3 * * *', '+05:30', '2026-11-21T00:00:00Z', 1)).toEqual(['2026-11-21T21:30:00.000Z'])
  })

  it('take either day when both are limited, and both where one begins with a star', () => {
    expect(times('0 0 13 * 5', 'UTC', '2026-11-01T00:00:00Z', 3)).toEqual([
      ...['2026-11-06T00:00:00.000Z', '2026-11-13T00:00:00.000Z', '2026-11-20T00:00:00.000Z'],
    ])
    expect(times('0 0 */2 * 5', 'UTC', '2026-11-01T00:00:00Z', 2)).toEqual([
      ...['2026-11-13T00:00:00.000Z', '2026-11-27T00:00:00.000Z'],
    ])
  })

  it.each([
    ['0 0 13 * 5', true],
    ['0 0 */2 * 5', false],
    ['0 0 1 * *', false],
    ['0  0  *  1  mon', false],
    ['@monthly', false],
  ])('of %s come on either day: %s', (expression, isEither) => {
    expect(isEitherDay(expression)).toBe(isEither)
  })

  it('are made up for when clocks leap over them, and do not run twice', () => {
    expect(times('30 2 * * *', 'Europe/Berlin', '2027-03-27T12:00:00Z', 1)).toEqual(['2027-03-28T01:00:00.000Z'])
    expect(times('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      ...['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
    ])
  })

  it.each([
    ['@reboot', 'start'],
    ['0 0 31 2 *', 'never'],
    ['0~30 * * * *', 'random'],
    ['61 * * * *', 'wrong'],
  ])('of %s cannot be told: %s', (expression, kind) => {
    expect(times(expression, 'UTC', '2026-11-21T00:00:00Z')).toBe(kind)
  })

  it('are shown as the clock of a zone shows them', () => {
    const [time, near, far] = [new Date('2026-11-21T19:00:00Z'), Date.UTC(2026, 0, 1), Date.UTC(2025, 9, 1)]
    expect(zonedTime(time, 'Asia/Shanghai', 'en', near)).toBe('Sun, Nov 22, 03:00')
    expect(zonedTime(time, 'Asia/Shanghai', 'en', far)).toBe('Sun, Nov 22, 2026, 03:00')
    expect([zoneOr('', -210), zoneOr('', 480), zoneOr('Asia/Tokyo', 0)]).toEqual(['-03:30', '+08:00', 'Asia/Tokyo'])
  })
})
