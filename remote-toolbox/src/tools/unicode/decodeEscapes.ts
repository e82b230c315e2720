import { type Converted, type Flaw, loneSurrogates } from '../../parts/flaw.ts'
import { type Escape, type EscapeFlaw, escapesOf } from './escapeTokens.ts'

/** An escape and where its meaning stands in the decoded text. */
interface Placed extends Escape {
  decodedAt: number
}

const decodedLength = ({ meaning, length }: Escape) => ('text' in meaning ? meaning.text.length : length)

/** Where in the written text the halves of pairs come from that stand alone in the decoded one. */
function loneOrigins(decoded: string, placed: readonly Placed[]): Flaw<'lone'>[] {
  let reached = -1
  return loneSurrogates(decoded).map(({ kind, at: unit }) => {
    while ((placed[reached + 1]?.decodedAt ?? decoded.length) <= unit) reached++
    const escape = placed[reached]
    if (!escape) return { kind, at: unit, length: 1 }
    const after = unit - escape.decodedAt - decodedLength(escape)
    if (after < 0) return { kind, at: escape.at, length: escape.length }
    return { kind, at: escape.at + escape.length + after, length: 1 }
  })
}

/**
 * Decodes all escapes of a text. Halves of surrogate pairs join when they meet and stay otherwise; broken escapes stay as they are
 * written; of both is said where they stand in the text as it is written.
 */
export function decodeEscapes(text: string, isBytes: boolean): Converted<EscapeFlaw> {
  const placed: Placed[] = []
  const flaws: Flaw<EscapeFlaw>[] = []
  let [decoded, done] = ['', 0]
  for (const escape of escapesOf(text, isBytes)) {
    const { at, length, meaning } = escape
    decoded += text.slice(done, at)
    placed.push({ ...escape, decodedAt: decoded.length })
    if ('flaw' in meaning) flaws.push({ kind: meaning.flaw, at, length })
    decoded += 'text' in meaning ? meaning.text : text.slice(at, at + length)
    done = at + length
  }
  decoded += text.slice(done)
  const lone = loneOrigins(decoded, placed)
  return { text: decoded, flaws: [...flaws, ...lone].sort((one, other) => one.at - other.at) }
}
