/** Keeps track of the work in flight, so that a stop can wait for it. */
export function runningWork() {
  const inFlight = new Set<Promise<void>>()
  return {
    /** Runs something and remembers it until it has ended. */
    track: (work: Promise<void>): Promise<void> => {
      const tracked = work.finally(() => inFlight.delete(tracked))
      inFlight.add(tracked)
      return tracked
    },
    /** Waits for everything in flight, at most this long; answers whether all of it ended. */
    settle: async (ms: number): Promise<boolean> => {
      if (inFlight.size === 0) return true
      const timeout = Promise.withResolvers<false>()
      const timer = setTimeout(() => timeout.resolve(false), ms)
      const ended = Promise.allSettled(inFlight).then(() => true as const)
      const isDone = await Promise.race([ended, timeout.promise])
      clearTimeout(timer)
      return isDone
    },
  }
}
