import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A line is a hash of 40 digits and how often it was seen; this finds both ends of one from any byte of it. */
const REACH = 128
const NEWLINE = 10

/** The line that a byte belongs to: its hash, and where it begins and ends. */
function lineAt(handle: number, place: number, size: number) {
  const from = Math.max(0, place - REACH)
  const bytes = Buffer.alloc(Math.min(size, place + REACH) - from)
  readSync(handle, bytes, 0, bytes.length, from)
  const start = bytes.lastIndexOf(NEWLINE, place - from - 1) + 1
  const found = bytes.indexOf(NEWLINE, place - from)
  const end = found === -1 ? bytes.length : found + 1
  return { hash: bytes.toString('latin1', start, start + 40).toUpperCase(), start: from + start, end: from + end }
}

/**
 * Looks a password up in a list of breached ones, as Have I Been Pwned offers it for download: SHA-1 hashes in order, one
 * a line. The list has a thousand million lines, so it is searched where it lies.
 * @param file "" for no list
 */
export function isBreached(file: string, password: string): boolean {
  if (file === '') return false
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase()
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    let [low, high] = [0, size]
    while (low < high) {
      const line = lineAt(handle, Math.floor((low + high) / 2), size)
      if (line.hash === wanted) return true
      if (line.hash < wanted) low = line.end
      else high = line.start
    }
    return false
  } finally {
    closeSync(handle)
  }
}
