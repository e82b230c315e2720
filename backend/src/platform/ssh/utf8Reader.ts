/** Turns pieces of a byte stream into text, and says after each which byte the text reaches. */
export interface Utf8Reader {
  read(chunk: Buffer): string
  /** What is left of a character that never got complete. */
  end(): string
  /** Bytes taken so far. */
  received: number
  /** Bytes that became text; less than `received` while a character is incomplete. */
  offset: number
}

/** Bytes at the end that are the beginning of a longer character. */
export function openBytes(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back++) {
    const byte = chunk[chunk.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return back < length ? back : 0
    }
  }
  return 0
}

/** @param start the offset of the first byte that will come */
export function createUtf8Reader(start: number): Utf8Reader {
  let pending = Buffer.alloc(0)
  const reader: Utf8Reader = {
    received: start,
    offset: start,
    read: (chunk) => {
      reader.received += chunk.length
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const complete = bytes.length - openBytes(bytes)
      pending = Buffer.from(bytes.subarray(complete))
      reader.offset += complete
      return bytes.toString('utf8', 0, complete)
    },
    end: () => {
      const rest = pending.toString('utf8')
      reader.offset += pending.length
      pending = Buffer.alloc(0)
      return rest
    },
  }
  return reader
}
