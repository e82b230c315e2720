import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { failed } from '../../platform/errors.ts'
import type { RepositoryWatch } from './repositoryType.ts'

/** One thing in a folder elsewhere. */
export interface TreeEntry {
  name: string
  kind: 'file' | 'folder' | 'other'
  size: number
  /** Permissions, where the server tells them. */
  mode?: number | undefined
  /** When it was changed last, where the server tells that reliably. */
  modifyTime?: Date | undefined
}

/** A tree of files elsewhere; paths in it are absolute. */
export interface RemoteTree {
  list(folder: string): Promise<TreeEntry[]>
  /** Writes a file of the tree to the disk. */
  fetch(remote: string, local: string, entry: TreeEntry): Promise<void>
  /** How many files may be on their way at once. */
  atOnce: number
}

/** No tree that is deployed is this deep; one with a folder that holds itself is. */
const DEPTH_LIMIT = 64
const ENTRY_LIMIT = 500_000
const SAY_EVERY_MS = 2_000
const NAMED_OTHERS = 5

/** What is not a name: it would lead elsewhere, or was never sent as it stands. */
const isName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !name.includes('\0')

interface Found {
  files: { relative: string; entry: TreeEntry }[]
  others: string[]
}

async function walk(tree: RemoteTree, root: string, beside: string, signal: AbortSignal): Promise<Found> {
  const found: Found = { files: [], others: [] }
  const folders = ['']
  let count = 0
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    signal.throwIfAborted()
    await mkdir(path.join(beside, folder), { recursive: true, mode: 0o755 })
    if (folder.split('/').length > DEPTH_LIMIT) {
      throw failed(
        `the tree is more than ${DEPTH_LIMIT} folders deep at ${folder.slice(0, 100)}…; does a folder hold itself?`,
      )
    }
    for (const entry of await tree.list(path.posix.join(root, folder))) {
      if (!isName(entry.name))
        throw failed(`the server lists ${JSON.stringify(entry.name)}, which is no name of a file`)
      if (++count > ENTRY_LIMIT) throw failed(`the tree has more than ${ENTRY_LIMIT} entries; give a smaller directory`)
      const relative = path.posix.join(folder, entry.name)
      if (entry.kind === 'folder') folders.push(relative)
      else if (entry.kind === 'file') found.files.push({ relative, entry })
      else found.others.push(relative)
    }
  }
  return found
}

const MEBIBYTE = 1024 * 1024
const sizeText = (bytes: number): string =>
  bytes < MEBIBYTE ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / MEBIBYTE).toFixed(1)} MiB`

/** Fetches the files, some at once, and says how far it is. */
async function fetchAll(
  tree: RemoteTree,
  { root, beside, files }: { root: string; beside: string; files: Found['files'] },
  { signal, onOutput }: { signal: AbortSignal; onOutput: RepositoryWatch['onOutput'] },
): Promise<void> {
  const waiting = files.values()
  let count = 0
  let bytes = 0
  let saidTime = Date.now()
  let isEnding = false
  const say = () => onOutput?.(Buffer.from(`received ${count} of ${files.length} files, ${sizeText(bytes)}\n`))
  const work = async () => {
    for (const { relative, entry } of waiting) {
      signal.throwIfAborted()
      if (isEnding) return
      const local = path.join(beside, relative)
      await tree.fetch(path.posix.join(root, relative), local, entry)
      count++
      bytes += (await lstat(local)).size
      if (Date.now() - saidTime < SAY_EVERY_MS) continue
      saidTime = Date.now()
      say()
    }
  }
  const works = Array.from({ length: Math.min(tree.atOnce, files.length) }, () =>
    work().catch((error: unknown) => {
      isEnding = true
      throw error
    }),
  )
  // All of them have ended before anything is removed again.
  const failure = (await Promise.allSettled(works)).find((each) => each.status === 'rejected')
  if (failure) throw failure.reason
  say()
}

const othersRemark = (others: readonly string[]): string[] => {
  if (others.length === 0) return []
  const named = others.slice(0, NAMED_OTHERS).map((name) => JSON.stringify(name))
  const more = others.length > NAMED_OTHERS ? ` and ${others.length - NAMED_OTHERS} more` : ''
  return [
    `left out, as special files and as links that lead nowhere, in circles or are not followed: ${named.join(', ')}${more}`,
  ]
}

/**
 * Replaces a working copy by a tree from elsewhere: fetched beside and swapped when it is whole, so that a deploy that
 * fails half-way leaves what was there. Answers what a person should know although it worked.
 */
export async function downloadTree(
  tree: RemoteTree,
  { root, folder }: { root: string; folder: string },
  { signal = new AbortController().signal, onOutput }: RepositoryWatch,
): Promise<string[]> {
  const beside = `${folder}.download`
  const old = `${folder}.old`
  const remove = (place: string) => rm(place, { recursive: true, force: true })
  await remove(beside)
  await mkdir(beside, { recursive: true, mode: 0o700 })
  try {
    const { files, others } = await walk(tree, root, beside, signal)
    await fetchAll(tree, { root, beside, files }, { signal, onOutput })
    await remove(old)
    await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
      // The first deploy has nothing to move away.
      if (error.code !== 'ENOENT') throw error
    })
    await rename(beside, folder)
    await remove(old)
    return othersRemark(others)
  } finally {
    await remove(beside)
  }
}
