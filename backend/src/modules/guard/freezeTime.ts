import { type Span, spansFrom } from '../../platform/weeklyWindow.ts'

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

/** The span that holds at a moment, or else begins next after it; undefined when none ever will. */
export function nextSpan(times: FreezeTimes, now: number): Span | undefined {
  if (times.kind === 'once') {
    return times.endTime > now ? { start: times.startTime, end: times.endTime } : undefined
  }
  return spansFrom({ ...times, days: [...times.days].map(Number) }, now)[0]
}
