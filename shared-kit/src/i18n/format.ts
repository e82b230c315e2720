import { currentLanguage, type LanguageCode } from './i18n.ts'
import { currentZones, instantOf, offsetAt, ownZone } from './zone.ts'

type TimeValue = Date | number | string

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const
const SECONDS_DIGITS = 10

const localeOf = (language: LanguageCode) => (language === 'zh-cn' ? 'zh-CN' : 'en')

const HAS_ZONE = /(?:Z|[+-]\d\d:\d\d)$/i
const HAS_CLOCK = /[ T]\d\d:\d\d/
/** Of `YYYY-MM-DD HH:MM:SS`. */
const CLOCK_LENGTH = 19
/** Of `YYYY-MM-DDTHH:MM`. */
const FIELD_LENGTH = 16

/** The instant of a time without zone, as the clocks of a zone show it; NaN for none. */
function readWall(text: string, zone: string): number {
  const clock = HAS_CLOCK.test(text) ? text.replace(' ', 'T') : `${text}T00:00`
  const wall = Date.parse(`${clock}Z`)
  return Number.isNaN(wall) ? wall : instantOf(wall, zone)
}

function wallText(date: Date, zone: string): string {
  const instant = date.getTime()
  return new Date(instant + offsetAt(instant, zone)).toISOString().slice(0, CLOCK_LENGTH).replace('T', ' ')
}

/** Understands wire timestamps (time of the server, without zone), milliseconds, and 10-digit seconds; undefined when unset. */
export function parseTimestamp(value: TimeValue): Date | undefined {
  if (value instanceof Date) return value
  if (value === '') return undefined
  const isNumeric = typeof value === 'number' || /^\d+$/.test(value)
  const date = isNumeric
    ? new Date(Number(value) * (String(value).length === SECONDS_DIGITS ? 1000 : 1))
    : new Date(HAS_ZONE.test(value) ? value.replace(' ', 'T') : readWall(value, currentZones().wire))
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** `YYYY-MM-DD HH:MM:SS` in the zone of whoever looks, the same in every language so that columns line up; '' when unset. */
export function formatDateTime(value: TimeValue): string {
  const date = parseTimestamp(value)
  return date ? wallText(date, currentZones().own) : ''
}

/** `+05:45`, how far the clocks of a zone are ahead of UTC at an instant. */
export function formatOffset(instant: number, zone: string): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const offset = offsetAt(instant, zone)
  const minutes = Math.floor(Math.abs(offset) / 60_000)
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The exact time with its zone, for whoever points at a time; '' when unset. */
export function formatZonedTime(value: TimeValue): string {
  const date = parseTimestamp(value)
  if (!date) return ''
  const zone = ownZone()
  const offset = zone === 'UTC' ? '' : ` (UTC${formatOffset(date.getTime(), zone)})`
  return `${wallText(date, zone)} ${zone.replaceAll('_', ' ')}${offset}`
}

/** A time as it is sent where the wire has no zone: by the clock of the server. */
export function wireTimestamp(value: TimeValue): string {
  const date = parseTimestamp(value)
  return date ? wallText(date, currentZones().wire) : ''
}

/** A time as a field for date and time takes it, `YYYY-MM-DDTHH:MM`; '' when unset. */
export function fieldTime(value: TimeValue, zone: string = currentZones().own): string {
  const date = parseTimestamp(value)
  return date ? wallText(date, zone).slice(0, FIELD_LENGTH).replace(' ', 'T') : ''
}

/** What a field for a day, or for date and time, means in the zone of whoever looks, in milliseconds; NaN while it says nothing. */
export function readField(text: string): number {
  return readWall(text, currentZones().own)
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/**
 * "3 min ago"; show the exact time on hover beside it.
 * @param language the console's when absent; pieces that may stand in somebody else's page give theirs from `useLanguage`
 */
export function formatRelativeTime(
  value: TimeValue,
  now: number = Date.now(),
  language: LanguageCode = currentLanguage(),
): string {
  const date = parseTimestamp(value)
  if (!date) return ''
  const seconds = Math.round((date.getTime() - now) / 1000)
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1]
  // "Next year" is said of the calendar, and may not be where these many seconds lead.
  const numeric = seconds === 0 ? 'auto' : 'always'
  return new Intl.RelativeTimeFormat(localeOf(language), { numeric, style: 'short' }).format(
    Math.trunc(seconds / size),
    unit,
  )
}

/**
 * A number with the separators of a language.
 * @param language the console's when absent; pieces that may stand in somebody else's page give theirs from `useLanguage`
 */
export function formatNumber(
  value: number,
  options?: Intl.NumberFormatOptions,
  language: LanguageCode = currentLanguage(),
): string {
  return new Intl.NumberFormat(localeOf(language), options).format(value)
}

/** 1024-based size with three significant digits and a unit from B to YB (Specification 2). */
export function formatBytes(bytes: number): string {
  if (!(bytes > 0)) return '0 B'
  let size = bytes
  let step = 0
  // A logarithm would take what is just below the next unit for that unit; dividing by 1024 is exact.
  for (; size >= 1024 && step < UNITS.length - 1; step += 1) size /= 1024
  return `${Number(size.toPrecision(3))} ${UNITS[step]}`
}

/** `mm:ss` between two times; minutes may exceed 59, and it is 00:00 when not positive. */
export function formatElapsed(from: TimeValue, to: TimeValue): string {
  const start = parseTimestamp(from)?.getTime() ?? 0
  const end = parseTimestamp(to)?.getTime() ?? 0
  const seconds = start && end > start ? Math.floor((end - start) / 1000) : 0
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}
