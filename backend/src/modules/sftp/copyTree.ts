import { type SftpKind } from '@windlass/shared-kit/contract/sftpListing'
import { failed } from '../../platform/errors.ts'
import { COPY_DATA, type SftpClient, type SftpHandle } from '../../platform/sftp/sftpClient.ts'
import { orMissing } from '../../platform/sftp/sftpError.ts'
import type { SftpAttrs } from '../../platform/sftp/sftpPacket.ts'
import { createSftpWriter, readPieces } from '../../platform/sftp/sftpStreams.ts'
import { inParallel } from './inParallel.ts'
import type { Tally } from './progressStream.ts'
import { below } from './remotePath.ts'
import { openRegular } from './requireRegular.ts'
import { type Found, walkTree } from './walkTree.ts'
import { writeFileSafely } from './writeFile.ts'

/** From where to where, possibly the same server. */
export interface Copy {
  from: SftpClient
  to: SftpClient
  source: string
  target: string
  overwrite: boolean
  tally: Tally
  signal: AbortSignal
  /** Root gives files the owner they had. */
  keepsOwner: boolean
}

/** What was left out, and why. */
export interface Skipped {
  path: string
  why: string
}

const FILES_AT_ONCE = 12
/** A server copies this much before it answers. */
const SERVER_PIECE = 64 * 1024 * 1024
const FOLDER_BITS = 0o7777
/** So that a folder without the right to write can be filled; it gets its own bits at the end. */
const OWN_BITS = 0o700

const SKIPPED: Partial<Record<SftpKind, string>> = {
  ...{ fifo: 'a pipe', socket: 'a socket', char: 'a device', block: 'a device', other: 'no regular file' },
}

async function copyContent(copy: Copy, file: { handle: SftpHandle; attrs: SftpAttrs }, target: SftpHandle) {
  const { from, to, tally, signal } = copy
  const { size } = file.attrs
  if (from === to && from.has(COPY_DATA)) {
    for (let at = 0; at < size; at += SERVER_PIECE) {
      signal.throwIfAborted()
      const length = Math.min(SERVER_PIECE, size - at)
      await from.copyData(file.handle, at, length, target)
      tally.bytes += length
    }
    return size
  }
  const writer = createSftpWriter(to, target, 0)
  for await (const piece of readPieces(from, file.handle, { start: 0, length: size })) {
    signal.throwIfAborted()
    await writer.write(piece)
    tally.bytes += piece.length
  }
  await writer.finish()
  return size
}

const mannerOf = ({ overwrite, keepsOwner }: Copy, { mode, mtime, uid, gid }: SftpAttrs) => ({
  overwrite,
  bits: mode & 0o7777,
  time: mtime,
  ...(keepsOwner && { owner: { uid, gid } }),
})

/** One regular file, with mode and time. */
async function copyFile(copy: Copy): Promise<void> {
  const file = await openRegular(copy.from, copy.source)
  try {
    await writeFileSafely(copy.to, copy.target, mannerOf(copy, file.attrs), (handle) => copyContent(copy, file, handle))
  } finally {
    await copy.from.close(file.handle).catch(() => undefined)
  }
}

async function copyLink({ from, to, source, target, overwrite }: Copy): Promise<void> {
  const leadsTo = await from.readlink(source)
  if (overwrite) {
    const there = await orMissing(to.lstat(target))
    if (there) await to.remove(target)
  }
  await to.makeLink(leadsTo, target)
}

/** Makes a folder with those above it, unless they are there. */
export async function ensureFolder(sftp: SftpClient, folder: string, bits?: number): Promise<boolean> {
  const there = await orMissing(sftp.stat(folder))
  if (there) {
    if ((there.mode & 0o170000) !== 0o040000) throw failed(`${folder} is not a folder`)
    return false
  }
  const above = below(folder, '..')
  if (above !== folder) await ensureFolder(sftp, above)
  try {
    await sftp.makeFolder(folder, bits)
  } catch (error) {
    // Somebody else may have made it in between.
    if (!(await orMissing(sftp.stat(folder)))) throw error
    return false
  }
  return true
}

/**
 * Copies a file, a link or a folder with everything below: modes, times and links as they are, specials left out.
 * Files that are there already are replaced if that was agreed to; folders are merged.
 */
export async function copyTree(copy: Copy): Promise<Skipped[]> {
  const { from, to, source, target, tally, signal } = copy
  const skipped: Skipped[] = []
  const folders: { path: string; found: Found }[] = []
  const files = async function* (): AsyncGenerator<Found> {
    const onUnreadable = ({ path }: Found, error: unknown) =>
      skipped.push({ path, why: error instanceof Error ? error.message : String(error) })
    for await (const found of walkTree(from, source, { signal, onUnreadable })) {
      tally.current = found.path
      if (found.kind !== 'dir') {
        yield found
        continue
      }
      const path = below(target, found.relative)
      const bits = found.attrs.mode & FOLDER_BITS
      if (await ensureFolder(to, path, bits | OWN_BITS)) folders.push({ path, found })
    }
  }
  await inParallel(files(), FILES_AT_ONCE, async (found) => {
    signal.throwIfAborted()
    const one = { ...copy, source: found.path, target: found.relative === '' ? target : below(target, found.relative) }
    const special = SKIPPED[found.kind]
    if (special !== undefined) skipped.push({ path: found.path, why: special })
    else if (found.kind === 'link') await copyLink(one)
    else await copyFile(one)
    tally.done++
  })
  // From the inside out: what is written into a folder changes its time.
  for (const { path, found } of folders.toReversed()) {
    const { mode, mtime, uid, gid } = found.attrs
    if (copy.keepsOwner) await to.change(path, { owner: { uid, gid } })
    await to.change(path, { bits: mode & FOLDER_BITS, times: { atime: mtime, mtime } })
  }
  return skipped
}
