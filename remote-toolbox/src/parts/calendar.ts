// Our own arithmetic, because `Date` counts the years 0 to 99 from 1900 and has no room for a zone beyond its last day.
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A day of the calendar that everybody uses today, also for the years before it began. */
export interface Day {
  year: number
  /** 1 to 12. */
  month: number
  /** 1 to 31. */
  day: number
}

/** The date and time that clocks on a wall show. */
export interface Clock extends Day {
  hour: number
  minute: number
  second: number
  millisecond: number
}

const DAYS_PER_ERA = 146_097
const DAYS_TO_EPOCH = 719_468

/** Days from 1970-01-01 to a day; months and days beyond their range are not checked. */
export function daysTo({ year, month, day }: Day): number {
  // Years that begin in March have the leap day at their end.
  const years = month > 2 ? year : year - 1
  const era = Math.floor(years / 400)
  const yearOfEra = years - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_PER_ERA + dayOfEra - DAYS_TO_EPOCH
}

/** The day that is so many days after 1970-01-01. */
export function dayAt(days: number): Day {
  const shifted = days + DAYS_TO_EPOCH
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  }
}

/** What clocks show, from milliseconds that are counted as if they stood in Greenwich. */
export function clockAt(wall: number): Clock {
  const days = Math.floor(wall / DAY_MS)
  const rest = wall - days * DAY_MS
  return {
    ...dayAt(days),
    hour: Math.floor(rest / HOUR_MS),
    minute: Math.floor((rest % HOUR_MS) / MINUTE_MS),
    second: Math.floor((rest % MINUTE_MS) / SECOND_MS),
    millisecond: rest % SECOND_MS,
  }
}

/** The milliseconds of what clocks show, counted as if they stood in Greenwich. */
export function wallOf(clock: Day & Partial<Clock>): number {
  const { hour = 0, minute = 0, second = 0, millisecond = 0 } = clock
  return daysTo(clock) * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + millisecond
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: Day): number {
  // 1970-01-01 was a Thursday.
  return ((((daysTo(day) + 3) % 7) + 7) % 7) + 1
}

/** 1 for the first of January. */
export function dayOfYear(day: Day): number {
  return daysTo(day) - daysTo({ year: day.year, month: 1, day: 1 }) + 1
}

/** Monday of week 1, which is the week of the fourth of January (ISO 8601). */
export function firstMonday(year: number): number {
  const fourth = { year, month: 1, day: 4 }
  return daysTo(fourth) - weekdayOf(fourth) + 1
}

export function weeksInYear(year: number): number {
  return (firstMonday(year + 1) - firstMonday(year)) / 7
}

/** The week of a day, and the year that the week belongs to (ISO 8601). */
export function weekOf(day: Day): { year: number; week: number } {
  const thursday = daysTo(day) - weekdayOf(day) + 4
  const { year } = dayAt(thursday)
  return { year, week: (thursday - 3 - firstMonday(year)) / 7 + 1 }
}
