import { type Exact, readExact, timesPowerOfTen, timesPowerOfTwo, writeRounded } from './exact.ts'

/** From bytes up, each 1024 times the one before (Specification 2). */
export const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** Specification 2: what an amount may be typed in. */
export const INPUT_UNITS = ['B', 'KB', 'MB'] as const

export type InputUnit = (typeof INPUT_UNITS)[number]

const STEP_BITS = 10
const SIGNIFICANT = 3
/** What people write behind a number: B, byte, K, KB, KiB, in any case. */
const SIZE = /^(.*?)\s*(?:([kmgtpezy])(?:i?b)?|b|bytes?|字节)?$/iu
const PREFIXES = 'kmgtpezy'

/** Units also come from links and from pages that embed the tool. */
export function readUnit(value: string): InputUnit {
  return INPUT_UNITS.find((unit) => unit === value) ?? 'B'
}

/** Bytes of an amount in a unit. */
export function bytesOf(amount: Exact, unit: InputUnit): Exact {
  return timesPowerOfTwo(amount, UNITS.indexOf(unit) * STEP_BITS)
}

/** Bytes in the unit that is so many steps above bytes, of 1024 each. */
export function inSteps(bytes: Exact, steps: number): Exact {
  return timesPowerOfTwo(bytes, -steps * STEP_BITS)
}

/** Bytes in the unit that is so many steps above bytes, of 1000 each. */
export function inDecimalSteps(bytes: Exact, steps: number): Exact {
  return timesPowerOfTen(bytes, -steps * 3)
}

/** The largest unit of which there is at least one. */
function stepsOf(bytes: Exact): number {
  const { digits } = bytes
  const size = digits < 0n ? { ...bytes, digits: -digits } : bytes
  const isAtLeastOne = (_: string, steps: number) => {
    const amount = inSteps(size, steps)
    return amount.digits >= 10n ** BigInt(amount.scale)
  }
  return Math.max(UNITS.findLastIndex(isAtLeastOne), 0)
}

/** Three significant digits and a unit, as `formatBytes` of the kit writes it, for numbers of any length and sign. */
export function writeSize(bytes: Exact): string {
  if (bytes.digits === 0n) return '0 B'
  const steps = stepsOf(bytes)
  return `${writeRounded(inSteps(bytes, steps), SIGNIFICANT)} ${UNITS[steps]}`
}

/** Bytes of a size as people write it, `1.5 GB`; all units count in 1024, and without one it is bytes. */
export function readSize(text: string): Exact | 'long' | 'unreadable' {
  const [, number = '', prefix = ''] = SIZE.exec(text.normalize('NFKC').trim()) ?? []
  const amount = readExact(number)
  if (typeof amount === 'string') return amount
  return timesPowerOfTwo(amount, prefix === '' ? 0 : (PREFIXES.indexOf(prefix.toLowerCase()) + 1) * STEP_BITS)
}
