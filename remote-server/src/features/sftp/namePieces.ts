/** A stretch of a name: as it is, or a mark that stands for what could not be seen or would deceive. */
export interface NamePiece {
  text: string
  isMark: boolean
}

/** Bytes that are no UTF-8 travel as these private characters, one each (see contract/sftp.ts). */
const BYTE_START = 0xf700

// Controls, marks of direction and joining, line separators, private characters, spaces other than the common one.
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0\ufffd]|\u034f|\u17b4|\u17b5|^ | $/gu

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', ' ': '␠' }

const hex = (code: number, digits: number) => code.toString(16).toUpperCase().padStart(digits, '0')

function markOf(character: string): string {
  const named = NAMED[character]
  if (named) return named
  const code = character.codePointAt(0) ?? 0
  if (code >= BYTE_START + 0x80 && code <= BYTE_START + 0xff) return `\\x${hex(code - BYTE_START, 2)}`
  return `U+${hex(code, 4)}`
}

/** Takes a name apart so that everything in it can be seen: a turned direction or a line break becomes a mark. */
export function namePieces(name: string): NamePiece[] {
  const pieces: NamePiece[] = []
  let end = 0
  for (const { 0: found, index } of name.matchAll(UNSEEN)) {
    if (index > end) pieces.push({ text: name.slice(end, index), isMark: false })
    pieces.push({ text: markOf(found), isMark: true })
    end = index + found.length
  }
  if (end < name.length) pieces.push({ text: name.slice(end), isMark: false })
  return pieces
}

/** The same as one text, for titles, messages and screen readers. */
export const seenName = (name: string): string =>
  namePieces(name)
    .map(({ text, isMark }) => (isMark ? `⟨${text}⟩` : text))
    .join('')
