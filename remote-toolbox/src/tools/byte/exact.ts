/** A decimal number without rounding: digits / 10 ** scale. */
export interface Exact {
  digits: bigint
  /** Never negative; 0 for whole numbers, and otherwise the last digit is not 0. */
  scale: number
}

/** So that a typing mistake in an exponent cannot freeze the page. */
export const MAX_DIGITS = 1000

const TEN = 10n
const GROUPED = /^([+-]?\d{1,3})([,_' ])\d{3}(?:\2\d{3})*(?:\.\d*)?$/
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

const make = (digits: bigint, scale: number): Exact => {
  let [reducedDigits, reducedScale] = [digits, scale]
  while (reducedScale > 0 && reducedDigits % TEN === 0n) {
    reducedDigits /= TEN
    reducedScale -= 1
  }
  return { digits: reducedDigits, scale: reducedScale }
}

/** Takes separators of thousands away, and writes what other keyboards type as plain digits and signs. */
function plain(text: string): string {
  const typed = text.normalize('NFKC').replace('−', '-').trim()
  return GROUPED.test(typed) ? typed.replace(/[,_' ]/g, '') : typed
}

/** Reads a decimal number as it is written, with or without an exponent; a word says why it cannot. */
export function readExact(text: string): Exact | 'long' | 'unreadable' {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(plain(text)) ?? []
  if (whole + fraction === '') return 'unreadable'
  const shift = Number(exponent)
  if (whole.length + fraction.length + Math.abs(shift) > MAX_DIGITS) return 'long'
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - shift
  return scale < 0 ? make(digits * TEN ** BigInt(-scale), 0) : make(digits, scale)
}

/** The number times 2 ** exponent, which is exact also where the exponent is negative: a half is five tenths. */
export function timesPowerOfTwo({ digits, scale }: Exact, exponent: number): Exact {
  if (exponent >= 0) return make(digits * 2n ** BigInt(exponent), scale)
  return make(digits * 5n ** BigInt(-exponent), scale - exponent)
}

/** The number times 10 ** exponent. */
export function timesPowerOfTen({ digits, scale }: Exact, exponent: number): Exact {
  const moved = scale - exponent
  return moved < 0 ? make(digits * TEN ** BigInt(-moved), 0) : make(digits, moved)
}

/** All digits, no exponent. */
export function writeExact({ digits, scale }: Exact): string {
  const sign = digits < 0n ? '-' : ''
  const text = String(digits)
    .replace('-', '')
    .padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  return scale === 0 ? sign + whole : `${sign}${whole}.${text.slice(-scale)}`
}

/** The whole part in groups of three. */
export function group(text: string): string {
  const [whole = '', ...fraction] = text.split('.')
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.')
}

/** From so many digits before the point on, numbers in scripts are written with an exponent. */
const LONGEST_PLAIN = 21

/** A number that is not 0, rounded half away from 0 to so many significant digits, in the form that numbers take in scripts. */
export function writeRounded({ digits, scale }: Exact, significant: number, longestPlain = LONGEST_PLAIN): string {
  const sign = digits < 0n ? '-' : ''
  const all = String(digits).replace('-', '')
  const cut = Math.max(all.length - significant, 0)
  const half = cut > 0 ? 5n * TEN ** BigInt(cut - 1) : 0n
  const rounded = String((BigInt(all) + half) / TEN ** BigInt(cut)).replace(/0+$/, '')
  const exponent = Math.max(String(BigInt(all) + half).length, all.length) - 1 - scale
  if (exponent > -7 && exponent < longestPlain) {
    return sign + writeExact(timesPowerOfTen({ digits: BigInt(rounded), scale: 0 }, exponent - rounded.length + 1))
  }
  const fraction = rounded.length > 1 ? `.${rounded.slice(1)}` : ''
  return `${sign}${rounded[0]}${fraction}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`
}
