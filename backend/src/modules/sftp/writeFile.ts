import { randomBytes } from 'node:crypto'
import { Code } from '@windlass/shared-kit/contract'
import type { SftpThere } from '@windlass/shared-kit/contract/sftp'
import { kindOfMode } from '@windlass/shared-kit/contract/sftpListing'
import { AppError, failed } from '../../platform/errors.ts'
import type { SftpClient, SftpHandle } from '../../platform/sftp/sftpClient.ts'
import { isBareFailure, orMissing } from '../../platform/sftp/sftpError.ts'
import { Open, type SftpAttrs } from '../../platform/sftp/sftpPacket.ts'
import { besideName, folderOf } from './remotePath.ts'

/** What a written file is to be like; absent members are as the server makes them, or as those of the file it replaces. */
export interface FileManner {
  overwrite: boolean
  bits?: number | undefined
  /** Unix seconds. */
  time?: number | undefined
  owner?: { uid: number; gid: number } | undefined
}

const NEW_BITS = 0o644
const ALMOST_NOTHING = 64 * 1024
const MIB = 1024 * 1024

const mib = (bytes: number) => `${Math.round((bytes / MIB) * 10) / 10} MiB`

/** Something is there that would be lost. */
export class ThereError extends AppError {
  constructor(path: string, { size, mtime, mode }: SftpAttrs) {
    const there = { path, size, time: mtime, isDir: kindOfMode(mode) === 'dir' }
    super(Code.Failed, `${path} is there already`, { there } satisfies SftpThere)
  }
}

/** The server has no room for what is to be written. */
export class FullError extends AppError {
  constructor(folder: string, freeBytes: number, needed?: number) {
    const wanted = needed === undefined ? '' : `, ${mib(needed)} are needed`
    super(Code.Failed, `the disk of ${folder} is full: ${mib(freeBytes)} are free${wanted}. Nothing was changed`)
  }
}

/** Refuses before anything is sent what can't fit. */
export async function requireRoom(sftp: SftpClient, folder: string, bytes: number): Promise<void> {
  const space = await sftp.space(folder).catch(() => undefined)
  if (space && bytes > space.freeBytes) throw new FullError(folder, space.freeBytes, bytes)
}

/** OpenSSH says "Failure" for a full disk as for much else; the disk knows better. */
export async function explainWrite(sftp: SftpClient, folder: string, error: unknown): Promise<unknown> {
  if (!isBareFailure(error) || !sftp.isOpen()) return error
  const space = await sftp.space(folder).catch(() => undefined)
  if (space && (space.freeBytes < ALMOST_NOTHING || space.freeNames === 0))
    return new FullError(folder, space.freeBytes)
  return error
}

/** What would be replaced. @throws ThereError unless that was agreed to; AppError when it is a folder */
export async function requireFree(sftp: SftpClient, file: string, overwrite: boolean): Promise<SftpAttrs | undefined> {
  const there = await orMissing(sftp.lstat(file))
  if (!there) return undefined
  if (!overwrite) throw new ThereError(file, there)
  if (kindOfMode(there.mode) === 'dir') throw failed(`${file} is a folder and cannot be replaced by a file`)
  return there
}

/** Closes a file whatever happens; that it can't be closed counts only when all else went well. */
export async function closing<Result>(
  sftp: SftpClient,
  handle: SftpHandle,
  run: () => Promise<Result>,
): Promise<Result> {
  let result: Result
  try {
    result = await run()
  } catch (error) {
    await sftp.close(handle).catch(() => undefined)
    throw error
  }
  await sftp.close(handle)
  return result
}

/** A name beside a file for what is being written. */
export const partOf = (file: string): string => besideName(file, randomBytes(6).toString('hex'))

/**
 * Puts a file that is whole in its place, in one step. Mode and owner of a regular file that it replaces stay.
 * A link is replaced itself; what it leads to is left alone.
 */
export async function takePlace(sftp: SftpClient, part: string, file: string, manner: FileManner): Promise<void> {
  const there = await requireFree(sftp, file, manner.overwrite)
  const old = there && kindOfMode(there.mode) === 'file' ? there : undefined
  const bits = manner.bits ?? (old ? old.mode & 0o7777 : undefined)
  const owner = manner.owner ?? old
  // Only root may give files away; whoever may replace the file by his own is not kept from it.
  if (owner) await sftp.change(part, { owner: { uid: owner.uid, gid: owner.gid } }).catch(() => undefined)
  // After the owner: the system takes the set-user-id bit away when a file changes hands.
  if (bits !== undefined) await sftp.change(part, { bits })
  if (manner.time !== undefined) await sftp.change(part, { times: { atime: manner.time, mtime: manner.time } })
  if (there) return sftp.replace(part, file)
  await sftp.rename(part, file).catch(async (error: unknown) => {
    // Somebody was faster in between.
    await requireFree(sftp, file, manner.overwrite)
    throw error
  })
}

/**
 * Writes a file under another name and puts it in its place when it is whole; whatever goes wrong, the old file stays.
 * @param fill writes the content and answers how many bytes there must be
 */
export async function writeFileSafely(
  sftp: SftpClient,
  file: string,
  manner: FileManner,
  fill: (handle: SftpHandle) => Promise<number>,
): Promise<void> {
  await requireFree(sftp, file, manner.overwrite)
  const part = partOf(file)
  try {
    const handle = await sftp.open(part, Open.Write | Open.Create | Open.Exclusive, manner.bits ?? NEW_BITS)
    const { size, written } = await closing(sftp, handle, async () => {
      const filled = await fill(handle)
      await sftp.sync(handle)
      return { size: filled, written: (await sftp.handleStat(handle)).size }
    })
    if (written !== size) throw failed(`${file}: ${size} bytes were sent, ${written} arrived; nothing was changed`)
    await takePlace(sftp, part, file, manner)
  } catch (error) {
    const explained = await explainWrite(sftp, folderOf(file), error)
    // A connection that is gone leaves it behind; whoever opened it removes it with another one.
    await sftp.remove(part).catch(() => undefined)
    throw explained
  }
}
