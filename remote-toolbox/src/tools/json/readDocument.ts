import type { Pause } from '../../work/pause.ts'
import type { JsonNodes } from './JsonNodes.ts'
import { skipBlanks } from './jsonBytes.ts'
import { faultAt, type JsonFault } from './jsonFault.ts'
import { encodeText, ReadError, type ReadProblem, readSource, withoutMark } from './readSource.ts'
import { scanJson } from './scanJson.ts'

/** A text and what it turned out to be. */
export type DocumentReading =
  | { outcome: 'document'; bytes: Uint8Array; nodes: JsonNodes }
  | { outcome: 'refused'; bytes: Uint8Array; fault: JsonFault }
  /** Valid, but neither an object nor an array. */
  | { outcome: 'leaf'; bytes: Uint8Array }
  | { outcome: 'empty'; bytes: Uint8Array }
  | { outcome: 'unread'; problem: ReadProblem }

async function read(source: Blob | string, pause: Pause, onProgress: (done: number) => void): Promise<DocumentReading> {
  const isFile = typeof source !== 'string'
  // Reading is one half of the way, and taking apart what was read the other.
  const bytes = isFile
    ? await readSource(source, pause, (done) => onProgress(done / 2))
    : withoutMark(encodeText(source))
  const length = bytes.length - 1
  if (skipBlanks(bytes, 0) === length) return { outcome: 'empty', bytes }
  const scan = await scanJson(bytes, pause, (position) => onProgress((length + position) / 2))
  if ('position' in scan) return { outcome: 'refused', bytes, fault: faultAt(bytes.subarray(0, -1), scan.position) }
  const kind = scan.nodes.kindOf(0)
  if (kind !== 'array' && kind !== 'object') return { outcome: 'leaf', bytes }
  return { outcome: 'document', bytes, nodes: scan.nodes }
}

/** Reads a text or a file, and tells apart whatever can be wrong with it. */
export async function readDocument(
  source: Blob | string,
  pause: Pause,
  onProgress: (done: number) => void = () => undefined,
): Promise<DocumentReading> {
  try {
    return await read(source, pause, onProgress)
  } catch (error) {
    if (error instanceof ReadError) return { outcome: 'unread', problem: error.problem }
    // The columns of its values do not fit into the memory a page gets.
    if (error instanceof RangeError) return { outcome: 'unread', problem: 'tooLarge' }
    throw error
  }
}
