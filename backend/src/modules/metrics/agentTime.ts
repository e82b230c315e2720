const QUARTER_MS = 15 * 60_000
const MINUTE_MS = 60_000
const FORM = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2}))?$/

/** A time an agent wrote, and how far its clock is ahead of UTC. */
export interface AgentTime {
  time: number
  /** Minutes. */
  zone: number
}

/**
 * Reads a time of an agent, which names no zone: that it was sent just now tells the zone, to a quarter of an hour.
 * @returns undefined when the text is no time
 */
export function readAgentTime(text: string, now: number): AgentTime | undefined {
  const match = FORM.exec(text.trim())
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  // What is no day of its month, or no minute of its hour, has become another time.
  if (new Date(asUtc).toISOString().slice(0, 16) !== `${match.slice(1, 4).join('-')}T${match[4]}:${match[5]}`)
    return undefined
  const behind = Math.round((now - asUtc) / QUARTER_MS) * QUARTER_MS
  return { time: asUtc + behind, zone: behind === 0 ? 0 : -behind / MINUTE_MS }
}
