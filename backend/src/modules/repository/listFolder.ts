import { constants, type Stats } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { REPOSITORY_LIST_LIMIT, type RepositoryEntry } from '@windlass/shared-kit/contract/repository'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { isMissing } from './workingCopyPath.ts'

/** More at once would only wait for the same disk. */
const AT_ONCE = 64
/** What stands in a name for bytes that are no text. */
const LOST = '\ufffd'

const MODE_LETTERS = [
  ...[constants.S_IRUSR, constants.S_IWUSR, constants.S_IXUSR],
  ...[constants.S_IRGRP, constants.S_IWGRP, constants.S_IXGRP],
  ...[constants.S_IROTH, constants.S_IWOTH, constants.S_IXOTH],
].map((bit, index) => ({ bit, letter: 'rwx'.charAt(index % 3) }))

function typeLetter(found: Stats): string {
  if (found.isDirectory()) return 'd'
  if (found.isSymbolicLink()) return 'L'
  if (found.isFIFO()) return 'p'
  if (found.isSocket()) return 's'
  return found.isFile() ? '-' : 'c'
}

const modeText = (found: Stats): string =>
  typeLetter(found) + MODE_LETTERS.map(({ bit, letter }) => ((found.mode & bit) === 0 ? '-' : letter)).join('')

/** Where a link leads: what is there, or what is in the way. */
async function followLink(root: string, file: string): Promise<Stats | 'outside' | 'broken'> {
  try {
    const real = await realpath(file)
    return real === root || real.startsWith(`${root}${path.sep}`) ? await stat(real) : 'outside'
  } catch {
    // It leads nowhere, to itself, or where the console may not look.
    return 'broken'
  }
}

function obstacleOf(name: string, end: Stats | 'outside' | 'broken'): RepositoryEntry['obstacle'] {
  if (name.includes(LOST)) return 'name'
  if (typeof end === 'string') return end
  return end.isFile() || end.isDirectory() ? '' : 'special'
}

async function entryOf(root: string, folder: string, name: string): Promise<RepositoryEntry | undefined> {
  const file = path.join(folder, name)
  try {
    const found = await lstat(file)
    const isLink = found.isSymbolicLink()
    const end = isLink ? await followLink(root, file) : found
    const isDir = typeof end !== 'string' && end.isDirectory()
    return {
      ...{ name, isLink, isDir, mode: modeText(found), modTime: formatTimestamp(found.mtimeMs) },
      size: typeof end !== 'string' && end.isFile() ? end.size : 0,
      obstacle: obstacleOf(name, end),
    }
  } catch (error) {
    if (!isMissing(error)) throw error
    // A name that is not text cannot be asked for; anything else was removed a moment ago.
    if (!name.includes(LOST)) return undefined
    const unknown = { mode: '----------', modTime: '', size: 0, isDir: false, isLink: false }
    return { name, ...unknown, obstacle: 'name' }
  }
}

/** What a folder holds, folders first; only so many that a page can show them. */
export async function listFolder(
  root: string,
  folder: string,
  search: string,
): Promise<{ list: RepositoryEntry[]; total: number }> {
  const wanted = search.toLowerCase()
  const found = (await readdir(folder, { withFileTypes: true }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map((entry) => ({ name: entry.name, rank: entry.isDirectory() ? 0 : 1 }))
    .sort((one, other) => one.rank - other.rank || (one.name < other.name ? -1 : 1))
  const names = found.slice(0, REPOSITORY_LIST_LIMIT).map(({ name }) => name)
  const list: (RepositoryEntry | undefined)[] = []
  const waiting = names.entries()
  const work = async () => {
    for (const [index, name] of waiting) list[index] = await entryOf(root, folder, name)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, names.length) }, work))
  return { list: list.filter((entry) => entry !== undefined), total: found.length }
}
