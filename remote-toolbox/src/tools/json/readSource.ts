import type { Pause } from '../../work/pause.ts'

/** Large enough to read fast, small enough for smooth progress. */
const SLICE_BYTES = 4 * 2 ** 20
/** Positions are 32-bit numbers, and a zero stands behind the text. */
export const LARGEST_BYTES = 2 ** 31 - 2
const UTF8_MARK = [0xef, 0xbb, 0xbf]
const UTF16_MARKS = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const

/** Why nothing could be read. */
export type ReadProblem = 'gone' | 'tooLarge'

/** The source cannot be read, for a reason that can be told. */
export class ReadError extends Error {
  readonly problem: ReadProblem
  constructor(problem: ReadProblem, cause: unknown) {
    super(problem, { cause })
    this.name = 'ReadError'
    this.problem = problem
  }
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

/** Text as UTF-8 with one zero behind it, by which readers know where it ends. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${text}\0`)
}

function makeRoom(size: number): Uint8Array<ArrayBuffer> {
  if (size > LARGEST_BYTES) throw new ReadError('tooLarge', `${size} bytes`)
  try {
    return new Uint8Array(size + 1)
  } catch (error) {
    // The browser has no memory of this size.
    throw new ReadError('tooLarge', error)
  }
}

async function readSlice(source: Blob, from: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await source.slice(from, from + SLICE_BYTES).arrayBuffer())
  } catch (error) {
    // Moved, removed or changed since it was chosen, or on a disk that fails.
    throw new ReadError('gone', error)
  }
}

/** Marks at the start tell how a text is written. They are no part of it. */
export function withoutMark(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  if (startsWith(bytes, UTF8_MARK)) return bytes.subarray(UTF8_MARK.length)
  for (const [encoding, mark] of Object.entries(UTF16_MARKS)) {
    if (startsWith(bytes, mark)) return encodeText(new TextDecoder(encoding).decode(bytes.subarray(0, -1)))
  }
  return bytes
}

/** Reads a file, or a long text that was made one, into UTF-8 with one zero behind it. */
export async function readSource(
  source: Blob,
  pause: Pause,
  onProgress: (bytes: number) => void = () => undefined,
): Promise<Uint8Array> {
  const bytes = makeRoom(source.size)
  for (let from = 0; from < source.size; from += SLICE_BYTES) {
    bytes.set(await readSlice(source, from), from)
    onProgress(from)
    await pause()
  }
  return withoutMark(bytes)
}

/** Whether all of it is valid UTF-8; what is not shows as the replacement character. */
export async function isUtf8(bytes: Uint8Array, pause: Pause): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
      decoder.decode(bytes.subarray(from, from + SLICE_BYTES), { stream: true })
      await pause()
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
