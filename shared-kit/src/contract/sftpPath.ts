/**
 * Names on a server are bytes, on the wire they are text. A byte that is no UTF-8 becomes one character of this range,
 * and a real character of the range becomes three of them, so that every name has exactly one text and the other way round.
 */
const ESCAPE = 0xf700
const FIRST = 0xf780
const LAST = 0xf7ff

const isEscape = (code: number) => code >= FIRST && code <= LAST
const escaped = (byte: number) => String.fromCharCode(ESCAPE + byte)

/** How many bytes the character that begins here has; 0 when what stands here is no UTF-8. */
function characterLength(bytes: Uint8Array, start: number): number {
  const lead = bytes[start] ?? 0
  if (lead < 0x80) return 1
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  if (lead < 0xc2 || lead > 0xf4) return 0
  for (let i = 1; i < length; i++) if (((bytes[start + i] ?? 0) & 0xc0) !== 0x80) return 0
  const second = bytes[start + 1] ?? 0
  // Forms that are too long, halves of surrogate pairs, and what is beyond Unicode.
  const isWrong =
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f)
  return isWrong ? 0 : length
}

/** The text of a name or path that came as bytes. */
export function textOfPath(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const whole = decoder.decode(bytes)
  if (!whole.includes('\ufffd') && !isRawName(whole)) return whole
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at)
    const piece = bytes.subarray(at, at + Math.max(1, length))
    const character = length === 0 ? '' : decoder.decode(piece)
    const isLiteral = length > 0 && !isEscape(character.charCodeAt(0))
    text += isLiteral ? character : Array.from(piece, escaped).join('')
    at += piece.length
  }
  return text
}

/** The bytes of a name or path that came as text. */
export function bytesOfPath(path: string): Uint8Array {
  const encoder = new TextEncoder()
  if (!isRawName(path)) return encoder.encode(path)
  const parts: Uint8Array[] = []
  for (const [part] of path.matchAll(/[\uf780-\uf7ff]|[^\uf780-\uf7ff]+/gu)) {
    const code = part.charCodeAt(0)
    parts.push(isEscape(code) ? Uint8Array.of(code - ESCAPE) : encoder.encode(part))
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Whether a name holds bytes that are no UTF-8; show it with a mark and do not offer it as it is for a new name. */
export const isRawName = (name: string): boolean => /[\uf780-\uf7ff]/u.test(name)
