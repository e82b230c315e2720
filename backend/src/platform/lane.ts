/** Runs work, only so much of it at the same time. */
export interface Lane {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

/** A lane in which this many run side by side and the others wait in line. */
export function createLane(limit: number): Lane {
  const waiting: (() => void)[] = []
  let running = 0

  const leave = () => {
    // The place is handed over, so that nobody who comes this moment takes it as well.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return {
    run: async (work) => {
      if (running < limit) running++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
