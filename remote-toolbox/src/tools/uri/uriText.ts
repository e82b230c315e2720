import { type Converted, type Flaw, loneSurrogates } from '../../parts/flaw.ts'
import { hexByteAt, readUtf8 } from '../../parts/readUtf8.ts'

/** How a text belongs to an address. */
export interface UriUse {
  /** The text is a whole address, whose `/`, `?`, `#` and the like have a meaning; otherwise one part of it. */
  isWhole: boolean
  /** `+` stands for a space, as in the fields of a form. */
  isForm: boolean
}

/** Why a sequence cannot be decoded: it lacks hexadecimal digits, or its bytes are not UTF-8. */
export type UriFlaw = 'digits' | 'utf8' | 'lone'

/** What `decodeURI` leaves as it is written, because decoded it would mean something else. */
const RESERVED = ';/?:@&=+$,#'
/** `%` and two digits. */
const ESCAPED_LENGTH = 3

/** As much of a broken sequence as was meant to be one. */
const brokenLength = (text: string, at: number) =>
  /^%[\da-z]{0,2}/i.exec(text.slice(at, at + ESCAPED_LENGTH))?.[0].length ?? 1

/**
 * Decodes like `decodeURIComponent`, or for a whole address like `decodeURI`, but gets over sequences that these throw at: they
 * stay as they are written.
 */
export function decodeUri(text: string, { isWhole, isForm }: UriUse): Converted<UriFlaw> {
  const source = isForm ? text.replaceAll('+', ' ') : text
  const flaws: Flaw<UriFlaw>[] = []
  let [decoded, done] = ['', 0]
  for (let at = source.indexOf('%'); at !== -1; at = source.indexOf('%', done)) {
    const start = at
    const { count, codePoint } = readUtf8((index) => readEscaped(source, start + index * ESCAPED_LENGTH))
    const length = Math.max(1, count * ESCAPED_LENGTH)
    const character = codePoint === undefined ? undefined : String.fromCodePoint(codePoint)
    const isKept = character === undefined || (isWhole && RESERVED.includes(character))
    decoded += source.slice(done, start) + (isKept ? source.slice(start, start + length) : character)
    if (count === 0) flaws.push({ kind: 'digits', at, length: brokenLength(source, start) })
    else if (character === undefined) flaws.push({ kind: 'utf8', at, length })
    done = start + length
  }
  return { text: decoded + source.slice(done), flaws }
}

function readEscaped(text: string, at: number): number | undefined {
  return text[at] === '%' ? hexByteAt(text, at + 1) : undefined
}

/**
 * Encodes like `encodeURIComponent`, or for a whole address like `encodeURI`, but gets over halves of surrogate pairs, which these
 * throw at: they stay as they are.
 */
export function encodeUri(text: string, { isWhole, isForm }: UriUse): Converted<UriFlaw> {
  const encode = isWhole ? encodeURI : encodeURIComponent
  // A pair is one character in this mode, so that only halves match.
  const encoded = text
    .split(/(\p{Surrogate})/u)
    .map((part, at) => (at % 2 === 1 ? part : encode(part)))
    .join('')
  return { text: isForm ? encoded.replaceAll('%20', '+') : encoded, flaws: loneSurrogates(text) }
}
