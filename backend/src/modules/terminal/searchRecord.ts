import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { TerminalMoment } from '@windlass/shared-kit/contract/terminalLog'
import { createPlainLines } from './plainLines.ts'

const MOST_MOMENTS = 500
const LINE_CHARS = 300

/** Moments at which a text came to be seen. */
export interface Found {
  list: TerminalMoment[]
  isCut: boolean
}

/** Where the text is in a line, so that it is in the part of the line that is answered. */
function around(line: string, at: number): string {
  if (line.length <= LINE_CHARS) return line
  const start = Math.max(0, Math.min(at - LINE_CHARS / 2, line.length - LINE_CHARS))
  return line.slice(start, start + LINE_CHARS)
}

/** The event on a line of the file; the end of a file that is being written may be half a line. */
function eventOf(line: string): { time: number; text: string } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (!Array.isArray(value)) return undefined
    const [time, code, text] = value as unknown[]
    return code === 'o' && typeof time === 'number' && typeof text === 'string' ? { time, text } : undefined
  } catch {
    // Half a line is no event yet.
    return undefined
  }
}

/**
 * Looks through what a recording shows, whatever the case of the letters; a line is found once, when it first holds the text.
 * @param signal ends the search; what was found until then is the answer
 */
export async function searchRecord(file: string, text: string, signal: AbortSignal): Promise<Found> {
  const wanted = text.toLowerCase()
  const lines = createPlainLines()
  const list: TerminalMoment[] = []
  let last = ''
  const input = createReadStream(file)
  try {
    for await (const each of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (signal.aborted) return { list, isCut: true }
      const event = eventOf(each)
      for (const line of event ? lines.read(event.text) : []) {
        const at = line.toLowerCase().indexOf(wanted)
        // The line that was found a moment ago goes on.
        const isSame = last !== '' && line.startsWith(last)
        last = at < 0 ? '' : line
        if (at < 0 || isSame) continue
        if (list.length === MOST_MOMENTS) return { list, isCut: true }
        list.push({ time: event?.time ?? 0, line: around(line, at) })
      }
    }
    return { list, isCut: false }
  } finally {
    input.destroy()
  }
}
