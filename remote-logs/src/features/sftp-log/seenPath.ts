// Controls, marks of direction, line separators, and the private characters that stand for bytes (contract/sftpPath.ts).
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A path in which everything can be seen: a line break or a turned direction would forge what a log says. */
export const seenPath = (path: string): string =>
  path.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0xf780 && code <= 0xf7ff) return `⟨\\x${(code - 0xf700).toString(16).toUpperCase()}⟩`
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
  })
