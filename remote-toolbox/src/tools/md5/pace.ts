/** How fast work goes on. */
export interface Pace {
  startedAt: number
  at: number
  done: number
  /** Bytes per second; undefined before there is anything to go by. */
  rate: number | undefined
}

/** What is this long ago counts for a third: steady enough to read, quick enough to tell when a drive slows down. */
const MEMORY_MS = 3000

/** How much of what is remembered is not older than this. */
const share = (age: number) => 1 - Math.exp(-age / MEMORY_MS)

/** The pace of work that has just begun. */
export const startPace = (at: number, done = 0): Pace => ({ startedAt: at, at, done, rate: undefined })

/** The pace after some more bytes. */
export function followPace(before: Pace, at: number, done: number): Pace {
  const passed = at - before.at
  if (passed <= 0 || done < before.done) return before
  const recent = ((done - before.done) / passed) * 1000
  // At first there is less to remember, and the latest counts for more.
  const weight = share(passed) / share(at - before.startedAt)
  const { rate = recent } = before
  return { ...before, at, done, rate: rate + (recent - rate) * weight }
}

/** Seconds until all is done, rounded up; undefined when nobody can tell. */
export function secondsLeft({ done, rate }: Pick<Pace, 'done' | 'rate'>, total: number): number | undefined {
  return rate ? Math.ceil(Math.max(0, total - done) / rate) : undefined
}

/** A time in the unit that says enough about it. */
export function roughTime(seconds: number): { value: number; unit: 'second' | 'minute' | 'hour' } {
  if (seconds < 90) return { value: seconds, unit: 'second' }
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return { value: minutes, unit: 'minute' }
  return { value: Math.round(seconds / 3600), unit: 'hour' }
}
