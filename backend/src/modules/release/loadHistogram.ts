/**
 * Longest load of each class in milliseconds: narrow where loads usually are, then growing by about a half, so that an
 * interpolated percentile is off by less than that. The last one is the longest load a browser reports.
 */
export const LOAD_BOUNDS_MS = [
  ...([25, 50, 75, 100, 150, 200, 300, 400, 500, 750] as const),
  ...([1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000, 30_000, 60_000, 600_000] as const),
] as const
/** The class of loads that never got there. */
export const FAILED_BOUND_MS = 0

const LAST_BOUND_MS = 600_000

/** How many loads are in which class, by its bound. */
export type Histogram = ReadonlyMap<number, number>

/** The class a load of this length is counted in. */
export const boundOf = (ms: number): number => LOAD_BOUNDS_MS.find((bound) => ms <= bound) ?? LAST_BOUND_MS

/** How many loads there are, failed ones left out. */
export const loadsOf = (histogram: Histogram): number =>
  LOAD_BOUNDS_MS.reduce((sum, bound) => sum + (histogram.get(bound) ?? 0), 0)

/**
 * How long the given share of all loads took at most; a class counts as evenly filled. Undefined without loads.
 * @param share 0.5 asks for the median
 */
export function percentileMs(histogram: Histogram, share: number): number | undefined {
  const wanted = loadsOf(histogram) * share
  if (wanted === 0) return undefined
  let before = 0
  let lower = 0
  for (const bound of LOAD_BOUNDS_MS) {
    const count = histogram.get(bound) ?? 0
    if (count > 0 && before + count >= wanted) return Math.round(lower + ((wanted - before) / count) * (bound - lower))
    before += count
    lower = bound
  }
  return LAST_BOUND_MS
}
