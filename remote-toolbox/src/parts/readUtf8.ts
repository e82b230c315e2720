/** What stands at one place of UTF-8 bytes. */
export interface Utf8Reading {
  /** How many bytes it takes. */
  count: number
  /** Absent when the bytes are no character; they are then those that no character can begin with. */
  codePoint?: number
}

/** First and last value of the byte after some first bytes; without them, overlong forms and surrogates could be written. */
const SECOND: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
])
const ANY_NEXT = [0x80, 0xbf] as const

function lengthBy(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

/**
 * Reads one character of UTF-8, whose bytes may be written in any way: each is asked for by its index, undefined where none is.
 */
export function readUtf8(byteAt: (index: number) => number | undefined): Utf8Reading {
  const first = byteAt(0)
  if (first === undefined) return { count: 0 }
  const length = lengthBy(first)
  if (length < 2) return length === 1 ? { count: 1, codePoint: first } : { count: 1 }
  // The first byte says the length in ones and a zero; what is left belongs to the character.
  let codePoint = first & (0x7f >> length)
  for (let index = 1; index < length; index++) {
    const byte = byteAt(index)
    const [least, most] = (index === 1 && SECOND.get(first)) || ANY_NEXT
    if (byte === undefined || byte < least || byte > most) return { count: index }
    codePoint = (codePoint << 6) | (byte & 0x3f)
  }
  return { count: length, codePoint }
}

/** The byte that two hexadecimal digits write at an index of a text; undefined where other characters stand. */
export function hexByteAt(text: string, at: number): number | undefined {
  const [high, low] = [digitAt(text, at), digitAt(text, at + 1)]
  return high === undefined || low === undefined ? undefined : high * 16 + low
}

/** By code, because texts may be long and patterns take their time. */
function digitAt(text: string, at: number): number | undefined {
  const code = text.charCodeAt(at)
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  // A letter and its capital differ in this bit alone.
  const letter = (code | 0x20) - 0x61
  return letter >= 0 && letter < 6 ? letter + 10 : undefined
}
