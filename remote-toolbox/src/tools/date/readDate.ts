const SECONDS_DIGITS = 10
const LOCAL = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?$/

const orNothing = (instant: number) => (Number.isNaN(new Date(instant).getTime()) ? undefined : instant)

/** Specification 2: ten digits are seconds; everything else is milliseconds. */
export function isSeconds(text: string): boolean {
  return text.trim().length === SECONDS_DIGITS
}

/** The instant, in milliseconds, that a typed timestamp means; undefined when it means none. */
export function readTimestamp(text: string): number | undefined {
  const digits = text.trim()
  if (!/^-?\d+$/.test(digits)) return undefined
  return orNothing(Number(digits) * (isSeconds(digits) ? 1000 : 1))
}

/** The instant that a typed date means: in local time unless it says its zone; undefined when there is no such day. */
export function readDate(text: string): number | undefined {
  const written = text.trim()
  if (written === '') return undefined
  const parts = LOCAL.exec(written)
  if (!parts) return orNothing(Date.parse(written))
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const date = new Date(year, month - 1, day, hour, minute, second, Number((parts[7] ?? '').padEnd(3, '0')))
  // Years below 100 would otherwise count from 1900.
  date.setFullYear(year, month - 1, day)
  const isSame = date.getMonth() === month - 1 && date.getDate() === day && hour < 24 && minute < 60 && second < 60
  return isSame ? date.getTime() : undefined
}

/** `YYYY-MM-DD HH:MM:SS` in local time. */
export function writeDate(instant: number): string {
  const date = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  const year = String(date.getFullYear()).padStart(4, '0')
  const day = `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
