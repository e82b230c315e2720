/** Where a value stands alone between two gaps, so that no line leads to it; undefined when there are none. */
export function aloneAt(values: readonly (number | null | undefined)[]): number[] | undefined {
  const isThere = (index: number) => typeof values[index] === 'number'
  const found = values.flatMap((_value, index) =>
    isThere(index) && !isThere(index - 1) && !isThere(index + 1) ? [index] : [],
  )
  return found.length > 0 ? found : undefined
}
