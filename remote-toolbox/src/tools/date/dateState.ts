import { readDate, readTimestamp, writeDate } from './readDate.ts'

const SECOND_MS = 1000
/** Specification 2: a day is 86400 seconds here, whatever the clocks do that night. */
const DAY_MS = 86_400 * SECOND_MS

/** What the two fields hold, and the instant both mean. */
export interface DateState {
  timestamp: string
  date: string
  /** Milliseconds; undefined until something was converted, and again while somebody types. */
  instant?: number
  /** Which field somebody typed into since. */
  edited?: 'date' | 'timestamp'
  /** Which field could not be read. */
  problem?: 'date' | 'timestamp'
}

export const EMPTY: DateState = { timestamp: '', date: '' }

/** Both fields for one instant; the timestamp in whole seconds. */
export function at(instant: number): DateState {
  if (Number.isNaN(new Date(instant).getTime())) return EMPTY
  return { timestamp: String(Math.floor(instant / SECOND_MS)), date: writeDate(instant), instant }
}

/** Writes the date of the typed timestamp; an empty field means now. */
export function convertTimestamp(state: DateState, now: number): DateState {
  if (state.timestamp.trim() === '') return at(now)
  const instant = state.instant ?? readTimestamp(state.timestamp)
  if (instant === undefined) return { ...state, instant: undefined, problem: 'timestamp' }
  return { timestamp: state.timestamp, date: writeDate(instant), instant }
}

/** Writes the timestamp of the typed date; an empty field means now. */
export function convertDate(state: DateState, now: number): DateState {
  if (state.date.trim() === '') return at(now)
  const instant = state.instant ?? readDate(state.date)
  if (instant === undefined) return { ...state, instant: undefined, problem: 'date' }
  return { ...at(instant), date: state.date }
}

/** Midnight of the local day. */
export function today(now: number): DateState {
  return at(new Date(now).setHours(0, 0, 0, 0))
}

/** A number of days later or earlier than what the fields mean, or than now when they are empty. */
export function shift(state: DateState, days: number, now: number): DateState {
  const typed = state.edited === 'date' ? readDate(state.date) : readTimestamp(state.timestamp)
  return at((state.instant ?? typed ?? now) + days * DAY_MS)
}
