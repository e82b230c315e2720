import { TREE_ENTRIES, type TreeCompareServer } from '@windlass/shared-kit/contract/compare'
import type { ServerFiles } from './serverFiles.ts'
import type { IsExcluded, WorkingCopy } from './workingCopy.ts'

/** What was found on one server. */
export type TreeOutcome = Pick<TreeCompareServer, 'counts' | 'entries' | 'reason'>

/** One side of a comparison, read once for all servers. */
export interface TreeSource {
  copy: WorkingCopy
  folder: string
  isExcluded: IsExcluded
  /** Files of the working copy with their sizes. */
  files: ReadonlyMap<string, number>
  /** MD5 of a file of the working copy. */
  md5(name: string): Promise<string>
}

type Entry = TreeCompareServer['entries'][number]

/** Reads the working copy; sums are made when they are first asked for, and once. */
export async function readTreeSource(copy: WorkingCopy, folder: string, isExcluded: IsExcluded): Promise<TreeSource> {
  const files = await copy.walk(folder, isExcluded)
  const sums = new Map<string, Promise<string>>()
  return {
    ...{ copy, folder, isExcluded, files },
    md5: (name) => {
      const sum = sums.get(name) ?? copy.md5(name)
      sums.set(name, sum)
      return sum
    },
  }
}

/** Compares every file below the directory: by size, and by sum where the sizes are the same. */
export async function compareTree(source: TreeSource, server: ServerFiles): Promise<TreeOutcome> {
  const there = await server.walk(source.folder, source.isExcluded)
  const theirs = there ?? new Map<string, number>()
  const entries: Entry[] = []
  const sameSize: string[] = []
  for (const [path, size] of source.files) {
    const serverSize = theirs.get(path)
    if (serverSize === undefined) entries.push({ path, change: 'missing', size, serverSize: -1 })
    else if (serverSize !== size) entries.push({ path, change: 'changed', size, serverSize })
    else sameSize.push(path)
  }
  for (const [path, serverSize] of theirs) {
    if (!source.files.has(path)) entries.push({ path, change: 'onlyThere', size: -1, serverSize })
  }
  const sums = await server.md5(sameSize)
  let unreadable = 0
  for (const path of sameSize) {
    const size = source.files.get(path) ?? 0
    if (!sums.has(path)) unreadable++
    else if (sums.get(path) !== (await source.md5(path)))
      entries.push({ path, change: 'changed', size, serverSize: size })
  }
  const count = (change: Entry['change']) => entries.filter((entry) => entry.change === change).length
  const changed = count('changed')
  const missing = count('missing')
  const reason = there === undefined ? 'the directory is not there' : ''
  return {
    reason: unreadable > 0 ? `${unreadable} files could not be read on the server` : reason,
    counts: {
      same: source.files.size - changed - missing - unreadable,
      ...{ changed, missing, onlyThere: count('onlyThere') },
    },
    entries: entries.sort((one, other) => (one.path < other.path ? -1 : 1)).slice(0, TREE_ENTRIES),
  }
}
