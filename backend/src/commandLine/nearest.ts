/** More letters apart than this is another word, not a slip. */
const MAX_DISTANCE = 3

/** The one of `known` that somebody most likely meant; undefined when none is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const limit = Math.min(MAX_DISTANCE, Math.ceil(word.length / 2))
  const close = known
    .map((name) => ({ name, distance: name.startsWith(word) && word.length > 1 ? 0 : distanceOf(word, name) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
  return close[0]?.name
}

/** Letters to add, drop or change to get from one word to the other (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (const [index, other] of [...to].entries()) {
      const change = (row[index] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
