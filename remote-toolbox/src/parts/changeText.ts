import type { LanguageCode } from '@windlass/shared-kit/i18n'
import { clockAt, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './calendar.ts'
import type { ZoneChange } from './zonedTime.ts'

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** "1 hour", "30 minutes", "6 minutes 32 seconds"; without a sign. */
export function durationText(milliseconds: number, language: LanguageCode): string {
  const size = Math.abs(milliseconds)
  const parts = [
    ['hour', Math.floor(size / HOUR_MS)],
    ['minute', Math.floor((size % HOUR_MS) / MINUTE_MS)],
    ['second', Math.floor((size % MINUTE_MS) / SECOND_MS)],
  ] as const
  return parts
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    .join(' ')
}

/** Months are left out, because no two of them are equally long. */
const YEAR_MS = 365.2425 * DAY_MS
const SPANS = [
  ['year', YEAR_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const

/**
 * How long, in the largest unit and the one below it: "1 day 19 hours". Words like "tomorrow" would promise a day of the
 * calendar, and a span does not know one.
 */
export function spanText(milliseconds: number, language: LanguageCode, style: 'long' | 'short' = 'long'): string {
  const size = Math.max(Math.abs(milliseconds), SECOND_MS)
  const largest = SPANS.findIndex(([, length]) => size >= length)
  let rest = size
  const counted = SPANS.slice(largest, largest + 2).map(([unit, length]) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return { unit, count }
  })
  return counted
    .filter(({ count }) => count > 0)
    .map(({ unit, count }) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: style }).format(count),
    )
    .join(' ')
}

/** What clocks show before and after a change: the day, and the two times; the second with its day if it is another one. */
export function changeClocks({ at, before, after }: ZoneChange): { day: string; from: string; to: string } {
  const write = (wall: number) => {
    const { year, month, day, hour, minute, second } = clockAt(wall)
    return {
      day: `${pad(year, 4)}-${pad(month)}-${pad(day)}`,
      time: `${pad(hour)}:${pad(minute)}${second > 0 ? `:${pad(second)}` : ''}`,
    }
  }
  const [from, to] = [write(at + before), write(at + after)]
  return { day: from.day, from: from.time, to: to.day === from.day ? to.time : `${to.day} ${to.time}` }
}
