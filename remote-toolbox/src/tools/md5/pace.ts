/** How fast work goes on. */
export interface Pace {
  at: number
  done: number
  /** Bytes per second; undefined before there is anything to go by. */
  rate: number | undefined
}

/** What is this long ago counts for a third: steady enough to read, quick enough to tell when a drive slows down. */
const MEMORY_MS = 3000

/** The pace after some more bytes. */
export function followPace(before: Pace, at: number, done: number): Pace {
  const passed = at - before.at
  if (passed <= 0 || done < before.done) return before
  const recent = ((done - before.done) / passed) * 1000
  if (before.rate === undefined) return { at, done, rate: recent }
  const weight = 1 - Math.exp(-passed / MEMORY_MS)
  return { at, done, rate: before.rate + (recent - before.rate) * weight }
}

/** Seconds until all is done, rounded up; undefined when nobody can tell. */
export function secondsLeft({ done, rate }: Pace, total: number): number | undefined {
  return rate ? Math.ceil(Math.max(0, total - done) / rate) : undefined
}

/** A time in the unit that says enough about it. */
export function roughTime(seconds: number): { value: number; unit: 'second' | 'minute' | 'hour' } {
  if (seconds < 90) return { value: seconds, unit: 'second' }
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return { value: minutes, unit: 'minute' }
  return { value: Math.round(seconds / 3600), unit: 'hour' }
}
