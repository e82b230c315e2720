/** What a timestamp counts. */
export type Unit = 's' | 'ms' | 'us' | 'ns'

export const UNITS: readonly Unit[] = ['s', 'ms', 'us', 'ns']

const NANOS: Readonly<Record<Unit, bigint>> = { s: 1_000_000_000n, ms: 1_000_000n, us: 1000n, ns: 1n }
const DIGITS: Readonly<Record<Unit, number>> = { s: 9, ms: 6, us: 3, ns: 0 }
/** The last instant of JavaScript: 8.64e15 milliseconds. */
const LAST_NANOS = 8_640_000_000_000_000_000_000n

const GROUPED = /^-?\d{1,3}(?:([,_' ])\d{3})(?:\1\d{3})*(?:\.\d+)?$/
const NUMBER = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** Nanoseconds since 1970, or why there is no such instant. */
export type ReadTimestamp =
  | { nanos: bigint; unit: Unit; isGuessed: boolean }
  | { problem: 'noTimestamp' | 'tooFar'; unit?: Unit }

/** Specification 2: ten digits are seconds. Sixteen and nineteen can only be finer counts; all others are milliseconds. */
export function unitOf(digits: number): Unit {
  if (digits === 10) return 's'
  if (digits === 16) return 'us'
  return digits === 19 ? 'ns' : 'ms'
}

export function isInRange(nanos: bigint): boolean {
  return nanos >= -LAST_NANOS && nanos <= LAST_NANOS
}

/** Reads a count of seconds or of parts of them, with a fraction if need be; finer than nanoseconds is cut off. */
export function readTimestamp(text: string, chosen?: Unit): ReadTimestamp {
  const written = text.trim()
  const plain = GROUPED.test(written) ? written.replace(/[,_' ]/g, '') : written
  const parts = NUMBER.exec(plain)
  if (!parts) return { problem: 'noTimestamp' }
  const [, sign, whole = '', fraction = ''] = parts
  const unit = chosen ?? unitOf(whole.length)
  const rest = fraction.slice(0, DIGITS[unit]).padEnd(DIGITS[unit], '0')
  const size = BigInt(whole) * NANOS[unit] + BigInt(rest || '0')
  const nanos = sign === '-' ? -size : size
  return isInRange(nanos) ? { nanos, unit, isGuessed: chosen === undefined } : { problem: 'tooFar', unit }
}

/** Rounds towards the past, so that a moment never lies before the second it belongs to. */
export function floorDivide(value: bigint, by: bigint): bigint {
  const whole = value / by
  return value < 0n && whole * by !== value ? whole - 1n : whole
}

/** Whole units since 1970; what is finer than the unit is left out. */
export function writeTimestamp(nanos: bigint, unit: Unit): string {
  return String(floorDivide(nanos, NANOS[unit]))
}

/** Milliseconds since 1970, for everything that counts like JavaScript. */
export function millisecondsOf(nanos: bigint): number {
  return Number(floorDivide(nanos, NANOS.ms))
}

export function nanosOf(milliseconds: number): bigint {
  return BigInt(milliseconds) * NANOS.ms
}
