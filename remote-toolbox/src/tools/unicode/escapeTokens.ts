import { hexByteAt, readUtf8 } from '../../parts/readUtf8.ts'

/** Why an escape cannot be decoded: digits are missing, there is no such character, the bytes are not UTF-8, or `;` is missing. */
export type EscapeFlaw = 'digits' | 'range' | 'utf8' | 'semicolon' | 'lone'

/** One escape in a text, and what it means. */
export interface Escape {
  at: number
  length: number
  /** Either what it stands for, or why that cannot be said. */
  meaning: { text: string } | { flaw: EscapeFlaw }
}

const LAST_CODE_POINT = 0x10ffff

/**
 * Every form at once: those of programming languages, of addresses, of HTML and of people who write about characters. A percent
 * sign without digits is a percent sign, and so is nearly every backslash: only what was meant as an escape can be a broken one.
 */
const ESCAPE =
  /\\u\{(?<braced>[\da-fA-F]+)\}|\\u(?<four>[\da-fA-F]{4})|\\U(?<eight>[\da-fA-F]{8})|\\x(?<two>[\da-fA-F]{2})|%u(?<old>[\da-fA-F]{4})|%(?<percent>[\da-fA-F]{2})|&#[xX](?<entity>[\da-fA-F]+);|&#(?<decimal>\d+);|U\+(?<named>[\da-fA-F]{4,6})(?: (?=U\+[\da-fA-F]{4}))?|(?<open>&#[xX]?[\da-fA-F]+)|\\u\{?[\da-fA-F]*|\\[xU][\da-fA-F]*/g

function meaningOf(groups: Readonly<Record<string, string | undefined>>): Escape['meaning'] {
  const hex = groups.braced ?? groups.four ?? groups.eight ?? groups.two ?? groups.old ?? groups.entity ?? groups.named
  if (hex === undefined && groups.decimal === undefined)
    return { flaw: groups.open === undefined ? 'digits' : 'semicolon' }
  const codePoint = hex === undefined ? Number(groups.decimal) : Number.parseInt(hex, 16)
  return codePoint > LAST_CODE_POINT ? { flaw: 'range' } : { text: String.fromCodePoint(codePoint) }
}

/** Bytes that follow one another in one form are UTF-8 together. */
function readBytes(text: string, at: number, sign: string): Escape {
  const width = sign.length + 2
  const { count, codePoint } = readUtf8((index) => {
    const place = at + index * width
    return text.startsWith(sign, place) ? hexByteAt(text, place + sign.length) : undefined
  })
  const meaning = codePoint === undefined ? ({ flaw: 'utf8' } as const) : { text: String.fromCodePoint(codePoint) }
  return { at, length: count * width, meaning }
}

/**
 * Finds the escapes of a text, from its start to its end.
 * @param isBytes `\xE4\xB8\xAD` are bytes of UTF-8, as in logs, and not three characters, as in JavaScript
 */
export function* escapesOf(text: string, isBytes: boolean): Generator<Escape> {
  const pattern = new RegExp(ESCAPE)
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { index: at, groups = {} } = match
    const sign = groups.percent !== undefined ? '%' : isBytes && groups.two !== undefined ? '\\x' : undefined
    const found =
      sign === undefined ? { at, length: match[0].length, meaning: meaningOf(groups) } : readBytes(text, at, sign)
    pattern.lastIndex = at + found.length
    yield found
  }
}
