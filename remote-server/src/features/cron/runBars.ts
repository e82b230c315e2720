interface Run {
  time: number
  isFailed: boolean
  duration: number
}

const BARS = 48
const LEAST_STEP_MS = 60_000

/** How many runs of each stretch of time went well and badly; null where there were none. */
export function resultBars(runs: readonly Run[], now: number) {
  const first = runs.reduce((least, { time }) => Math.min(least, time), now)
  const step = Math.max(LEAST_STEP_MS, Math.ceil((now - first + 1) / BARS))
  const from = now - BARS * step
  const count = (isFailed: boolean) => {
    const values = Array.from<number | null>({ length: BARS }).fill(null)
    for (const run of runs) {
      // The clock of the page may be a little behind.
      const at = Math.min(BARS - 1, Math.max(0, Math.floor((run.time - from) / step)))
      if (run.isFailed === isFailed) values[at] = (values[at] ?? 0) + 1
    }
    return values
  }
  const times = Array.from({ length: BARS }, (_, index) => from + index * step)
  return { times, from, to: now + step, good: count(false), bad: count(true) }
}

/** The longest of some runs, at least a millisecond. */
export const longest = (runs: readonly Run[]): number =>
  runs.reduce((most, { duration }) => Math.max(most, duration), 1)
