import type { SftpKind } from '@windlass/shared-kit/contract/sftpListing'
import { kindOfMode } from '@windlass/shared-kit/contract/sftpListing'
import { failed } from '../../platform/errors.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import { isBareFailure, orMissing } from '../../platform/sftp/sftpError.ts'
import { parseTimestamp } from '../../platform/timestamp.ts'
import { copyTree } from './copyTree.ts'
import { inParallel } from './inParallel.ts'
import { newTally } from './progressStream.ts'
import { below, isWithin, requireName, requirePath, requireStep, requireSteps } from './remotePath.ts'
import { requireFree, ThereError } from './writeFile.ts'

const AT_ONCE = 32
const UNKNOWN = -1

/** Another name in the same folder. */
export async function renameInside(
  sftp: SftpClient,
  {
    dir,
    currentName,
    newName,
    overwrite = false,
  }: { dir: string; currentName: string; newName: string; overwrite?: boolean },
): Promise<void> {
  const folder = requirePath(dir)
  const from = below(folder, requireStep(currentName))
  const to = below(folder, requireName(newName))
  if (from === to) return
  await sftp.lstat(from)
  const there = await requireFree(sftp, to, overwrite)
  await (there ? sftp.replace(from, to) : sftp.rename(from, to))
}

/** A copy with another name in the same folder. */
export async function copyInside(
  sftp: SftpClient,
  {
    dir,
    srcName,
    dstName,
    overwrite = false,
    keepsOwner,
  }: { dir: string; srcName: string; dstName: string; overwrite?: boolean; keepsOwner: boolean },
): Promise<void> {
  const folder = requirePath(dir)
  const source = below(folder, requireStep(srcName))
  const target = below(folder, requireName(dstName))
  if (isWithin(target, source)) throw failed(`${source} cannot be copied onto itself`)
  const there = await orMissing(sftp.lstat(target))
  if (there && !overwrite) throw new ThereError(target, there)
  const signal = new AbortController().signal
  const skipped = await copyTree({
    from: sftp,
    to: sftp,
    source,
    target,
    overwrite,
    tally: newTally(),
    signal,
    keepsOwner,
  })
  const [first] = skipped
  if (first) throw failed(`copied without ${skipped.length} that are no regular files: ${first.path} is ${first.why}`)
}

/** One file, link or empty folder; a link goes, not what it leads to. */
export async function deleteOne(sftp: SftpClient, asked: string): Promise<void> {
  const file = requirePath(asked)
  if (file === '/') throw failed('/ is the whole disk; it is never deleted')
  const { mode } = await sftp.lstat(file)
  if (kindOfMode(mode) !== 'dir') return sftp.remove(file)
  await sftp.removeFolder(file).catch((error: unknown) => {
    if (isBareFailure(error))
      throw failed(`${file} is not empty; delete what is in it first, or the folder with everything in it`)
    throw error
  })
}

/** A new folder. */
export async function makeFolder(sftp: SftpClient, dir: string, name: string): Promise<void> {
  const folder = below(requirePath(dir), requireName(name))
  await requireFree(sftp, folder, false)
  await sftp.makeFolder(folder)
}

/** A new symbolic link. */
export async function makeLink(sftp: SftpClient, dir: string, name: string, target: string): Promise<void> {
  const link = below(requirePath(dir), requireName(name))
  await requireFree(sftp, link, false)
  await sftp.makeLink(target, link)
}

/** How much the disk of a folder takes. */
export async function spaceOf(
  sftp: SftpClient,
  dir: string,
): Promise<{ free: number; total: number; freeNames: number }> {
  const space = await sftp.space(requirePath(dir))
  if (!space) return { free: UNKNOWN, total: UNKNOWN, freeNames: UNKNOWN }
  return { free: space.freeBytes, total: space.totalBytes, freeNames: space.freeNames }
}

/** Which of these names are taken. */
export async function existing(sftp: SftpClient, dir: string, names: readonly string[]) {
  const folder = requirePath(dir)
  const list: { name: string; size: number; time: number; isDir: boolean }[] = []
  await inParallel(names, AT_ONCE, async (name) => {
    const there = await orMissing(sftp.lstat(below(folder, ...requireSteps(name))))
    if (there) list.push({ name, size: there.size, time: there.mtime, isDir: kindOfMode(there.mode) === 'dir' })
  })
  return list
}

/** @throws AppError when the file is not as old as the page believes */
export async function requireTime(sftp: SftpClient, file: string, modTime: string): Promise<void> {
  const seen = parseTimestamp(modTime)
  if (seen === undefined) throw failed(`modTime ${modTime} is no time as the listing shows it`)
  const { mtime, size } = await sftp.stat(file)
  if (mtime * 1000 === seen) return
  throw failed(`${file} was changed since it was opened; load it again`, { version: '', size, time: mtime })
}

/** The mode of one kind of entry among many. */
export const bitsFor = (kind: SftpKind, bits: number, folderBits: number | undefined): number =>
  kind === 'dir' ? (folderBits ?? bits) : bits
