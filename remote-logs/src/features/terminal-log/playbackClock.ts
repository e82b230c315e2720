import { type CastEvent, eventsUntil } from './castReader.ts'

/** How a recording is played. */
export interface PlaybackOptions {
  speed: number
  /** Nothing is waited for longer than a moment. */
  skipsPauses: boolean
}

/** A longer pause is cut to this when pauses are skipped. */
const LONGEST_PAUSE_S = 1.5

/** Where a recording is after so many more seconds on the wall. */
export function advance(
  events: readonly CastEvent[],
  time: number,
  wallSeconds: number,
  { speed, skipsPauses }: PlaybackOptions,
): number {
  const next = time + wallSeconds * speed
  if (!skipsPauses) return next
  const coming = events[eventsUntil(events, time)]
  if (!coming) return next
  // So much of the pause was seen already.
  const before = events[eventsUntil(events, time) - 1]?.time ?? 0
  const isLong = coming.time - before > LONGEST_PAUSE_S
  return isLong && next - before >= LONGEST_PAUSE_S ? Math.max(next, coming.time) : next
}

/** Hours, minutes and seconds, as many of them as a recording of that length needs. */
export function clockText(seconds: number, length: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (number: number) => String(number).padStart(2, '0')
  const minutes = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
  return length >= 3600 ? `${Math.floor(whole / 3600)}:${minutes}` : minutes
}
