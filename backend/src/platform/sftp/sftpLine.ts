import type { Readable, Writable } from 'node:stream'
import { failed } from '../errors.ts'
import { SftpError, Status } from './sftpError.ts'
import { type Field, Packet, type PacketReader, packet, packetSplitter, readPacket } from './sftpPacket.ts'

/** Numbered requests on one channel, answered in any order. */
export interface SftpLine {
  /** @param into where the bytes of a file go; the answer then tells only how many there are */
  ask(type: number, path: string, fields: readonly Field[], into?: Buffer): Promise<PacketReader>
  write(handle: { id: Buffer; path: string }, offset: number, chunks: readonly Buffer[]): Promise<void>
  drained(): Promise<void> | undefined
  has(extension: string): boolean
  isOpen(): boolean
  end(): void
}

/** A server's SFTP program, however it was started. */
export interface SftpChannel {
  /** Tells when it has ended. */
  output: Readable
  /** Hands on what arrives, in memory that is lent for the call only. */
  onBytes(take: (chunk: Buffer) => void): void
  input: Writable
  destroy(): void
  /** Says more about a channel that ended, for example what sudo wrote. */
  explain(): Error | undefined
}

interface Waiting {
  path: string
  into: Buffer | undefined
  resolve(answer: PacketReader): void
  reject(error: unknown): void
}

const VERSION = 3
/** A server that says nothing for so long hangs, for example at a dead network disk. */
const ANSWER_MS = 120_000
const HELLO_MS = 20_000
const EXPLAIN_MS = 50

const lost = () => failed('the connection to the server was lost')
const noSftp = () =>
  failed('the server answers with something else than SFTP; does a login script of it print text? Let it print nothing')

/** The extensions of the server's first packet. */
function extensionsOf(answer: PacketReader): Set<string> {
  const found = new Set<string>()
  while (!answer.isAtEnd()) {
    found.add(answer.bytes().toString())
    answer.bytes()
  }
  return found
}

function settle({ path, resolve, reject }: Waiting, type: number, answer: PacketReader): void {
  if (type !== Packet.Status) return resolve(answer)
  const status = answer.uint32()
  if (status === Status.Ok) return resolve(answer)
  reject(new SftpError(status, path, answer.isAtEnd() ? '' : answer.bytes().toString()))
}

/** What was asked and not answered yet, and what became of the line. */
interface State {
  waiting: Map<number, Waiting>
  isOpen: boolean
  extensions: Set<string>
  lastAnswer: number
  drain: { promise: Promise<void>; resolve(): void } | undefined
}

/** Hands an answer to whoever asked for it; true when it was the server's first word. */
function take(state: State, body: Buffer): boolean {
  state.lastAnswer = Date.now()
  const [type = 0] = body
  if (type === Packet.Version) {
    state.extensions = extensionsOf(readPacket(body, 5))
    return true
  }
  const answer = readPacket(body, 1)
  const id = answer.uint32()
  const asked = state.waiting.get(id)
  state.waiting.delete(id)
  if (asked) settle(asked, type, answer)
  return false
}

/** What can be asked on an open line. */
function speak({ input }: SftpChannel, state: State, end: () => void): SftpLine {
  let serial = 0
  let isCorked = false
  /** Whatever is asked in one turn leaves in one piece: hundreds of small requests would cost hundreds of system calls. */
  const cork = () => {
    if (isCorked) return
    isCorked = true
    input.cork()
    process.nextTick(() => {
      isCorked = false
      input.uncork()
    })
  }
  const send = (path: string, parts: (id: number) => readonly Buffer[], into?: Buffer) =>
    new Promise<PacketReader>((resolve, reject) => {
      if (!state.isOpen) return reject(lost())
      if (state.waiting.size === 0) state.lastAnswer = Date.now()
      const id = serial++ >>> 0
      state.waiting.set(id, { path, into, resolve, reject })
      cork()
      for (const part of parts(id)) input.write(part)
    })
  return {
    ask: (type, path, fields, into) => send(path, (id) => [packet(type, id, fields)], into),
    write: async (handle, offset, chunks) => {
      const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      const fields: Field[] = [{ bytes: handle.id }, { size: offset }, length]
      await send(handle.path, (id) => [packet(Packet.Write, id, fields, length), ...chunks])
    },
    drained: () => {
      if (!input.writableNeedDrain || !state.isOpen) return undefined
      state.drain ??= Promise.withResolvers<void>()
      return state.drain.promise
    },
    has: (extension) => state.extensions.has(extension),
    isOpen: () => state.isOpen,
    end,
  }
}

/** Listens to the channel until it ends, however it does. */
function listen(channel: SftpChannel, state: State, onFirst: () => void, close: (error: unknown) => void): void {
  const { input, output } = channel
  const split = packetSplitter({
    take: (body) => {
      if (take(state, body)) onFirst()
    },
    memoryFor: (id) => state.waiting.get(id)?.into,
  })
  channel.onBytes((chunk) => {
    try {
      split(chunk)
    } catch (error) {
      close(error instanceof RangeError ? noSftp() : error)
    }
  })
  input.on('drain', () => {
    state.drain?.resolve()
    state.drain = undefined
  })
  // Said on a turn of its own: the reason may still be on its way on another stream.
  const ended = (detail: string) =>
    setTimeout(() => close(channel.explain() ?? failed(`${lost().message}${detail}`)), EXPLAIN_MS)
  for (const stream of new Set([input, output])) {
    stream.once('error', (error) => ended(` (${error.message})`))
    stream.once('close', () => ended(''))
  }
  output.once('end', () => ended(''))
}

/** Opens the line: sends the version and waits for the server's. */
export function createSftpLine(channel: SftpChannel): Promise<SftpLine> {
  const state: State = {
    ...{ waiting: new Map(), isOpen: true, extensions: new Set<string>(), lastAnswer: Date.now(), drain: undefined },
  }
  return new Promise((resolve, reject) => {
    const close = (error: unknown) => {
      if (!state.isOpen) return
      state.isOpen = false
      clearTimeout(hello)
      clearInterval(watch)
      for (const { reject: fail } of state.waiting.values()) fail(error)
      state.waiting.clear()
      state.drain?.resolve()
      channel.destroy()
      reject(error)
    }
    const hello = setTimeout(() => close(failed('the SFTP server of the host did not answer')), HELLO_MS)
    const watch = setInterval(() => {
      const isSilent = state.waiting.size > 0 && Date.now() - state.lastAnswer > ANSWER_MS
      if (isSilent) close(failed('the server does not answer any more'))
    }, ANSWER_MS / 8).unref()
    const line = speak(channel, state, () => close(lost()))
    const onFirst = () => {
      clearTimeout(hello)
      resolve(line)
    }
    listen(channel, state, onFirst, close)
    // The first packet has the version where others have their number.
    channel.input.write(packet(Packet.Init, VERSION, []))
  })
}
