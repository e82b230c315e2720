import { currentLanguage, type LanguageCode } from './i18n.ts'

type TimeValue = Date | number | string

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const
const SECONDS_DIGITS = 10

const localeOf = (language: LanguageCode) => (language === 'zh-cn' ? 'zh-CN' : 'en')

/** Understands wire timestamps (local time without zone), milliseconds, and 10-digit seconds; undefined when unset. */
export function parseTimestamp(value: TimeValue): Date | undefined {
  if (value instanceof Date) return value
  if (value === '') return undefined
  const isNumeric = typeof value === 'number' || /^\d+$/.test(value)
  const date = isNumeric
    ? new Date(Number(value) * (String(value).length === SECONDS_DIGITS ? 1000 : 1))
    : new Date(value.replace(' ', 'T'))
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** `YYYY-MM-DD HH:MM:SS` in local time, the same in every language so that columns line up; '' when unset. */
export function formatDateTime(value: TimeValue): string {
  const date = parseTimestamp(value)
  if (!date) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
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
  return new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto', style: 'short' }).format(
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
