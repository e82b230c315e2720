import { DAY_MS, HOUR_MS } from './calendar.ts'
import { lastChange, nextChange, type ZoneChange } from './zonedTime.ts'

/** What daylight saving does to the clocks of a zone at an instant. */
export interface DaylightSaving {
  /** 'none': the zone has no seasons then. 'behind': by law the winter is the exception, and the clocks go back for it. */
  state: 'none' | 'standard' | 'ahead' | 'behind'
  /** How far the clocks are from standard time, in milliseconds. */
  shift: number
  last: ZoneChange | undefined
  next: ZoneChange | undefined
}

/** Longer than any summer, shorter than what was meant to last. */
const LONGEST_SEASON_MS = 330 * DAY_MS
const YEAR_MS = 366 * DAY_MS
/** Larger changes move a place to another zone, or over the date line. */
const LARGEST_SHIFT_MS = 2 * HOUR_MS

/** Where the law calls the time of the summer standard time. Intl does not tell. */
const SUMMER_IS_STANDARD: Readonly<Record<string, readonly [from: number, to: number]>> = {
  'Africa/Casablanca': [Date.UTC(2018, 9, 28), Number.POSITIVE_INFINITY],
  'Africa/El_Aaiun': [Date.UTC(2018, 9, 28), Number.POSITIVE_INFINITY],
  'Africa/Windhoek': [Date.UTC(1994, 2, 20), Date.UTC(2017, 9, 24)],
  'Europe/Dublin': [Date.UTC(1971, 9, 31), Number.POSITIVE_INFINITY],
}

const delta = (change: ZoneChange | undefined) => (change ? change.after - change.before : 0)
const isShift = (size: number) => size > 0 && size <= LARGEST_SHIFT_MS

function isSummerByName(instant: number, zone: string): boolean {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' }).format(instant)
  return /Daylight|Summer/.test(name)
}

function isNegative(instant: number, zone: string): boolean {
  const known = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone
  const [from, to] = SUMMER_IS_STANDARD[known] ?? [Number.POSITIVE_INFINITY, 0]
  return instant >= from && instant < to
}

/** Whether daylight saving is in force in a zone, told from the changes around it because Intl has no such question. */
export function daylightSavingAt(instant: number, zone: string): DaylightSaving {
  const last = lastChange(instant, zone)
  const next = nextChange(instant, zone)
  const isShort = last !== undefined && next !== undefined && next.at - last.at < LONGEST_SEASON_MS
  const [rise, fall] = [delta(last), -delta(next)]
  const isLow = isShift(-rise) && isShift(-fall)
  if (isNegative(instant, zone)) {
    const state = isLow ? 'behind' : 'standard'
    return { state, shift: isLow ? rise : 0, last, next }
  }
  if ((isShort && isShift(rise) && isShift(fall)) || isSummerByName(instant, zone)) {
    return { state: 'ahead', shift: isShift(fall) ? fall : rise, last, next }
  }
  const hasSeasons = [last, next].some((change) => change && Math.abs(change.at - instant) < YEAR_MS)
  return { state: hasSeasons ? 'standard' : 'none', shift: 0, last, next }
}
