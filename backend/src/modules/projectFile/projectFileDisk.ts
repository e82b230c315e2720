import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { failed } from '../../platform/errors.ts'
import { insideFolder } from '../../platform/insideFolder.ts'
import { placeInside, removeInside } from './placeInside.ts'

/** What came in and has no place yet. */
export interface Incoming {
  path: string
  size: number
}

/** The contents of project files, in DATA_DIR. */
export interface ProjectFileDisk {
  /** Takes in what may still be refused. */
  receive(content: Readable | Buffer): Promise<Incoming>
  /** Drops what came in, unless it has found its place. */
  discard(incoming: Incoming): Promise<void>
  place(projectId: number, filename: string, incoming: Incoming): Promise<void>
  move(projectId: number, from: string, to: string): Promise<void>
  /** Undefined when it is missing. */
  read(projectId: number, filename: string, limitBytes: number): Promise<Buffer | undefined>
  stream(projectId: number, filename: string): Promise<{ size: number; content: Readable }>
  remove(projectId: number, filename: string): Promise<void>
  removeAll(projectId: number): Promise<void>
  /** Puts a file over a working copy. @throws AppError when that is not possible */
  copy(file: { projectId: number; filename: string; mode: number }, workFolder: string): Promise<void>
  /** Which files were put over a working copy the last time. */
  copies: {
    read(projectId: number): Promise<string[]>
    write(projectId: number, names: readonly string[]): Promise<void>
  }
  /** Removes what uploads that were cut off have left. */
  sweep(): Promise<void>
}

const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const
const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A place where files come in before they are known to be wanted, on the disk where they will stay. */
function createIncoming(folder: string) {
  return {
    receive: async (content: Readable | Buffer): Promise<Incoming> => {
      await mkdir(folder, PRIVATE_FOLDER)
      const file = path.join(folder, randomUUID())
      try {
        const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true })
        await pipeline(Buffer.isBuffer(content) ? [content] : content, target)
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
      return { path: file, size: (await stat(file)).size }
    },
    discard: (incoming: Incoming) => rm(incoming.path, { force: true }),
    sweep: async (): Promise<void> => {
      await mkdir(folder, PRIVATE_FOLDER)
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name)
        const { mtimeMs } = await stat(file)
        if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(file, { force: true })
      }
    },
  }
}

/** Remembers which files were added to working copies, because those that git ignores stay there. */
const createCopies = (folder: string): ProjectFileDisk['copies'] => {
  const file = (projectId: number) => path.join(folder, `project_${projectId}.json`)
  return {
    read: async (projectId) => {
      try {
        return JSON.parse(await readFile(file(projectId), 'utf8')) as string[]
      } catch (error) {
        // Nothing was added yet, or the note was cut off with the machine: the next one is written whole.
        if (isMissing(error) || error instanceof SyntaxError) return []
        throw error
      }
    },
    write: async (projectId, names) => {
      await mkdir(folder, PRIVATE_FOLDER)
      await writeFile(file(projectId), JSON.stringify(names), { mode: 0o600 })
    },
  }
}

/** Finding and removing what has its place already. */
function createPlaces(rootOf: (projectId: number) => string) {
  /** The real path of a file; links that somebody has put there do not lead out. */
  const locate = async (projectId: number, filename: string): Promise<string> => {
    const real = await insideFolder(rootOf(projectId), filename)
    if (!(await lstat(real)).isFile()) throw failed(`${filename} is no regular file on the disk of the console`)
    return real
  }
  const find = (projectId: number, filename: string): Promise<string> =>
    locate(projectId, filename).catch((error: unknown) => {
      if (isMissing(error)) throw failed(`${filename} is missing on the disk of the console; upload it again`)
      throw error
    })
  const prune = async (projectId: number, filename: string): Promise<void> => {
    for (let folder = path.posix.dirname(filename); folder !== '.'; folder = path.posix.dirname(folder)) {
      const isEmpty = await rmdir(path.join(rootOf(projectId), folder)).then(
        () => true,
        () => false,
      )
      if (!isEmpty) return
    }
  }
  const remove = async (projectId: number, filename: string): Promise<void> => {
    if (await removeInside(rootOf(projectId), filename)) await prune(projectId, filename)
  }
  return { locate, find, prune, remove }
}

/** Opens the contents of project files below DATA_DIR. */
export function createProjectFileDisk(dataDir: string): ProjectFileDisk {
  const base = path.join(dataDir, 'project-file')
  const rootOf = (projectId: number) => path.join(base, `project_${projectId}`)
  const incoming = createIncoming(path.join(base, '.incoming'))

  const { locate, find, prune, remove } = createPlaces(rootOf)

  return {
    ...incoming,
    copies: createCopies(path.join(base, '.copied')),
    remove,
    removeAll: (projectId) => rm(rootOf(projectId), { recursive: true, force: true }),
    place: async (projectId, filename, { path: from }) => {
      await mkdir(rootOf(projectId), PRIVATE_FOLDER)
      await placeInside(rootOf(projectId), filename, (beside) => rename(from, beside))
    },
    move: async (projectId, from, to) => {
      const real = await find(projectId, from)
      await placeInside(rootOf(projectId), to, (beside) => rename(real, beside))
      await prune(projectId, from)
    },
    read: async (projectId, filename, limitBytes) => {
      try {
        const file = await locate(projectId, filename)
        const { size } = await stat(file)
        if (size > limitBytes)
          throw failed(`the file has more than ${limitBytes / 1024} KiB; download it, and upload it again`)
        return await readFile(file)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    stream: async (projectId, filename) => {
      const handle = await open(await find(projectId, filename), constants.O_RDONLY | constants.O_NOFOLLOW)
      return { size: (await handle.stat()).size, content: handle.createReadStream() }
    },
    copy: async ({ projectId, filename, mode }, workFolder) => {
      const file = await find(projectId, filename)
      await placeInside(workFolder, filename, async (beside) => {
        await copyFile(file, beside, constants.COPYFILE_FICLONE)
        await chmod(beside, mode)
      })
    },
  }
}
