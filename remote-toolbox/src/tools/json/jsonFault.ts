import { NEWLINE } from './jsonBytes.ts'

const EXCERPT_BYTES = 64
/** Bytes that continue a character. */
const CONTINUES = 0x80
const CONTINUES_MASK = 0xc0
/** First bytes of characters that JavaScript counts as two. */
const FIRST_OF_PAIR = 0xf0

/** Why a text is not JSON, and where. */
export interface JsonFault {
  /** The browser's own words; "" for a text too long for its parser. */
  message: string
  /** Both from 1; a column counts as editors do, in UTF-16 units. */
  line: number
  column: number
  /** The text right before the place and right from it, of the same line. */
  before: string
  after: string
}

/** What JSON.parse says about a text. */
function parserMessage(bytes: Uint8Array): string {
  try {
    JSON.parse(new TextDecoder().decode(bytes))
    return ''
  } catch (error) {
    // A text that does not fit one string never reaches the parser.
    return error instanceof SyntaxError ? error.message : ''
  }
}

function lengthOf(bytes: Uint8Array): number {
  let length = 0
  for (const byte of bytes) {
    if ((byte & CONTINUES_MASK) !== CONTINUES) length += byte >= FIRST_OF_PAIR ? 2 : 1
  }
  return length
}

/** Cut characters at the ends would show as replacement characters. */
const excerpt = (bytes: Uint8Array) => new TextDecoder().decode(bytes).replace(/^\uFFFD+|\uFFFD+$/g, '')

/**
 * Says what is wrong at a position.
 * @param text UTF-8 without the zero behind it
 */
export function faultAt(text: Uint8Array, position: number): JsonFault {
  const lineStart = text.subarray(0, position).lastIndexOf(NEWLINE) + 1
  let line = 1
  for (let at = text.indexOf(NEWLINE); at >= 0 && at < lineStart; at = text.indexOf(NEWLINE, at + 1)) line += 1
  const lineEnd = text.indexOf(NEWLINE, position)
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, position + EXCERPT_BYTES)
  return {
    message: parserMessage(text),
    line,
    column: lengthOf(text.subarray(lineStart, position)) + 1,
    before: excerpt(text.subarray(Math.max(lineStart, position - EXCERPT_BYTES), position)),
    after: excerpt(text.subarray(position, to)),
  }
}

/** Where the place is among the characters of the text. */
export function offsetOf(text: string, { line, column }: Pick<JsonFault, 'column' | 'line'>): number {
  const before = text.split('\n', line - 1).join('\n').length
  return before + (line > 1 ? 1 : 0) + column - 1
}
