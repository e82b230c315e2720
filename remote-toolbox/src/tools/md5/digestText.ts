import { ALGORITHMS, type Digests } from './algorithms.ts'
import { plainHashers } from './plainHashers.ts'

/** Characters up to which a text is hashed while it is typed, in a few milliseconds. */
export const SHORT_TEXT = 32_768

/** The digests of a short text as UTF-8; half a surrogate pair counts as U+FFFD, as everywhere in browsers. */
export function digestText(text: string): Digests {
  const bytes = new TextEncoder().encode(text)
  const hashers = plainHashers(ALGORITHMS.map(({ id }) => id))
  for (const hasher of hashers) hasher.update(bytes)
  return Object.fromEntries(ALGORITHMS.map(({ id }, index) => [id, hashers[index]?.digest()]))
}
