/** Large enough that the way to the file does not count, small enough to have one anywhere. Measured. */
const SLICE_BYTES = 8 * 1024 * 1024

type Bytes = Uint8Array<ArrayBuffer>
type Read = () => Promise<{ done: boolean; value?: Bytes | undefined }>

/** Reads into the same memory again and again, which is faster than new memory each time and never grows. */
function readInPlace(reader: ReadableStreamBYOBReader, size: number): Read {
  let memory = new ArrayBuffer(Math.max(1, Math.min(size, SLICE_BYTES)))
  return async () => {
    const { done, value } = await reader.read(new Uint8Array(memory))
    if (value) memory = value.buffer
    return { done, value }
  }
}

/** Not every browser lets a file be read into memory of our own. */
function openReader(file: Blob): { read: Read; cancel: () => Promise<void> } {
  const stream = file.stream()
  try {
    const reader = stream.getReader({ mode: 'byob' })
    return { read: readInPlace(reader, file.size), cancel: () => reader.cancel() }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const reader = stream.getReader()
    return { read: () => reader.read(), cancel: () => reader.cancel() }
  }
}

/** A file piece by piece. A piece is only good until the next one is asked for: they may share their memory. */
export async function* readSlices(file: Blob): AsyncGenerator<Bytes, void, undefined> {
  const { read, cancel } = openReader(file)
  let isOver = false
  try {
    for (;;) {
      const { done, value } = await read()
      isOver = done
      if (done) return
      if (value) yield value
    }
  } finally {
    // Whoever lost interest half-way must not leave the file open.
    if (!isOver) await cancel()
  }
}
