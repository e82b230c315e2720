import { type Converted, loneSurrogates } from '../../parts/flaw.ts'

/** How escapes are written. */
interface Style {
  id: string
  /** Writes characters that follow one another. */
  write: (run: string) => string
  /** What is written as escapes, in runs. */
  runs: RegExp
}

/** What is not simply ASCII, and what would be the start of an escape if it were left as it is. */
const FORCED = String.raw`[^\t\n\r -~]|\\(?=[uUx])|%(?=[u\da-fA-F])|&(?=#)|U(?=\+)`
const FORCED_RUNS = new RegExp(`(?:${FORCED})+`, 'gu')
/**
 * `U+4E2D` has no end of its own: what could be another digit of it is written as an escape, too, and so is a space between two
 * of them, which belongs to neither. A backslash could make another escape of its first letter.
 */
const OPEN_RUNS = new RegExp(String.raw`(?:${FORCED}|\\)(?:${FORCED}|\\|[\da-fA-F]| (?=${FORCED}|\\))*`, 'gu')

const hex = (number: number, digits = 0) => number.toString(16).padStart(digits, '0')
const largeHex = (number: number, digits = 0) => hex(number, digits).toUpperCase()
const codePoints = (run: string) => Array.from(run, (character) => character.codePointAt(0) ?? 0)

/** As in JSON: a character beyond the first 65,536 takes a pair of escapes. */
const FIRST_STYLE: Style = {
  id: 'u',
  write: (run) => Array.from({ length: run.length }, (_, at) => `\\u${hex(run.charCodeAt(at), 4)}`).join(''),
  runs: FORCED_RUNS,
}

/** The ways to write a character, by the names they have in links. */
export const STYLES: readonly Style[] = [
  FIRST_STYLE,
  {
    id: 'braces',
    write: (run) =>
      codePoints(run)
        .map((codePoint) => `\\u{${hex(codePoint)}}`)
        .join(''),
    runs: FORCED_RUNS,
  },
  {
    id: 'plus',
    write: (run) =>
      codePoints(run)
        .map((codePoint) => `U+${largeHex(codePoint, 4)}`)
        .join(' '),
    runs: OPEN_RUNS,
  },
  {
    id: 'html',
    write: (run) =>
      codePoints(run)
        .map((codePoint) => `&#x${largeHex(codePoint)};`)
        .join(''),
    runs: FORCED_RUNS,
  },
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

/** Writes characters as escapes, so that decoding gives back exactly the same text. */
export function encodeEscapes(text: string, { style: id, isAll }: EscapeChoice): Converted<'lone'> {
  const { write, runs } = styleOf(id)
  return { text: isAll ? write(text) : text.replace(runs, write), flaws: loneSurrogates(text) }
}
