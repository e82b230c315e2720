import { type Converted, loneSurrogates } from '../../parts/flaw.ts'

/** How an escape is written. */
interface Style {
  id: string
  write: (character: string, codePoint: number) => string
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
const largeHex = (number: number, digits = 0) => hex(number, digits).toUpperCase()

/** As in JSON: a character beyond the first 65,536 takes a pair of escapes. */
const FIRST_STYLE: Style = {
  id: 'u',
  write: (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join(''),
}

/** The ways to write a character, by the names they have in links. */
export const STYLES: readonly Style[] = [
  FIRST_STYLE,
  { id: 'braces', write: (_, codePoint) => `\\u{${hex(codePoint, 0)}}` },
  { id: 'plus', write: (_, codePoint) => `U+${largeHex(codePoint, 4)}` },
  { id: 'html', write: (_, codePoint) => `&#x${largeHex(codePoint)};` },
]

/** The style with a name; the first one for an unknown name, which may come from a link. */
export function styleOf(id: string): Style {
  return STYLES.find((style) => style.id === id) ?? FIRST_STYLE
}

/** Which characters are written as escapes, and how. */
export interface EscapeChoice {
  /** Name of a style. */
  style: string
  /** Also what is ASCII. */
  isAll: boolean
}

const IS_PLAIN = /^[\t\n\r -~]/
/** What would be the start of an escape if it were left as it is. */
const IS_SIGN = /^(?:\\[uUx]|%[u\da-fA-F]|&#|U\+)/
const LONGEST_SIGN = 2

/** `U+4E2D` has no end of its own, and a space between two of them belongs to neither. */
const OPEN_STYLE = 'plus'
const WOULD_MELT = /^[\da-fA-F]/

/**
 * Writes characters as escapes. Decoding gives back exactly the same text: what looks like an escape already is written as one,
 * too, and so is what would be read as a part of the escape before it.
 */
export function encodeEscapes(text: string, { style: id, isAll }: EscapeChoice): Converted<'lone'> {
  const style = styleOf(id)
  const isOpen = style.id === OPEN_STYLE
  const isForced = (at: number) => {
    const start = text.slice(at, at + LONGEST_SIGN)
    return isAll || !IS_PLAIN.test(start) || IS_SIGN.test(start) || (isOpen && start.startsWith('\\'))
  }
  const melts = (character: string, at: number) =>
    WOULD_MELT.test(character) || (character === ' ' && at + 1 < text.length && isForced(at + 1))
  let [encoded, at, isAfterEscape] = ['', 0, false]
  for (const character of text) {
    const isEscape = isForced(at) || (isOpen && isAfterEscape && melts(character, at))
    if (isOpen && isEscape && isAfterEscape) encoded += ' '
    encoded += isEscape ? style.write(character, character.codePointAt(0) ?? 0) : character
    isAfterEscape = isEscape
    at += character.length
  }
  return { text: encoded, flaws: loneSurrogates(text) }
}
