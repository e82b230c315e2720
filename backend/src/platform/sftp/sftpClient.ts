import { SftpError, Status } from './sftpError.ts'
import { createSftpLine, type SftpChannel, type SftpLine } from './sftpLine.ts'
import { type Field, Packet, type PacketReader, type SftpAttrs, type SftpChange } from './sftpPacket.ts'

/** One entry of a folder as the server tells it. */
export interface SftpEntry {
  name: string
  /** Of the entry itself, not of what a link leads to. */
  attrs: SftpAttrs
  /** As `ls -l` would write it; only for people, and for the names of owners in it. */
  line: string
}

/** An open file or folder of a server. */
export interface SftpHandle {
  readonly id: Buffer
  readonly path: string
}

/** How much a disk still takes. */
export interface SftpSpace {
  freeBytes: number
  totalBytes: number
  freeNames: number
}

/**
 * SFTP version 3 with the extensions of OpenSSH. Paths are text as `sftpPath.ts` writes it, so every name of the server
 * can be told and asked for. Requests may run side by side.
 */
export interface SftpClient {
  has(extension: string): boolean
  stat(path: string): Promise<SftpAttrs>
  lstat(path: string): Promise<SftpAttrs>
  realpath(path: string): Promise<string>
  readlink(path: string): Promise<string>
  /** @param how of `Open`; @param bits for a new file */
  open(path: string, how: number, bits?: number): Promise<SftpHandle>
  openFolder(path: string): Promise<SftpHandle>
  close(handle: SftpHandle): Promise<void>
  /** Up to `length` bytes; undefined at the end. */
  read(handle: SftpHandle, offset: number, length: number): Promise<Buffer | undefined>
  /** The same into memory that is there, as much as it takes. @returns how many bytes; 0 at the end */
  readInto(handle: SftpHandle, offset: number, memory: Buffer): Promise<number>
  write(handle: SftpHandle, offset: number, chunks: readonly Buffer[]): Promise<void>
  /** Fulfilled when more can be written without piling up; undefined when it can at once. */
  drained(): Promise<void> | undefined
  /** The next entries; undefined at the end. `.` and `..` are among them. */
  readFolder(handle: SftpHandle): Promise<SftpEntry[] | undefined>
  handleStat(handle: SftpHandle): Promise<SftpAttrs>
  changeHandle(handle: SftpHandle, change: SftpChange): Promise<void>
  change(path: string, change: SftpChange): Promise<void>
  makeFolder(path: string, bits?: number): Promise<void>
  removeFolder(path: string): Promise<void>
  remove(path: string): Promise<void>
  /** Fails when the new name is taken. */
  rename(from: string, to: string): Promise<void>
  /** Takes the place of what is there, in one step where the server can. */
  replace(from: string, to: string): Promise<void>
  makeLink(target: string, path: string): Promise<void>
  /** Brings what was written to the disk, where the server can. */
  sync(handle: SftpHandle): Promise<void>
  /** Copies on the server itself; only where it `has` COPY_DATA. */
  copyData(from: SftpHandle, offset: number, length: number, to: SftpHandle): Promise<void>
  /** undefined where the server does not tell. */
  space(path: string): Promise<SftpSpace | undefined>
  /** The names of owners and groups, "" for those without; undefined where the server does not tell. */
  names(uids: readonly number[], gids: readonly number[]): Promise<{ owners: string[]; groups: string[] } | undefined>
  /** Ends the connection; what still runs fails. */
  end(): void
  /** Whether it can be used for more. */
  isOpen(): boolean
}

/** Since OpenSSH 9.0. */
export const COPY_DATA = 'copy-data'
const POSIX_RENAME = 'posix-rename@openssh.com'
const STATVFS = 'statvfs@openssh.com'
const FSYNC = 'fsync@openssh.com'
const NAMES = 'users-groups-by-id@openssh.com'

type Ask = SftpLine['ask']

/** What reads and changes by path. */
function byPath(ask: Ask) {
  const nothing = async (asked: Promise<PacketReader>) => void (await asked)
  const firstName = (answer: PacketReader) => {
    answer.uint32()
    return answer.path()
  }
  return {
    stat: async (path) => (await ask(Packet.Stat, path, [{ path }])).attrs(),
    lstat: async (path) => (await ask(Packet.Lstat, path, [{ path }])).attrs(),
    realpath: async (path) => firstName(await ask(Packet.Realpath, path, [{ path }])),
    readlink: async (path) => firstName(await ask(Packet.Readlink, path, [{ path }])),
    change: (path, change) => nothing(ask(Packet.Setstat, path, [{ path }, { change }])),
    makeFolder: (path, bits) =>
      nothing(ask(Packet.Mkdir, path, [{ path }, { change: bits === undefined ? {} : { bits } }])),
    removeFolder: (path) => nothing(ask(Packet.Rmdir, path, [{ path }])),
    remove: (path) => nothing(ask(Packet.Remove, path, [{ path }])),
    rename: (from, to) => nothing(ask(Packet.Rename, to, [{ path: from }, { path: to }])),
    // OpenSSH takes these two the other way round than the draft says, and everybody follows it.
    makeLink: (target, path) => nothing(ask(Packet.Symlink, path, [{ path: target }, { path }])),
  } satisfies Partial<SftpClient>
}

function byHandle(ask: Ask, line: SftpLine) {
  const nothing = async (asked: Promise<PacketReader>) => void (await asked)
  const handleOf = async (asked: Promise<PacketReader>, path: string) => ({ id: (await asked).bytes(), path })
  const orEnd = async (asked: Promise<PacketReader>) => {
    try {
      return await asked
    } catch (error) {
      if (error instanceof SftpError && error.status === Status.Eof) return undefined
      throw error
    }
  }
  return {
    open: (path, how, bits) =>
      handleOf(ask(Packet.Open, path, [{ path }, how, { change: bits === undefined ? {} : { bits } }]), path),
    openFolder: (path) => handleOf(ask(Packet.Opendir, path, [{ path }]), path),
    close: ({ id, path }) => nothing(ask(Packet.Close, path, [{ bytes: id }])),
    read: async ({ id, path }, offset, length) =>
      (await orEnd(ask(Packet.Read, path, [{ bytes: id }, { size: offset }, length])))?.bytes(),
    readInto: async ({ id, path }, offset, memory) =>
      (await orEnd(ask(Packet.Read, path, [{ bytes: id }, { size: offset }, memory.length], memory)))?.uint32() ?? 0,
    write: (handle, offset, chunks) => line.write(handle, offset, chunks),
    drained: () => line.drained(),
    readFolder: async ({ id, path }) => {
      const answer = await orEnd(ask(Packet.Readdir, path, [{ bytes: id }]))
      if (answer === undefined) return undefined
      return Array.from({ length: answer.uint32() }, () => ({
        name: answer.path(),
        line: answer.bytes().toString(),
        attrs: answer.attrs(),
      }))
    },
    handleStat: async ({ id, path }) => (await ask(Packet.Fstat, path, [{ bytes: id }])).attrs(),
    changeHandle: ({ id, path }, change) => nothing(ask(Packet.Fsetstat, path, [{ bytes: id }, { change }])),
  } satisfies Partial<SftpClient>
}

function extended(ask: Ask, line: SftpLine) {
  const extension = (text: string, path: string, fields: readonly Field[]) =>
    ask(Packet.Extended, path, [{ text }, ...fields])
  const ids = (numbers: readonly number[]): Field => {
    const bytes = Buffer.alloc(numbers.length * 4)
    numbers.forEach((id, i) => bytes.writeUInt32BE(id, i * 4))
    return { bytes }
  }
  const texts = (list: Buffer): string[] => {
    const found: string[] = []
    for (let at = 0; at + 4 <= list.length; ) {
      const length = list.readUInt32BE(at)
      found.push(list.toString('utf8', at + 4, at + 4 + length))
      at += 4 + length
    }
    return found
  }
  return {
    sync: async ({ id, path }) => {
      if (line.has(FSYNC)) await extension(FSYNC, path, [{ bytes: id }])
    },
    copyData: async (from, offset, length, to) => {
      const range = [{ size: offset }, { size: length }]
      await extension(COPY_DATA, to.path, [{ bytes: from.id }, ...range, { bytes: to.id }, { size: offset }])
    },
    space: async (path) => {
      if (!line.has(STATVFS)) return undefined
      const answer = await extension(STATVFS, path, [{ path }])
      const [, fragment = 0, blocks = 0, , available = 0, , , names = 0] = Array.from({ length: 8 }, answer.uint64)
      return { freeBytes: available * fragment, totalBytes: blocks * fragment, freeNames: names }
    },
    names: async (uids, gids) => {
      if (!line.has(NAMES)) return undefined
      const answer = await extension(NAMES, '', [ids(uids), ids(gids)])
      return { owners: texts(answer.bytes()), groups: texts(answer.bytes()) }
    },
  } satisfies Partial<SftpClient>
}

/** Speaks SFTP over a channel and waits for the server's first word. */
export async function createSftpClient(channel: SftpChannel): Promise<SftpClient> {
  const line = await createSftpLine(channel)
  const paths = byPath(line.ask)
  return {
    ...paths,
    ...byHandle(line.ask, line),
    ...extended(line.ask, line),
    has: line.has,
    replace: async (from, to) => {
      if (line.has(POSIX_RENAME)) {
        await line.ask(Packet.Extended, to, [{ text: POSIX_RENAME }, { path: from }, { path: to }])
        return
      }
      await paths.remove(to).catch((error: unknown) => {
        if (!(error instanceof SftpError) || error.status !== Status.NoSuchFile) throw error
      })
      await paths.rename(from, to)
    },
    end: line.end,
    isOpen: line.isOpen,
  }
}
