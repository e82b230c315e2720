import { failed } from '../../platform/errors.ts'
import { spansFrom } from '../../platform/weeklyWindow.ts'
import { requireZone } from '../../platform/zonedTime.ts'
import type { MaintenanceColumns, MaintenanceRecord } from './maintenance.store.ts'

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/

const weekdaysOf = ({ weekdays }: Pick<MaintenanceRecord, 'weekdays'>): number[] => {
  const parsed: unknown = JSON.parse(weekdays || '[]')
  return Array.isArray(parsed) ? parsed.map(Number) : []
}

/** When a window that is open now closes, in Unix milliseconds; 0 when it is not open. */
export function openUntil(window: MaintenanceRecord, now: number): number {
  if (window.kind === 'once') return window.startTime <= now && now < window.endTime ? window.endTime : 0
  const { startClock, minutes, timeZone: zone } = window
  const open = spansFrom({ days: weekdaysOf(window), startClock, minutes, zone }, now).filter(
    ({ start }) => start <= now,
  )
  return Math.max(0, ...open.map(({ end }) => end))
}

/** What people write about a window. */
export interface MaintenanceInput {
  monitorId: number
  name: string
  kind: 'once' | 'weekly'
  startTime?: number
  endTime?: number
  weekdays?: number[]
  startClock?: string
  minutes?: number
  timeZone: string
}

/** Checks a window and completes it with what its kind does not have. @throws AppError that says what to write */
export function completeMaintenance(input: MaintenanceInput): MaintenanceColumns {
  const name = input.name.trim()
  if (name === '') throw failed('name is a required field')
  const timeZone = requireZone(input.timeZone)
  const { startTime = 0, endTime = 0, weekdays = [], startClock = '', minutes = 0 } = input
  const base = { monitorId: input.monitorId, name, kind: input.kind, timeZone }
  if (input.kind === 'once') {
    if (startTime <= 0 || endTime <= startTime) throw failed('the window must end after it begins; set both times')
    return { ...base, startTime, endTime, weekdays: '[]', startClock: '', minutes: 0 }
  }
  if (weekdays.length === 0) throw failed('choose at least one day of the week')
  if (!CLOCK.test(startClock)) throw failed('the beginning must be a time such as 22:30')
  if (minutes < 1) throw failed('the window must last at least one minute')
  const days = JSON.stringify([...new Set(weekdays)].sort())
  return { ...base, startTime: 0, endTime: 0, weekdays: days, startClock, minutes }
}

/** A window as it goes over the wire. */
export const maintenanceRow = (row: MaintenanceRecord, now: number) => {
  const { id, monitorId, name, kind, startTime, endTime, startClock, minutes, timeZone } = row
  return {
    ...{ id, monitorId, name, startTime, endTime, startClock, minutes, timeZone },
    kind: kind === 'weekly' ? ('weekly' as const) : ('once' as const),
    weekdays: weekdaysOf(row),
    isNow: openUntil(row, now) > 0,
  }
}
