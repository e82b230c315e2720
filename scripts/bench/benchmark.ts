/** One comparison: ours against a named baseline that ran on the same machine at the same time. */
export interface Comparison {
  name: string
  /** Ours divided by the baseline; below 1 is faster than the baseline. */
  ratio: number
  /** What the ratio must not exceed. */
  target: number
  /** The figures behind the ratio, for people. */
  figures: string
}

/** The middle of the values; of an even number the lower middle, so that it is one that was measured. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (middle === undefined) throw new Error('there is no median of nothing')
  return middle
}

/** Runs the contestants in turn, so that whatever slows the machine down meets all of them; `warmUp` is a shorter first run. */
export async function alternated<Name extends string>(
  rounds: number,
  contestants: Record<Name, () => Promise<number>>,
  warmUp: Record<Name, () => Promise<number>> = contestants,
): Promise<Record<Name, number[]>> {
  const entries = Object.entries(contestants) as [Name, () => Promise<number>][]
  const values = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<Name, number[]>
  // Nobody's first run counts: caches and just-in-time compilers are cold.
  for (const [name] of entries) await warmUp[name]()
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? entries : [...entries].toReversed()
    for (const [name, run] of order) values[name].push(await run())
  }
  return values
}

/** A time for people. */
export const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
