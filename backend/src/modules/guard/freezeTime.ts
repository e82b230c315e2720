import { failed } from '../../platform/errors.ts'

/** When a freeze window holds. */
export interface FreezeTimes {
  kind: string
  /** Once: milliseconds since 1970. */
  startTime: number
  endTime: number
  /** Weekly: digits of the weekdays on which it begins, 0 is Sunday. */
  days: string
  startClock: string
  minutes: number
  zone: string
}

/** One time in which it holds, in milliseconds since 1970. */
export interface Span {
  start: number
  end: number
}

const DAYS_LOOKED_AT = 15

/** Reads a local time of a zone. @throws AppError when it is none, or does not exist there because clocks skip it */
export function zonedTime(text: string, zone: string): number {
  let local: Temporal.PlainDateTime
  try {
    local = Temporal.PlainDateTime.from(text.replace(' ', 'T'))
  } catch (error) {
    throw failed(`"${text}" is no time; write it as 2026-12-24 18:00:00`, { cause: String(error) })
  }
  try {
    return local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
  } catch (error) {
    throw failed(`"${zone}" is no time zone; use a name such as Europe/Berlin or Asia/Shanghai`, {
      cause: String(error),
    })
  }
}

/** A time as it reads on the clocks of a zone. */
export const inZone = (ms: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')

/** The span that holds at a moment, or else begins next after it; undefined when none ever will. */
export function nextSpan(times: FreezeTimes, now: number): Span | undefined {
  if (times.kind === 'once') {
    return times.endTime > now ? { start: times.startTime, end: times.endTime } : undefined
  }
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(times.zone).toPlainDate()
  const clock = Temporal.PlainTime.from(times.startClock)
  // A span may have begun a week ago and a minute less, and the next one begins within a week.
  for (let offset = -7; offset < DAYS_LOOKED_AT; offset += 1) {
    const day = today.add({ days: offset })
    // Temporal counts Monday as 1 and Sunday as 7.
    if (!times.days.includes(String(day.dayOfWeek % 7))) continue
    const start = day.toZonedDateTime({ timeZone: times.zone, plainTime: clock })
    const end = start.add({ minutes: times.minutes })
    if (end.epochMilliseconds > now) return { start: start.epochMilliseconds, end: end.epochMilliseconds }
  }
  return undefined
}
