import { useTranslation } from 'react-i18next'
import { i18n, ZONE_CHANGED } from './i18n.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The last instant of JavaScript, in both directions. */
const LAST_INSTANT = 8.64e15

/** Zones by their IANA names; "" is the clock of the browser. */
interface Zones {
  /** What times are shown and typed in. */
  own: string
  /** What times without a zone are in that came over the wire. */
  wire: string
}

let zones: Zones = { own: '', wire: '' }
const offsetFormats = new Map<string, Intl.DateTimeFormat>()

function offsetFormat(zone: string): Intl.DateTimeFormat {
  const known = offsetFormats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  offsetFormats.set(zone, made)
  return made
}

/** Whether this browser knows a zone by that name. */
export function isZone(name: string): boolean {
  try {
    return offsetFormat(name) !== undefined
  } catch {
    // Intl has no other way to ask.
    return false
  }
}

/** The zone of this browser. */
export function browserZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  // Systems without a zone name one that Intl itself refuses, such as Etc/Unknown.
  return isZone(zone) ? zone : 'UTC'
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds; before 1900 often odd seconds. */
export function offsetAt(instant: number, zone: string): number {
  if (zone === '') return -new Date(instant).getTimezoneOffset() * MINUTE_MS
  const text = offsetFormat(zone).format(Math.min(Math.max(instant, -LAST_INSTANT), LAST_INSTANT))
  const parts = /GMT([+\-−])(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (!parts) return 0
  const [, sign, hours, minutes, seconds = 0] = parts
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
  return sign === '+' ? size : -size
}

/**
 * The instant at which the clocks of a zone show a time, given as if it were UTC. Of a time they show twice it is the
 * first; one they leap over is read as if they had not, as dates in JavaScript do.
 */
export function instantOf(wall: number, zone: string): number {
  const before = offsetAt(wall - DAY_MS, zone)
  const early = wall - before
  if (offsetAt(early, zone) === before) return early
  const late = wall - offsetAt(wall + DAY_MS, zone)
  return late + offsetAt(late, zone) === wall ? late : early
}

/** The zones that times are read and written in. */
export const currentZones = (): Readonly<Zones> => zones

/** The zone of whoever looks, by its name. */
export const ownZone = (): string => zones.own || browserZone()

/** The same; the component renders again when another one is chosen. */
export function useOwnZone(): string {
  useTranslation()
  return ownZone()
}

/** Says which zones count from now on; one that this browser does not know is its own instead. */
export function setZones(next: Zones): void {
  const known = (zone: string) => (zone !== '' && isZone(zone) ? zone : '')
  const chosen = { own: known(next.own), wire: known(next.wire) }
  if (chosen.own === zones.own && chosen.wire === zones.wire) return
  zones = chosen
  // Whatever shows texts shows times among them.
  i18n.emit(ZONE_CHANGED)
}
