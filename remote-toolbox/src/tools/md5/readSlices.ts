/** Large enough that the way to the file does not count, small enough to have a few of them anywhere. Measured. */
const SLICE_BYTES = 8 * 1024 * 1024

/** Chromium loses the thread of some long streams and never answers again; a slow drive is no worse off for the change. */
const STALLED_MS = 2000

type Bytes = Uint8Array<ArrayBuffer>

/** What a promise answers, or undefined when it fails or takes too long. */
function withinLimit<Answer>(promise: Promise<Answer>): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, STALLED_MS, undefined)
    const settle = (answer?: Answer) => {
      clearTimeout(timer)
      resolve(answer)
    }
    // Why it failed is told by whoever reads on.
    promise.then(settle, () => settle())
  })
}

/** Not every browser lets a file be read into memory of our own. */
function openInPlace(file: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return file.stream().getReader({ mode: 'byob' })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * Reads into the same memory again and again: half as much work as new memory each time.
 * Ends when the file does, or as soon as that does not work.
 */
async function* readInPlace(file: Blob): AsyncGenerator<Bytes, void, undefined> {
  const reader = openInPlace(file)
  if (!reader) return
  let memory = new ArrayBuffer(SLICE_BYTES)
  try {
    for (;;) {
      const next = await withinLimit(reader.read(new Uint8Array(memory)))
      if (!next?.value || next.done) return
      yield next.value
      memory = next.value.buffer
    }
  } finally {
    // Not awaited, because a stream that stalls does not answer this either; one that failed only says so again.
    reader.cancel().catch(() => undefined)
  }
}

/** Reads in new memory each time, one slice ahead. */
async function* readSliced(file: Blob, from: number): AsyncGenerator<Bytes, void, undefined> {
  const read = (at: number) => (at < file.size ? file.slice(at, at + SLICE_BYTES).arrayBuffer() : undefined)
  let next = read(from)
  for (let at = from; next; at += SLICE_BYTES) {
    const bytes = await next
    next = read(at + SLICE_BYTES)
    // It fails when its turn comes; until then nobody looks at it.
    next?.catch(() => undefined)
    yield new Uint8Array(bytes)
  }
}

/** A file piece by piece. A piece is only good until the next one is asked for: they may share their memory. */
export async function* readSlices(file: Blob): AsyncGenerator<Bytes, void, undefined> {
  let done = 0
  for await (const bytes of readInPlace(file)) {
    done += bytes.length
    yield bytes
  }
  yield* readSliced(file, done)
}
