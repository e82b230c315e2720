import { failed } from '../errors.ts'
import { notePassing } from '../notePassing.ts'
import type { SftpClient, SftpHandle } from './sftpClient.ts'

/** Measured on loopback: larger pieces and more of them at once do not help, and the largest OpenSSH takes is 256 KiB. */
const PIECE = 128 * 1024
const PIECES_AT_ONCE = 24

/** What of a file is read. */
export interface SftpRange {
  start: number
  /** Bytes from `start`. */
  length: number
}

/**
 * Reads a part of a file in order, with many requests under way, and never more than what the taker has room for.
 * @throws AppError when the file ends before, for example because somebody has cut it
 */
export async function* readPieces(
  sftp: SftpClient,
  handle: SftpHandle,
  { start, length }: SftpRange,
): AsyncGenerator<Buffer> {
  const end = start + length
  const asked: { offset: number; length: number; answer: Promise<Buffer | undefined> }[] = []
  let next = start
  const ask = () => {
    const size = Math.min(PIECE, end - next)
    const answer = sftp.read(handle, next, size)
    // Awaited in its turn; until then a failure must not count as one that nobody looks at.
    answer.catch(() => undefined)
    asked.push({ offset: next, length: size, answer })
    next += size
  }
  for (let ahead = Math.min(PIECES_AT_ONCE, Math.ceil(length / PIECE)); ahead > 0; ahead--) ask()
  for (let piece = asked.shift(); piece; piece = asked.shift()) {
    if (next < end) ask()
    let bytes = await piece.answer
    // A server may answer with less than was asked for.
    for (let taken = 0; taken < piece.length; ) {
      if (bytes === undefined || bytes.length === 0) {
        throw failed(`${handle.path}: the file became shorter while it was read; try again`)
      }
      taken += bytes.length
      yield bytes
      notePassing(bytes.length)
      if (taken < piece.length) bytes = await sftp.read(handle, piece.offset + taken, piece.length - taken)
    }
  }
}

/**
 * Reads like `readPieces`, but again and again into the same memory, which is lent until the next piece is asked for: to
 * make and clean up memory for a gigabyte takes longer than to move it.
 */
export async function* lendPieces(
  sftp: SftpClient,
  handle: SftpHandle,
  { start, length }: SftpRange,
): AsyncGenerator<Buffer> {
  const end = start + length
  const asked: { offset: number; memory: Buffer; length: number; filled: Promise<number> }[] = []
  let next = start
  const ask = (memory: Buffer) => {
    const piece = { offset: next, memory, length: Math.min(PIECE, end - next) }
    if (piece.length <= 0) return
    const filled = sftp.readInto(handle, next, memory.subarray(0, piece.length))
    // Awaited in its turn; until then a failure must not count as one that nobody looks at.
    filled.catch(() => undefined)
    asked.push({ ...piece, filled })
    next += piece.length
  }
  for (let ahead = Math.min(PIECES_AT_ONCE, Math.ceil(length / PIECE)); ahead > 0; ahead--)
    ask(Buffer.allocUnsafeSlow(Math.min(PIECE, length)))
  for (let piece = asked.shift(); piece; piece = asked.shift()) {
    const { memory, offset, length: size } = piece
    let taken = await piece.filled
    // A server may answer with less than was asked for.
    while (taken < size) {
      const more = taken === 0 ? 0 : await sftp.readInto(handle, offset + taken, memory.subarray(taken, size))
      if (more === 0) throw failed(`${handle.path}: the file became shorter while it was read; try again`)
      taken += more
    }
    yield memory.subarray(0, size)
    ask(memory)
  }
}

/** The whole of a small file. */
export async function readWhole(sftp: SftpClient, handle: SftpHandle, length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of readPieces(sftp, handle, { start: 0, length })) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Writes what comes, in order, with many requests under way. */
export interface SftpWriter {
  /** Fulfilled when there is room for more, undefined when there is at once. @throws what the server said about an earlier piece */
  write(chunk: Buffer): Promise<void> | undefined
  /** The same for a chunk that nobody else needs: its memory is free as soon as the server has it. */
  give(chunk: Buffer): Promise<void> | undefined
  /** Waits until the server has everything. @throws what it said */
  finish(): Promise<void>
  /** How far the file surely goes. */
  written(): number
}

/** Pieces on their way to the server, at most so many at once. */
function createWindow(start: number) {
  const underWay: { end: number; isDone: boolean }[] = []
  const state: { written: number; failure?: { error: unknown } } = { written: start }
  let change: { promise: Promise<void>; resolve(): void } | undefined
  const changed = () => {
    for (let first = underWay[0]; first?.isDone; first = underWay[0]) {
      state.written = first.end
      underWay.shift()
    }
    change?.resolve()
    change = undefined
  }
  return {
    state,
    isOpen: () => underWay.length < PIECES_AT_ONCE && !state.failure,
    send: (end: number, sent: Promise<void>, onDone: () => void) => {
      const piece = { end, isDone: false }
      underWay.push(piece)
      sent.then(
        () => {
          piece.isDone = true
          onDone()
          changed()
        },
        (error: unknown) => {
          state.failure ??= { error }
          changed()
        },
      )
    },
    /** Waits until at most so many are under way. @throws what the server said about one of them */
    until: async (most: number) => {
      while (underWay.length > most && !state.failure) {
        change ??= Promise.withResolvers<void>()
        await change.promise
      }
      if (state.failure) throw state.failure.error
    },
  }
}

/**
 * Frees memory at once instead of when it is found: V8 looks through everything the process keeps when much memory outside
 * of its heap has been made, which takes longer than moving what was in it.
 */
function free({ buffer, byteLength }: Buffer): void {
  // A part of a larger piece of memory may have neighbours that somebody still needs.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** @param start where in the file to begin */
export function createSftpWriter(sftp: SftpClient, handle: SftpHandle, start: number): SftpWriter {
  const window = createWindow(start)
  let queued: Buffer[] = []
  let queuedBytes = 0
  /** Those that end in what is queued. What comes before has left when the server answers what comes after. */
  let given: Buffer[] = []
  let offset = start
  const flush = () => {
    if (queuedBytes === 0) return
    const sent = sftp.write(handle, offset, queued)
    const done = given
    offset += queuedBytes
    window.send(offset, sent, () => done.forEach(free))
    queued = []
    queuedBytes = 0
    given = []
  }
  const room = async () => {
    await window.until(PIECES_AT_ONCE - 1)
    await sftp.drained()
  }
  const add = (chunk: Buffer, isGiven: boolean) => {
    // Larger packets than a server takes would end the connection.
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + PIECE - queuedBytes)
      queued.push(part)
      queuedBytes += part.length
      at += part.length
      if (isGiven && at === chunk.length) given.push(chunk)
      if (queuedBytes === PIECE) flush()
    }
    return window.isOpen() ? sftp.drained() : room()
  }
  return {
    write: (chunk) => add(chunk, false),
    give: (chunk) => add(chunk, true),
    finish: async () => {
      flush()
      await window.until(0)
    },
    written: () => window.state.written,
  }
}

/** Writes all of a file that is small, from its beginning. @returns how many bytes */
export async function writeWhole(sftp: SftpClient, handle: SftpHandle, bytes: Buffer): Promise<number> {
  const writer = createSftpWriter(sftp, handle, 0)
  await writer.write(bytes)
  await writer.finish()
  return writer.written()
}
