/** What a value is; "word" is true, false or null. */
export type JsonKind = 'array' | 'object' | 'string' | 'number' | 'word'

const code = (character: string) => character.charCodeAt(0)

export const QUOTE = code('"')
export const BACKSLASH = code('\\')
export const COLON = code(':')
export const COMMA = code(',')
export const OPEN_OBJECT = code('{')
export const CLOSE_OBJECT = code('}')
export const OPEN_ARRAY = code('[')
export const CLOSE_ARRAY = code(']')
export const NEWLINE = code('\n')
const SPACE = code(' ')
const RETURN = code('\r')
const TAB = code('\t')

/** From here on bytes are letters and brackets; no number starts with one. */
export const FIRST_LETTER = code('A')

const KINDS: ReadonlyMap<number, JsonKind> = new Map([
  [OPEN_ARRAY, 'array'],
  [OPEN_OBJECT, 'object'],
  [QUOTE, 'string'],
  [code('t'), 'word'],
  [code('f'), 'word'],
  [code('n'), 'word'],
])

/** What the value is that starts with a byte. */
export const kindOf = (byte: number): JsonKind => KINDS.get(byte) ?? 'number'

/** The four characters that may stand between tokens. */
export const isBlank = (byte: number): boolean => byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB

/** The first position that holds no blank. */
export function skipBlanks(bytes: Uint8Array, from: number): number {
  let position = from
  while (isBlank(bytes[position] ?? 0)) position += 1
  return position
}
