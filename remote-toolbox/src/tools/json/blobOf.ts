import { makePause } from '../../work/pause.ts'

const PART_LENGTH = 2 ** 20

/** A long text as bytes that a worker can read, made in slices so that the page stays alive. */
export async function blobOf(text: string, signal = new AbortController().signal): Promise<Blob> {
  const pause = makePause(signal)
  const parts: Blob[] = []
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(text.length, from + PART_LENGTH)
    // Both halves of a pair belong to the same part.
    if (to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to += 1
    parts.push(new Blob([text.slice(from, to)]))
    await pause()
  }
  return new Blob(parts)
}
