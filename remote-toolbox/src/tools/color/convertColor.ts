import { BLACK, MAX_CHANNEL, type Rgb, readHex, writeHex, writeRgb } from './rgb.ts'

/** What a conversion gives. */
export interface Conversion {
  /** Which field it was converted from. */
  from: 'hex' | 'rgb'
  /** What the specification asks for, also where the input was not a colour. */
  text: string
  /** What is shown as the colour. */
  color: Rgb
  /** `invalid`: not a colour, so black; `range`: a number that no screen has, so the nearest is shown. */
  problem?: 'invalid' | 'range'
}

/** Specification 2: six hex digits, and anything else gives rgb(0, 0, 0). */
export function convertHex(text: string): Conversion {
  const color = readHex(text)
  if (!color) return { from: 'hex', text: writeRgb(BLACK), color: BLACK, problem: 'invalid' }
  return { from: 'hex', text: writeRgb(color), color }
}

const MAX_DIGITS = 1000
const INTEGER = /^[+-]?\d+$/
const MAX = BigInt(MAX_CHANNEL)
const clamp = (value: bigint) => Number(value < 0n ? 0n : value > MAX ? MAX : value)

/** The numbers between the commas. The word and the brackets around them may be missing, or typed on a Chinese keyboard. */
function readIntegers(text: string): bigint[] | undefined {
  const plain = text.slice(0, MAX_DIGITS).normalize('NFKC')
  const parts = plain.replace(/rgb|[()]/gi, '').split(',')
  const integers = parts.map((part) => part.trim())
  return integers.length === 3 && integers.every((part) => INTEGER.test(part)) ? integers.map(BigInt) : undefined
}

/**
 * Specification 2: three integers, each written in hex as it is, with at least two digits. Without a check of the range,
 * 256 gives three digits and -1 keeps its sign; then the text is no colour, and the problem says so.
 */
export function convertRgb(text: string): Conversion {
  const integers = readIntegers(text)
  if (!integers) return { from: 'rgb', text: writeHex(BLACK), color: BLACK, problem: 'invalid' }
  const hex = integers.map((value) => value.toString(16).padStart(2, '0'))
  const [red = 0, green = 0, blue = 0] = integers.map(clamp)
  const isInRange = integers.every((value) => value >= 0n && value <= MAX)
  return {
    from: 'rgb',
    text: `#${hex.join('')}`.toUpperCase(),
    color: { red, green, blue },
    ...(!isInRange && { problem: 'range' as const }),
  }
}
