import { offsetAt } from '@windlass/shared-kit/i18n'
import { clockAt, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../parts/calendar.ts'

/** A mark of the axis: where it stands, from 0 to 1, and what it says. */
export interface Mark {
  at: number
  text: string
}

const STEPS = [
  ...[1, 5, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 7, 14, 30, 60, 90, 180, 365, 730, 1825, 3650].map((count) => count * DAY_MS),
]
/** So that they stand apart on a phone. */
const MOST_MARKS = 4

const pad = (value: number) => String(value).padStart(2, '0')

function write(wall: number, step: number): string {
  const { year, month, day, hour, minute, second } = clockAt(wall)
  if (step >= 180 * DAY_MS) return `${year}-${pad(month)}`
  if (step >= DAY_MS) return `${pad(month)}-${pad(day)}`
  return `${pad(hour)}:${pad(minute)}${step < MINUTE_MS ? `:${pad(second)}` : ''}`
}

/** Round times between two instants, as clocks of the zone show them. */
export function runsAxis(from: number, to: number, zone: string): Mark[] {
  const span = to - from
  const step =
    STEPS.find((size) => span / size <= MOST_MARKS) ??
    Number(STEPS.at(-1)) * Math.ceil(span / Number(STEPS.at(-1)) / MOST_MARKS)
  const wall = from + offsetAt(from, zone)
  const marks: Mark[] = []
  for (let next = Math.ceil(wall / step) * step; next <= wall + span; next += step) {
    // A change of the clocks in between moves what comes after it.
    const near = from + (next - wall)
    const instant = next - offsetAt(near, zone)
    const at = (instant - from) / span
    if (at >= 0 && at <= 1) marks.push({ at, text: write(next, step) })
  }
  return marks
}
