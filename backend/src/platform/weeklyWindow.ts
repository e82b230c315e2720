/**
 * A stretch of time that comes again each week. It begins by the clock on the wall of its zone and lasts its minutes as
 * they pass: over a night in which the clocks change it ends an hour earlier or later by that clock.
 */
export interface WeeklyWindow {
  /** Weekdays on which it begins; 0 is Sunday. */
  days: readonly number[]
  /** `HH:MM` */
  startClock: string
  /** At most a week. */
  minutes: number
  zone: string
}

/** One time in which a window holds, in milliseconds since 1970. */
export interface Span {
  start: number
  end: number
}

/** A window may have begun a week ago, and the next one begins within a week. */
const LOOK_BACK_DAYS = 8
const LOOK_AHEAD_DAYS = 8

/** The spans of a window around a moment that have not ended by then, by their beginning. */
export function spansFrom({ days, startClock, minutes, zone }: WeeklyWindow, now: number): Span[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const clock = Temporal.PlainTime.from(startClock)
  const spans: Span[] = []
  for (let offset = -LOOK_BACK_DAYS; offset <= LOOK_AHEAD_DAYS; offset += 1) {
    const day = today.add({ days: offset })
    // Temporal counts Monday as 1 and Sunday as 7.
    if (!days.includes(day.dayOfWeek % 7)) continue
    const start = day.toZonedDateTime({ timeZone: zone, plainTime: clock })
    const end = start.add({ minutes }).epochMilliseconds
    if (end > now) spans.push({ start: start.epochMilliseconds, end })
  }
  return spans
}
