import { failed } from '../../platform/errors.ts'
import type { MaintenanceColumns, MaintenanceRecord } from './maintenance.store.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/
const DAYS: readonly string[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const clocks = new Map<string, Intl.DateTimeFormat>()

/** A formatter costs much more than its use. @throws RangeError when there is no such time zone */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** Minutes since Sunday 00:00 by the clock on the wall there. */
function minuteOfWeek(now: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  const day = DAYS.indexOf(parts['weekday'] ?? '')
  return day * DAY_MINUTES + Number(parts['hour']) * 60 + Number(parts['minute'])
}

const minutesOf = (clock: string): number => {
  const [hour = '0', minute = '0'] = clock.split(':')
  return Number(hour) * 60 + Number(minute)
}

const weekdaysOf = ({ weekdays }: Pick<MaintenanceRecord, 'weekdays'>): number[] => {
  const parsed: unknown = JSON.parse(weekdays || '[]')
  return Array.isArray(parsed) ? parsed.map(Number) : []
}

/** When a window that is open now closes, in Unix milliseconds; 0 when it is not open. */
export function openUntil(window: MaintenanceRecord, now: number): number {
  if (window.kind === 'once') return window.startTime <= now && now < window.endTime ? window.endTime : 0
  const minute = minuteOfWeek(now, window.timeZone)
  const left = weekdaysOf(window).map((day) => {
    const since = (minute - day * DAY_MINUTES - minutesOf(window.startClock) + WEEK_MINUTES) % WEEK_MINUTES
    return window.minutes - since
  })
  const longest = Math.max(0, ...left)
  return longest === 0 ? 0 : Math.floor(now / MINUTE_MS) * MINUTE_MS + longest * MINUTE_MS
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

function requireTimeZone(timeZone: string): void {
  try {
    clockOf(timeZone)
  } catch {
    // The only way to ask whether a name is known is to use it.
    throw failed(`there is no time zone "${timeZone}"; write one such as Europe/Berlin`)
  }
}

/** Checks a window and completes it with what its kind does not have. @throws AppError that says what to write */
export function completeMaintenance(input: MaintenanceInput): MaintenanceColumns {
  const name = input.name.trim()
  if (name === '') throw failed('name is a required field')
  requireTimeZone(input.timeZone)
  const { startTime = 0, endTime = 0, weekdays = [], startClock = '', minutes = 0 } = input
  const base = { monitorId: input.monitorId, name, kind: input.kind, timeZone: input.timeZone }
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
