import { describe, expect, it } from 'vitest'
import type { MaintenanceRecord } from './maintenance.store.ts'
import { completeMaintenance, openUntil } from './maintenanceWindow.ts'

const base: MaintenanceRecord = {
  ...{ id: 1, namespaceId: 1, monitorId: 0, name: 'window', kind: 'weekly', startTime: 0, endTime: 0 },
  ...{ weekdays: '[6]', startClock: '22:30', minutes: 180, timeZone: 'Europe/Berlin', insertTime: 0, updateTime: 0 },
}
const at = (text: string) => Date.parse(text)

describe('a weekly window', () => {
  it.each([
    ['a minute before', '2026-01-10T22:29:00+01:00', ''],
    ['at its beginning', '2026-01-10T22:30:00+01:00', '2026-01-11T01:30:00+01:00'],
    ['past midnight, which is past the end of the week', '2026-01-11T01:29:00+01:00', '2026-01-11T01:30:00+01:00'],
    ['at its end', '2026-01-11T01:30:00+01:00', ''],
    ['in summer, by the clock on the wall', '2026-07-11T22:30:00+02:00', '2026-07-12T01:30:00+02:00'],
    ['at that time elsewhere', '2026-01-10T22:30:00+08:00', ''],
  ])('is judged %s', (_when, now, until) => {
    expect(openUntil(base, at(now))).toBe(until === '' ? 0 : at(until))
  })
})

it('a window of one time is open from its beginning to its end', () => {
  const once = { ...base, kind: 'once', startTime: 1000, endTime: 2000 }
  expect([999, 1000, 1999, 2000].map((now) => openUntil(once, now))).toEqual([0, 2000, 2000, 0])
})

describe('bad input', () => {
  const weekly = {
    monitorId: 0,
    name: 'w',
    kind: 'weekly' as const,
    weekdays: [1],
    startClock: '22:30',
    minutes: 5,
    timeZone: 'UTC',
  }
  it.each([
    [{ ...weekly, name: '  ' }, 'name'],
    [{ ...weekly, timeZone: 'Mars/Olympus' }, 'time zone'],
    [{ ...weekly, weekdays: [] }, 'day'],
    [{ ...weekly, startClock: '24:00' }, '22:30'],
    [{ ...weekly, minutes: 0 }, 'minute'],
    [{ ...weekly, kind: 'once' as const, startTime: 5, endTime: 5 }, 'end after'],
  ])('is refused by name: %o', (input, words) => {
    expect(() => completeMaintenance(input)).toThrow(words)
  })
})
