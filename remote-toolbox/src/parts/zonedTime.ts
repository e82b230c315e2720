import { isZone, offsetAt, ownZone } from '@windlass/shared-kit/i18n'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './calendar.ts'

/** The last instant of JavaScript, in both directions. */
export const LAST_INSTANT = 8.64e15

/** A moment at which the clocks of a zone are changed. Offsets are milliseconds ahead of UTC. */
export interface ZoneChange {
  at: number
  before: number
  after: number
}

/** The instants at which the clocks of a zone show a time: none when they are put forward over it, two when back. */
export type Meaning =
  | { kind: 'once'; instant: number }
  | { kind: 'never' | 'twice'; earlier: number; later: number; change: ZoneChange }

/** The zone somebody chose; "" and names that nobody knows mean the one of whoever looks. */
export function zoneOrLocal(zone: string): string {
  return zone !== '' && isZone(zone) ? zone : ownZone()
}

/** Finds the second of a change between two instants, given that there is one. */
function changeBetween(from: number, to: number, zone: string): ZoneChange {
  const before = offsetAt(from, zone)
  let low = Math.floor(from / SECOND_MS)
  let high = Math.ceil(to / SECOND_MS)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * SECOND_MS, zone) === before) low = middle
    else high = middle
  }
  const at = high * SECOND_MS
  return { at, before, after: offsetAt(at, zone) }
}

/** What a time on the wall means in a zone. */
export function meaningOf(wall: number, zone: string): Meaning {
  const [before, after] = [wall - DAY_MS, wall + DAY_MS]
  const offsets = new Set([before, wall, after].map((probe) => offsetAt(probe, zone)))
  const instants = [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(instant, zone) === wall)
    .sort((left, right) => left - right)
  const [first, second] = instants
  if (first !== undefined && second === undefined) return { kind: 'once', instant: first }
  if (first !== undefined && second !== undefined) {
    return { kind: 'twice', earlier: first, later: second, change: changeBetween(first, second, zone) }
  }
  const change = changeBetween(before, after, zone)
  return { kind: 'never', earlier: wall - change.after, later: wall - change.before, change }
}

/** Seasons last weeks at least; far away, only lasting changes are looked for. */
const NEAR = { step: 7 * DAY_MS, end: 3 * 366 * DAY_MS }
const FAR = { step: 28 * DAY_MS, end: 150 * 366 * DAY_MS }

function search(instant: number, zone: string, direction: 1 | -1): ZoneChange | undefined {
  const here = offsetAt(instant, zone)
  let distance = 0
  while (distance < FAR.end) {
    const step = distance < NEAR.end ? NEAR.step : FAR.step
    const [near, far] = [instant + direction * distance, instant + direction * (distance + step)]
    if (Math.abs(near) > LAST_INSTANT) return undefined
    if (offsetAt(far, zone) !== here) {
      return direction === 1 ? changeBetween(near, far, zone) : changeBetween(far, near, zone)
    }
    distance += step
  }
  return undefined
}

/** The first change after an instant, as far as anybody knows. */
export function nextChange(instant: number, zone: string): ZoneChange | undefined {
  return search(instant, zone, 1)
}

/** The last change before or at an instant. */
export function lastChange(instant: number, zone: string): ZoneChange | undefined {
  return search(instant, zone, -1)
}

/** `+05:30`; with seconds where a zone has them. */
export function writeOffset(offset: number): string {
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0')
  const size = Math.abs(offset)
  const seconds = (size % MINUTE_MS) / SECOND_MS
  const text = `${two(size / HOUR_MS)}:${two((size % HOUR_MS) / MINUTE_MS)}`
  return `${offset < 0 ? '-' : '+'}${text}${seconds > 0 ? `:${two(seconds)}` : ''}`
}
