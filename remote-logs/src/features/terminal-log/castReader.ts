/** Something that happened in a recording, so many seconds after its start. */
export type CastEvent =
  | { time: number; type: 'output'; text: string }
  | { time: number; type: 'resize'; cols: number; rows: number }
  | { time: number; type: 'mark'; text: string }

/** A recording in the format asciicast v2. */
export interface Cast {
  cols: number
  rows: number
  /** Unix milliseconds; undefined when the file does not say. */
  startTime: number | undefined
  events: readonly CastEvent[]
}

const MOST = 500
const size = (value: unknown, usual: number) =>
  typeof value === 'number' && value >= 1 && value <= MOST ? Math.floor(value) : usual

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // The last line of a file that is still being written, or was cut off with the console.
    return undefined
  }
}

function eventOf(line: string): CastEvent | undefined {
  const value = parsed(line)
  if (!Array.isArray(value)) return undefined
  const [time, code, data]: unknown[] = value
  if (typeof time !== 'number' || typeof data !== 'string') return undefined
  if (code === 'o') return { time, type: 'output', text: data }
  if (code === 'm') return { time, type: 'mark', text: data }
  const [, cols, rows] = (code === 'r' && /^(\d+)x(\d+)$/.exec(data)) || []
  if (cols === undefined || rows === undefined) return undefined
  return { time, type: 'resize', cols: size(Number(cols), 80), rows: size(Number(rows), 24) }
}

/** Reads a recording as it arrives; lines that say nothing known are skipped. */
export function createCastReader() {
  const decoder = new TextDecoder()
  const events: CastEvent[] = []
  let rest = ''
  let header: Record<string, unknown> | undefined

  function take(line: string): void {
    if (line.trim() === '') return
    if (header) {
      const event = eventOf(line)
      if (event) events.push(event)
      return
    }
    const value = parsed(line)
    if (typeof value !== 'object' || value === null) throw new Error('not a recording')
    header = Object.fromEntries(Object.entries(value))
  }

  return {
    read: (chunk: Uint8Array) => {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    },
    /** Throws when what came is no recording. */
    end: (): Cast => {
      take(rest + decoder.decode())
      if (!header) throw new Error('not a recording')
      const seconds = header['timestamp'] ?? header['Timestamp']
      return {
        cols: size(header['width'], 80),
        rows: size(header['height'], 24),
        startTime: typeof seconds === 'number' ? seconds * 1000 : undefined,
        events,
      }
    },
  }
}

/** How long a recording is, in seconds. */
export const lengthOf = ({ events }: Cast): number => events.at(-1)?.time ?? 0

/** How many events have happened at a moment. */
export function eventsUntil(events: readonly CastEvent[], time: number): number {
  let [from, to] = [0, events.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if ((events[middle]?.time ?? 0) <= time) from = middle + 1
    else to = middle
  }
  return from
}
