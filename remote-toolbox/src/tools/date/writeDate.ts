import { offsetAt } from '@windlass/shared-kit/i18n'
import { type Clock, clockAt, dayOfYear, weekdayOf, weekOf } from '../../parts/calendar.ts'
import { writeOffset } from '../../parts/zonedTime.ts'
import { millisecondsOf, nanosOf } from './readTimestamp.ts'

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** Four digits; outside of 0 to 9999 six with a sign, as ISO 8601 wants it. */
export function writeYear(year: number): string {
  if (year >= 0 && year <= 9999) return pad(year, 4)
  return `${year < 0 ? '-' : '+'}${pad(Math.abs(year), 6)}`
}

function writeDay({ year, month, day }: Pick<Clock, 'year' | 'month' | 'day'>): string {
  return `${writeYear(year)}-${pad(month)}-${pad(day)}`
}

function writeTime({ hour, minute, second }: Pick<Clock, 'hour' | 'minute' | 'second'>): string {
  return `${pad(hour)}:${pad(minute)}:${pad(second)}`
}

/** Fraction of the second: none, or as many groups of three digits as it needs. */
function writeFraction(nanos: bigint): string {
  const rest = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n
  if (rest === 0n) return ''
  return `.${String(rest)
    .padStart(9, '0')
    .replace(/(?:000)+$/, '')}`
}

/** What clocks in a zone show at a moment. */
export function clockIn(nanos: bigint, zone: string): Clock {
  const instant = millisecondsOf(nanos)
  return clockAt(instant + offsetAt(instant, zone))
}

/** `YYYY-MM-DD HH:MM:SS` as clocks in a zone show it. */
export function writeDate(nanos: bigint, zone: string): string {
  const clock = clockIn(nanos, zone)
  return `${writeDay(clock)} ${writeTime(clock)}`
}

/** ISO 8601 with the offset of the zone, and with all of the fraction. */
export function writeIso(nanos: bigint, zone: string): string {
  const clock = clockIn(nanos, zone)
  const offset = offsetAt(millisecondsOf(nanos), zone)
  const mark = zone === 'UTC' ? 'Z' : writeOffset(offset)
  return `${writeDay(clock)}T${writeTime(clock)}${writeFraction(nanos)}${mark}`
}

/** `2026-W47-6` */
export function writeWeekDate(clock: Clock): string {
  const { year, week } = weekOf(clock)
  return `${writeYear(year)}-W${pad(week)}-${weekdayOf(clock)}`
}

/** `2026-325` */
export function writeOrdinalDate(clock: Clock): string {
  return `${writeYear(clock.year)}-${pad(dayOfYear(clock), 3)}`
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** As in the headers of HTTP: always English, always GMT. */
export function writeHttpDate(nanos: bigint): string {
  const clock = clockIn(nanos, 'UTC')
  const day = `${pad(clock.day)} ${MONTHS[clock.month - 1]} ${writeYear(clock.year)}`
  return `${WEEKDAYS[weekdayOf(clock) - 1]}, ${day} ${writeTime(clock)} GMT`
}

/** The start of the day that clocks in a zone show, as milliseconds on the wall. */
export function startOfDay(now: number, zone: string): number {
  const clock = clockIn(nanosOf(now), zone)
  return (
    now +
    offsetAt(now, zone) -
    (clock.hour * 3_600_000 + clock.minute * 60_000 + clock.second * 1000 + clock.millisecond)
  )
}
