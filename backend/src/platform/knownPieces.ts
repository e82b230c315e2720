/** Statements are prepared once and kept by their text; a few sizes fit every number of rows. */
const SIZES = [1000, 200, 40, 8, 1] as const

/** Rows in pieces of few different sizes, in their order. */
export function* inKnownPieces<Row>(rows: readonly Row[]): Generator<Row[]> {
  let from = 0
  for (const size of SIZES) {
    for (; rows.length - from >= size; from += size) yield rows.slice(from, from + size)
  }
}

/** The same values for an `in (…)` of one of few lengths: the last one is repeated, which finds nothing twice. */
export function ofKnownLength<Value>(values: readonly Value[]): Value[] {
  const last = values.at(-1)
  const length = SIZES.findLast((size) => size >= values.length)
  if (last === undefined || length === undefined) return [...values]
  return [...values, ...Array.from({ length: length - values.length }, () => last)]
}
