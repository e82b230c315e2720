import { createHash } from 'node:crypto'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type ssh2 from 'ssh2'
import { failed } from '../../platform/errors.ts'
import { isInside } from '../../platform/insideFolder.ts'
import { quoteProgram } from '../../platform/ssh/quotePosix.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { IsExcluded } from './workingCopy.ts'

/** A regular file on a server. */
export interface ServerFile {
  /** All links followed. */
  real: string
  size: number
  /** Unix seconds. */
  modified: number
}

/** The directory a project is deployed to, on one server. Nothing outside of it is read. */
export interface ServerFiles {
  /** Undefined when there is no such file. @throws AppError when it leads out or is no regular file */
  find(relative: string): Promise<ServerFile | undefined>
  /** @param limitBytes no more than this is read */
  read(file: ServerFile, limitBytes: number): Promise<Buffer>
  /** Every regular file below a directory with its size; undefined when the directory is not there. Links are left out. */
  walk(relative: string, isExcluded: IsExcluded): Promise<Map<string, number> | undefined>
  /** MD5 of files; one that cannot be read is missing in the answer. */
  md5(names: readonly string[]): Promise<Map<string, string>>
}

interface Place {
  ssh: Ssh
  target: SshTarget
  /** Where the project is on the server. */
  folder: string
  signal: AbortSignal
}

const NO_SUCH_FILE = 2
const FILES_LIMIT = 50_000
const SUMS_BYTES = 32 * 1024 * 1024
const READERS = 4
/** Sums all files whose names come in, and ends at the first that it cannot find a program for. */
const SUM = 'cd -P -- "$1" && exec xargs -0 md5sum --'
const SUM_LINE = /^([0-9a-f]{32}) [ *](.+)$/
/** Names that md5sum would write in another form. */
const ESCAPED = /[\\\n\r]/

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === NO_SUCH_FILE

async function orUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** All sums in one go, by the server itself; whoever has no shell or no md5sum there answers nothing. */
async function sumThere(
  { ssh, target, signal }: Place,
  root: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const plain = names.filter((name) => !ESCAPED.test(name))
  if (plain.length === 0 || target.os === 'windows') return new Map()
  const command = quoteProgram(SUM, [root])
  const { stdout } = await ssh.exec(target, command, { signal, stdin: plain.join('\0'), keepBytes: SUMS_BYTES })
  const lines = stdout.split('\n').map((line) => SUM_LINE.exec(line))
  return new Map(lines.flatMap((line) => (line ? [[line[2] ?? '', line[1] ?? ''] as const] : [])))
}

function reader(sftp: ssh2.SFTPWrapper, place: Place) {
  const realpath = promisify<string, string>((name, done) => sftp.realpath(name, done))
  const stat = promisify<string, ssh2.Stats>((name, done) => sftp.stat(name, done))
  const readdir = promisify<string, ssh2.FileEntryWithStats[]>((name, done) => sftp.readdir(name, done))
  let root: Promise<string> | undefined
  const findRoot = () => {
    root ??= realpath(place.folder)
    return root
  }
  return {
    findRoot,
    stat,
    readdir,
    /** Where a path really is; undefined when nothing is there. */
    locate: async (relative: string): Promise<{ real: string; found: ssh2.Stats } | undefined> => {
      const base = await orUndefined(findRoot())
      const real = base && (await orUndefined(realpath(path.posix.join(base, relative))))
      if (base === undefined || real === undefined) return undefined
      if (!isInside(base, real)) throw failed(`${relative} is a link that leads out of ${place.folder}`)
      const found = await orUndefined(stat(real))
      return found && { real, found }
    },
    md5: async (file: string): Promise<string> => {
      const hash = createHash('md5')
      await pipeline(sftp.createReadStream(file), hash, { signal: place.signal })
      return hash.digest('hex')
    },
  }
}

/** Runs the work on every item, some at once. */
async function each<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, worker))
}

/** Level by level, so that a deep tree needs no deep stack. */
async function walkFiles(
  { findRoot, readdir, locate }: ReturnType<typeof reader>,
  relative: string,
  isExcluded: IsExcluded,
  signal: AbortSignal,
): Promise<Map<string, number> | undefined> {
  const at = await locate(relative)
  if (!at) return undefined
  if (!at.found.isDirectory()) throw failed(`${relative} is no directory on the server`)
  const base = await findRoot()
  const found = new Map<string, number>()
  const enter = async (folder: string): Promise<string[]> => {
    signal.throwIfAborted()
    const folders: string[] = []
    for (const { filename, attrs } of await readdir(path.posix.join(base, folder))) {
      const inner = path.posix.join(folder, filename)
      const stats = attrs as ssh2.Stats
      if (filename === '.git' || isExcluded(inner, stats.isDirectory())) continue
      if (stats.isDirectory()) folders.push(inner)
      else if (stats.isFile()) found.set(inner, stats.size)
    }
    if (found.size > FILES_LIMIT)
      throw failed(`the server has more than ${FILES_LIMIT} files here; choose a directory below`)
    return folders
  }
  for (let level = [path.posix.relative(base, at.real)]; level.length > 0; ) {
    const next: string[] = []
    await each(level, READERS, async (folder) => void next.push(...(await enter(folder))))
    level = next
  }
  return found
}

function openFiles(sftp: ssh2.SFTPWrapper, place: Place): ServerFiles {
  const reading = reader(sftp, place)
  const { findRoot, locate, md5 } = reading

  return {
    find: async (relative) => {
      const at = await locate(relative)
      if (!at) return undefined
      if (!at.found.isFile()) throw failed(`${relative} is no regular file on the server`)
      return { real: at.real, size: at.found.size, modified: at.found.mtime }
    },

    read: async ({ real }, limitBytes) => {
      const chunks: Buffer[] = []
      // `end` is the last byte that is read.
      const content = sftp.createReadStream(real, { end: limitBytes - 1 })
      await pipeline(
        content,
        async (parts) => {
          for await (const part of parts) chunks.push(part as Buffer)
        },
        { signal: place.signal },
      )
      return Buffer.concat(chunks)
    },

    walk: (relative, isExcluded) => walkFiles(reading, relative, isExcluded, place.signal),

    md5: async (names) => {
      const base = await findRoot()
      const sums = await sumThere(place, base, names).catch((error: unknown) => {
        place.signal.throwIfAborted()
        // Accounts for files only run no commands; reading works there all the same.
        if (error instanceof Error) return new Map<string, string>()
        throw error
      })
      const rest = names.filter((name) => !sums.has(name))
      await each(rest, READERS, async (name) => {
        try {
          sums.set(name, await md5(path.posix.join(base, name)))
        } catch {
          place.signal.throwIfAborted()
          // The caller sees by its absence that the account may not read it, or that it has gone meanwhile.
        }
      })
      return sums
    },
  }
}

/** Opens the directory of a project on a server for as long as `work` runs; ends with the signal whatever happens. */
export async function withServerFiles<T>(place: Place, work: (files: ServerFiles) => Promise<T>): Promise<T> {
  const { ssh, target, signal } = place
  return ssh.sftp(
    target,
    (sftp) => {
      const { promise, reject } = Promise.withResolvers<never>()
      const abort = () => reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      return Promise.race([work(openFiles(sftp, place)), promise]).finally(() =>
        signal.removeEventListener('abort', abort),
      )
    },
    signal,
  )
}
