import { isZone } from '@windlass/shared-kit/i18n'
import {
  DAY_MS,
  type Day,
  dayAt,
  daysInMonth,
  firstMonday,
  HOUR_MS,
  isLeapYear,
  MINUTE_MS,
  SECOND_MS,
  wallOf,
  weeksInYear,
} from '../../parts/calendar.ts'
import { plainDate } from './plainDate.ts'

/** A date as it was written: what the clock shows, and where the clock is if that was said. */
export interface WrittenDate {
  /** Milliseconds, counted as if the clock stood in Greenwich. */
  wall: number
  /** Nanoseconds of the last millisecond. */
  nanos: number
  /** Milliseconds ahead of UTC. */
  offset?: number
  zone?: string
}

/** Why a text is no date; the key of a text below `date`, with its values. */
export interface DateProblem {
  problem:
    | `no${'Date' | 'Month' | 'Day' | 'Hour' | 'Minute' | 'Second' | 'Week' | 'DayOfYear' | 'Offset' | 'Zone'}`
    | 'tooFar'
  values?: Readonly<Record<string, number | string>>
}

const DAY = '[+-]?[\\dW/.-]+'
const TIME = '(\\d{1,2})(?::?(\\d{2})(?::?(\\d{2})(?:[.,](\\d+))?)?)?(?:\\s*([ap])\\.?m\\.?)?'
const PLACE = '(Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2}(?::?\\d{2})?)?)'
const SHAPE = new RegExp(`^(${DAY})(?:(?:T|\\s+)${TIME}\\s*${PLACE}?)?\\s*(?:\\[([\\w/+-]+)\\])?$`, 'i')

const YEAR = '([+-]\\d{6}|\\d{4})'
const CALENDAR = new RegExp(`^${YEAR}([-/.])(\\d{1,2})(?:\\2(\\d{1,2}))?$`)
const BASIC = /^(\d{4})(\d{2})(\d{2})$/
const WEEK = new RegExp(`^${YEAR}-?W(\\d{2})(?:-?(\\d))?$`, 'i')
const ORDINAL = new RegExp(`^${YEAR}-?(\\d{3})$`)

const yearText = (year: number) => String(year).padStart(4, '0')

function checkDay(day: Day): Day | DateProblem {
  if (day.month < 1 || day.month > 12) return { problem: 'noMonth' }
  const count = daysInMonth(day.year, day.month)
  const month = `${yearText(day.year)}-${String(day.month).padStart(2, '0')}`
  return day.day >= 1 && day.day <= count ? day : { problem: 'noDay', values: { month, total: count } }
}

function readWeek([, year, week, day = '1']: RegExpExecArray): Day | DateProblem {
  const count = weeksInYear(Number(year))
  if (Number(week) < 1 || Number(week) > count)
    return { problem: 'noWeek', values: { year: Number(year), total: count } }
  if (Number(day) < 1 || Number(day) > 7) return { problem: 'noDate' }
  return dayAt(firstMonday(Number(year)) + (Number(week) - 1) * 7 + Number(day) - 1)
}

function readOrdinal([, year, day]: RegExpExecArray): Day | DateProblem {
  const count = isLeapYear(Number(year)) ? 366 : 365
  if (Number(day) < 1 || Number(day) > count)
    return { problem: 'noDayOfYear', values: { year: Number(year), total: count } }
  return dayAt(wallOf({ year: Number(year), month: 1, day: 1 }) / DAY_MS + Number(day) - 1)
}

function readDay(text: string): Day | DateProblem {
  const calendar = CALENDAR.exec(text)
  if (calendar) {
    const [, year, , month, day = '1'] = calendar
    return checkDay({ year: Number(year), month: Number(month), day: Number(day) })
  }
  const basic = BASIC.exec(text)
  if (basic) return checkDay({ year: Number(basic[1]), month: Number(basic[2]), day: Number(basic[3]) })
  const week = WEEK.exec(text)
  if (week) return readWeek(week)
  const ordinal = ORDINAL.exec(text)
  return ordinal ? readOrdinal(ordinal) : { problem: 'noDate' }
}

interface Time {
  /** Milliseconds since midnight. */
  wall: number
  nanos: number
}

function readTime([hour = '0', minute = '0', second = '0', fraction = '', half]: readonly (string | undefined)[]):
  | Time
  | DateProblem {
  const isHalf = half !== undefined
  // Midnight may also be the end of its day; with am and pm the twelve stands for zero.
  const isEnd = hour === '24' && Number(minute) === 0 && Number(second) === 0 && Number(fraction) === 0 && !isHalf
  const isHour = isHalf ? Number(hour) >= 1 && Number(hour) <= 12 : Number(hour) < 24
  if (!isHour && !isEnd) return { problem: 'noHour' }
  if (Number(minute) > 59) return { problem: 'noMinute' }
  if (Number(second) > 59) return { problem: 'noSecond' }
  const hours = isHalf ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  const digits = fraction.slice(0, 9).padEnd(9, '0')
  return {
    wall: hours * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * SECOND_MS + Number(digits.slice(0, 3)),
    nanos: Number(digits.slice(3)),
  }
}

function readOffset(text: string): number | DateProblem {
  if (/^[a-z]+$/i.test(text)) return 0
  const digits = text.slice(1).replaceAll(':', '').padEnd(6, '0')
  const [hours, minutes, seconds] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].map(Number)
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return { problem: 'noOffset' }
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
  return text.startsWith('-') ? -size : size
}

/**
 * Reads ISO 8601: days, weeks and days of the year, with or without separators, time, fraction, offset and zone; and the
 * other ways to write a date that `plainDate` knows.
 */
export function readDate(text: string): WrittenDate | DateProblem {
  const parts = SHAPE.exec(plainDate(text))
  if (!parts) return { problem: 'noDate' }
  const [, dayText = '', ...rest] = parts
  const [placeText, zone] = rest.slice(5)
  const day = readDay(dayText)
  if ('problem' in day) return day
  const time = readTime(rest.slice(0, 5))
  if ('problem' in time) return time
  const offset = placeText === undefined ? undefined : readOffset(placeText)
  if (typeof offset === 'object') return offset
  if (zone !== undefined && !isZone(zone)) return { problem: 'noZone', values: { zone } }
  return {
    wall: wallOf(day) + time.wall,
    nanos: time.nanos,
    ...(offset !== undefined && { offset }),
    ...(zone !== undefined && { zone }),
  }
}
