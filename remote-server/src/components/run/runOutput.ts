import type { KeptOutput } from '@windlass/shared-kit/contract/serverScript'

/** What was heard of a stream since somebody listens. */
export interface Heard {
  /** Where in the stream the text begins. */
  offset: number
  text: string
}

/** More than that is not kept of what is heard: the server keeps it. */
const HEARD_LENGTH = 256 * 1024

/** What was heard with one more piece; after a gap it begins anew. */
export function hear(heard: Heard | undefined, piece: Heard): Heard {
  const end = heard ? heard.offset + heard.text.length : -1
  if (!heard || piece.offset !== end) return piece.offset + piece.text.length <= end && heard ? heard : piece
  const text = heard.text + piece.text
  const extra = Math.max(0, text.length - HEARD_LENGTH)
  return { offset: heard.offset + extra, text: text.slice(extra) }
}

/** What was fetched, and after it what was heard since. */
export function together(fetched: KeptOutput | undefined, heard: Heard | undefined): KeptOutput {
  const kept = fetched ?? { head: '', cut: 0, tail: '' }
  if (!heard) return kept
  const end = kept.head.length + kept.cut + kept.tail.length
  // With a gap between the two, the next fetch fills it.
  if (heard.offset > end) return kept
  return { ...kept, tail: kept.tail + heard.text.slice(end - heard.offset) }
}
