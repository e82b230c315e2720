/** How much output of a session is kept for who comes back. */
export const RING_BYTES = 2 * 1024 * 1024
const FIRST_BYTES = 4 * 1024

/** The latest output of a session, addressed by how many bytes came before. */
export interface OutputRing {
  /** The first byte that is kept. */
  readonly start: number
  /** The byte that comes next. */
  readonly end: number
  write(chunk: Buffer): void
  /** A copy of at most so many bytes from an offset that is kept; what is read may be given away. */
  read(from: number, most: number): Buffer
}

/** @param limit the room it grows to as output comes; a terminal that says little stays small */
export function createOutputRing(limit = RING_BYTES): OutputRing {
  let bytes = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, limit))
  let end = 0
  const start = () => Math.max(0, end - limit)

  const grow = (needed: number) => {
    if (needed <= bytes.length || bytes.length === limit) return
    const larger = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(needed, bytes.length * 2)))
    bytes.copy(larger, 0, 0, end)
    bytes = larger
  }

  return {
    get start() {
      return start()
    },
    get end() {
      return end
    },
    write: (chunk) => {
      grow(end + chunk.length)
      const kept = chunk.subarray(Math.max(0, chunk.length - limit))
      const at = (end + chunk.length - kept.length) % bytes.length
      const first = kept.copy(bytes, at)
      kept.copy(bytes, 0, first)
      end += chunk.length
    },
    read: (from, most) => {
      if (from < start() || from > end) throw new RangeError(`${from} is not kept`)
      const piece = Buffer.allocUnsafeSlow(Math.min(most, end - from))
      const at = from % bytes.length
      const first = bytes.copy(piece, 0, at, Math.min(bytes.length, at + piece.length))
      bytes.copy(piece, first, 0, piece.length - first)
      return piece
    },
  }
}
