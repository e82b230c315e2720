import { randomUUID } from 'node:crypto'
import { lstat, mkdir, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { failed } from '../../platform/errors.ts'
import { insideFolder } from '../../platform/insideFolder.ts'

const isCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

async function enterFolder(root: string, folder: string, segment: string): Promise<string> {
  const next = path.join(folder, segment)
  await mkdir(next, { mode: 0o755 }).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error
  })
  const named = path.relative(root, next)
  const real = await insideFolder(root, named).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) throw failed(`${named} is a link that leads nowhere`)
    throw error
  })
  if (!(await lstat(real)).isDirectory()) throw failed(`${named} is a file, so nothing can be put below it`)
  return real
}

/**
 * Puts a file at a place below a folder in one step. Folders on the way are made; links on the way must stay inside,
 * and a link at the place itself is replaced, never followed.
 * @param make writes the file at the path that it gets, on the same disk
 */
export async function placeInside(
  folder: string,
  relative: string,
  make: (beside: string) => Promise<void>,
): Promise<void> {
  const root = await realpath(folder)
  const segments = relative.split('/')
  const name = segments.pop() ?? ''
  let parent = root
  for (const segment of segments) parent = await enterFolder(root, parent, segment)
  const beside = path.join(parent, `.windlass-${randomUUID()}`)
  try {
    await make(beside)
    await rename(beside, path.join(parent, name))
  } catch (error) {
    await rm(beside, { force: true })
    if (isCode(error, 'EISDIR', 'ENOTEMPTY', 'EEXIST')) throw failed(`${relative} is a folder there, not a file`)
    throw error
  }
}

/** Removes a file below a folder unless a link on the way leads out; answers whether there was one. */
export async function removeInside(folder: string, relative: string): Promise<boolean> {
  const parent = path.posix.dirname(relative)
  try {
    const real = await insideFolder(folder, parent)
    await rm(path.join(real, path.posix.basename(relative)))
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}
