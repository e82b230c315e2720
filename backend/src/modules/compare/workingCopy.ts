import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { lstat, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DirEntry } from '@windlass/shared-kit/contract/compare'
import { failed } from '../../platform/errors.ts'
import { insideFolder } from '../../platform/insideFolder.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

/** Whether a path, relative to the root, stays out of a comparison. */
export type IsExcluded = (relative: string, isFolder: boolean) => boolean

/** What was deployed last from, as it stands on the console. Links are followed as long as they stay inside. */
export interface WorkingCopy {
  list(relative: string): Promise<DirEntry[]>
  /** @throws AppError when it is no regular file */
  size(relative: string): Promise<number>
  md5(relative: string): Promise<string>
  read(relative: string): Promise<Buffer>
  /** Every regular file below a directory with its size; `.git` stays out. */
  walk(relative: string, isExcluded: IsExcluded): Promise<Map<string, number>>
}

/** More files than that are compared directory by directory. */
const FILES_LIMIT = 20_000

const typeOf = (entry: Stats): string =>
  entry.isDirectory()
    ? 'd---------'
    : entry.isSymbolicLink()
      ? 'L---------'
      : entry.isFile()
        ? '----------'
        : '?---------'

const byKindAndName = (one: DirEntry, other: DirEntry): number =>
  Number(other.isDir) - Number(one.isDir) || one.name.localeCompare(other.name)

async function walkFolder(
  root: string,
  folder: string,
  isExcluded: IsExcluded,
  found: Map<string, number>,
): Promise<void> {
  for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
    const inner = path.posix.join(folder, entry.name)
    if (entry.name === '.git' || isExcluded(inner, entry.isDirectory())) continue
    if (entry.isDirectory()) await walkFolder(root, inner, isExcluded, found)
    else if (entry.isFile()) {
      found.set(inner, (await lstat(path.join(root, inner))).size)
      if (found.size > FILES_LIMIT) throw failed(`there are more than ${FILES_LIMIT} files; choose a directory below`)
    }
  }
}

/** Opens the working copy in a folder. */
export function openWorkingCopy(folder: string): WorkingCopy {
  const locate = async (relative: string): Promise<string> => {
    try {
      return await insideFolder(folder, relative)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
    const isThere = await stat(folder).then(
      () => true,
      () => false,
    )
    throw failed(
      isThere ? `${relative} is not in the working copy` : 'there is no working copy yet; deploy the project once',
    )
  }
  const file = async (relative: string) => {
    const real = await locate(relative)
    const found = await stat(real)
    if (found.isDirectory()) throw failed(`${relative === '' ? '/' : relative} is a directory; name a file in it`)
    if (!found.isFile()) throw failed(`${relative} is no regular file`)
    return { real, size: found.size }
  }

  return {
    list: async (relative) => {
      const real = await locate(relative)
      if (!(await stat(real)).isDirectory()) throw failed(`${relative} is a file, not a directory`)
      const names = (await readdir(real)).filter((name) => name !== '.git')
      const entries = names.map(async (name) => {
        const found = await lstat(path.join(real, name))
        const { size, mtimeMs } = found
        return { name, size, mode: typeOf(found), modTime: formatTimestamp(mtimeMs), isDir: found.isDirectory() }
      })
      return (await Promise.all(entries)).sort(byKindAndName)
    },
    size: async (relative) => (await file(relative)).size,
    md5: async (relative) => {
      const hash = createHash('md5')
      await pipeline(createReadStream((await file(relative)).real), hash)
      return hash.digest('hex')
    },
    read: async (relative) => readFile((await file(relative)).real),
    walk: async (relative, isExcluded) => {
      const found = new Map<string, number>()
      const real = await locate(relative)
      if (!(await stat(real)).isDirectory()) throw failed(`${relative} is a file, not a directory`)
      const root = await locate('')
      await walkFolder(root, path.relative(root, real), isExcluded, found)
      return found
    },
  }
}
