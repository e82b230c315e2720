import { bytesOfPath, textOfPath } from '@windlass/shared-kit/contract/sftpPath'

/** Requests and answers of the protocol, version 3 (draft-ietf-secsh-filexfer-02). */
export const Packet = {
  ...{ Init: 1, Version: 2, Open: 3, Close: 4, Read: 5, Write: 6, Lstat: 7, Fstat: 8, Setstat: 9, Fsetstat: 10 },
  ...{ Opendir: 11, Readdir: 12, Remove: 13, Mkdir: 14, Rmdir: 15, Realpath: 16, Stat: 17, Rename: 18 },
  ...{ Readlink: 19, Symlink: 20, Status: 101, Handle: 102, Data: 103, Name: 104, Attrs: 105 },
  ...{ Extended: 200, ExtendedReply: 201 },
} as const

/** How a file is opened. */
export const Open = { Read: 1, Write: 2, Append: 4, Create: 8, Truncate: 16, Exclusive: 32 } as const

/** What the server keeps about an entry. */
export interface SftpAttrs {
  size: number
  /** With the bits that say what kind it is. */
  mode: number
  uid: number
  gid: number
  /** Unix seconds. */
  atime: number
  mtime: number
}

/** What of it is to be changed. */
export interface SftpChange {
  size?: number
  bits?: number
  owner?: { uid: number; gid: number }
  times?: { atime: number; mtime: number }
}

const HAS_SIZE = 1
const HAS_OWNER = 2
const HAS_MODE = 4
const HAS_TIMES = 8

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
const uint64 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** The pieces of a request's body. */
export type Field =
  | number
  | { size: number }
  | { path: string }
  | { text: string }
  | { bytes: Buffer }
  | SftpChangeField
type SftpChangeField = { change: SftpChange }

const lengthFirst = (bytes: Uint8Array): Buffer[] => [
  uint32(bytes.length),
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
]

function changeBytes({ size, bits, owner, times }: SftpChange): Buffer[] {
  const flags =
    (size === undefined ? 0 : HAS_SIZE) |
    (owner === undefined ? 0 : HAS_OWNER) |
    (bits === undefined ? 0 : HAS_MODE) |
    (times === undefined ? 0 : HAS_TIMES)
  return [
    uint32(flags),
    ...(size === undefined ? [] : [uint64(size)]),
    ...(owner === undefined ? [] : [uint32(owner.uid), uint32(owner.gid)]),
    ...(bits === undefined ? [] : [uint32(bits)]),
    ...(times === undefined ? [] : [uint32(times.atime), uint32(times.mtime)]),
  ]
}

function fieldBytes(field: Field): Buffer[] {
  if (typeof field === 'number') return [uint32(field)]
  if ('size' in field) return [uint64(field.size)]
  if ('path' in field) return lengthFirst(bytesOfPath(field.path))
  if ('text' in field) return lengthFirst(Buffer.from(field.text))
  if ('bytes' in field) return lengthFirst(field.bytes)
  return changeBytes(field.change)
}

/**
 * A whole packet but for bytes that follow it.
 * @param following how many bytes the caller sends right after, as the last part of the packet
 */
export function packet(type: number, id: number, fields: readonly Field[], following = 0): Buffer {
  const parts = fields.flatMap(fieldBytes)
  const length = parts.reduce((sum, part) => sum + part.length, 5) + following
  const head = Buffer.allocUnsafe(9)
  head.writeUInt32BE(length, 0)
  head[4] = type
  head.writeUInt32BE(id >>> 0, 5)
  return Buffer.concat([head, ...parts])
}

/** Reads the fields of an answer, one after another. */
export interface PacketReader {
  uint32(): number
  bytes(): Buffer
  /** A name or path. */
  path(): string
  attrs(): SftpAttrs
  isAtEnd(): boolean
  uint64(): number
}

/** @throws RangeError when the packet is shorter than it says */
export function readPacket(body: Buffer, start: number): PacketReader {
  let at = start
  const uint32 = () => {
    at += 4
    return body.readUInt32BE(at - 4)
  }
  const uint64 = () => {
    at += 8
    return Number(body.readBigUInt64BE(at - 8))
  }
  const bytes = () => {
    const length = uint32()
    if (at + length > body.length) throw new RangeError('a field is longer than its packet')
    at += length
    return body.subarray(at - length, at)
  }
  const attrs = (): SftpAttrs => {
    const flags = uint32()
    const size = (flags & HAS_SIZE) === 0 ? 0 : uint64()
    const [uid, gid] = (flags & HAS_OWNER) === 0 ? [0, 0] : [uint32(), uint32()]
    const mode = (flags & HAS_MODE) === 0 ? 0 : uint32()
    const [atime, mtime] = (flags & HAS_TIMES) === 0 ? [0, 0] : [uint32(), uint32()]
    if ((flags & 0x80000000) !== 0) for (let left = uint32() * 2; left > 0; left--) bytes()
    return { size, mode, uid, gid, atime, mtime }
  }
  return { uint32, uint64, bytes, attrs, path: () => textOfPath(bytes()), isAtEnd: () => at >= body.length }
}

/** Far above what any server sends; text that is no SFTP looks like more. */
const LARGEST = 1024 * 1024

/** Type, number and length: what comes before the bytes of a file. */
const DATA_START = 9

/** Who gets the packets. */
export interface PacketTaker {
  take(body: Buffer): void
  /** Memory for the bytes of a file that answer a request; undefined when whoever asked has none of his own. */
  memoryFor(id: number): Buffer | undefined
}

/**
 * Cuts a byte stream into packets, which are copied: the memory of a chunk is only lent. The bytes of a file go straight
 * to where they are wanted; then the body that is handed on ends at their length.
 */
export function packetSplitter({ take, memoryFor }: PacketTaker): (chunk: Buffer) => void {
  const head = Buffer.alloc(4)
  const start = Buffer.alloc(DATA_START)
  /** What is being filled, how far, and what comes after it. */
  let filling: Buffer = head
  let filled = 0
  let then: () => void
  const fill = (memory: Buffer, next: () => void) => {
    filling = memory
    filled = 0
    then = next
  }
  const begin = () => fill(head, onHead)
  const whole = (length: number, beginning?: Buffer) => {
    const body = Buffer.allocUnsafeSlow(length)
    beginning?.copy(body)
    fill(beginning ? body.subarray(beginning.length) : body, () => {
      begin()
      take(body)
    })
  }
  const onHead = () => {
    const length = head.readUInt32BE(0)
    if (length === 0 || length > LARGEST) throw new RangeError('the server sends something else than SFTP')
    if (length <= DATA_START) return whole(length)
    fill(start, () => {
      const memory = start[0] === Packet.Data ? memoryFor(start.readUInt32BE(1)) : undefined
      if (!memory) return whole(length, start)
      const size = start.readUInt32BE(5)
      if (size > memory.length || size !== length - DATA_START)
        throw new RangeError('the server sends something else than was asked for')
      fill(memory.subarray(0, size), () => {
        begin()
        take(Buffer.from(start))
      })
    })
  }
  begin()
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.copy(filling, filled, at)
      filled += taken
      at += taken
      if (filled === filling.length) then()
    }
  }
}
