import { BACKSLASH, FIRST_LETTER, QUOTE } from './jsonBytes.ts'

// Every reader answers the position behind its token, or ~ the position of the byte that does not belong there.
// None of them looks for the end of the text: the zero behind it belongs nowhere.

const code = (character: string) => character.charCodeAt(0)
const ZERO = 0x30
const NINE = 0x39
const MINUS = 0x2d
const PLUS = 0x2b
const POINT = 0x2e
const E = 0x65
const A = 0x61
const F = 0x66
const U = 0x75
const FIRST_PRINTABLE = 0x20
/** Makes a letter small; no other byte becomes a letter or digit by it that matters here. */
const SMALL = 0x20
const UNICODE_DIGITS = 4
const ESCAPABLE = new Uint8Array(256)
for (const character of '"\\/bfnrt') ESCAPABLE[code(character)] = 1
const WORDS = ['true', 'false', 'null'].map((word) => new TextEncoder().encode(word))

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE

/** Reads a string whose opening quote is at `from`. */
export function readString(bytes: Uint8Array, from: number): number {
  let position = from
  for (;;) {
    let byte = bytes[++position] ?? 0
    while (byte !== QUOTE && byte !== BACKSLASH && byte >= FIRST_PRINTABLE) byte = bytes[++position] ?? 0
    if (byte === QUOTE) return position + 1
    if (byte !== BACKSLASH) return ~position
    position = readEscape(bytes, position + 1)
    if (position < 0) return position
  }
}

/** Reads what stands behind a backslash; answers its last byte. */
function readEscape(bytes: Uint8Array, from: number): number {
  const byte = bytes[from] ?? 0
  if (byte !== U) return ESCAPABLE[byte] === 1 ? from : ~from
  for (let position = from + 1; position <= from + UNICODE_DIGITS; position++) {
    const digit = bytes[position] ?? 0
    const letter = digit | SMALL
    if (!isDigit(digit) && (letter < A || letter > F)) return ~position
  }
  return from + UNICODE_DIGITS
}

function skipDigits(bytes: Uint8Array, from: number): number {
  let position = from
  while (isDigit(bytes[position] ?? 0)) position += 1
  return position === from ? ~from : position
}

/** Reads a number, which may start with anything: what is no value at all is refused here. */
function readNumber(bytes: Uint8Array, from: number): number {
  let position = bytes[from] === MINUS ? from + 1 : from
  position = bytes[position] === ZERO ? position + 1 : skipDigits(bytes, position)
  if (position >= 0 && bytes[position] === POINT) position = skipDigits(bytes, position + 1)
  if (position >= 0 && ((bytes[position] ?? 0) | SMALL) === E) {
    const sign = bytes[position + 1]
    position = skipDigits(bytes, position + (sign === PLUS || sign === MINUS ? 2 : 1))
  }
  return position
}

/** Reads true, false or null by their first letter; anything else is refused where it differs. */
function readWord(bytes: Uint8Array, from: number): number {
  const word = WORDS.find((letters) => letters[0] === bytes[from])
  if (!word) return ~from
  for (let at = 1; at < word.length; at++) if (bytes[from + at] !== word[at]) return ~(from + at)
  return from + word.length
}

/** Reads a value that is no group. */
export function readLeaf(bytes: Uint8Array, from: number): number {
  const byte = bytes[from] ?? 0
  if (byte === QUOTE) return readString(bytes, from)
  return byte < FIRST_LETTER ? readNumber(bytes, from) : readWord(bytes, from)
}
