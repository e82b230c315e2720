import { kindOfMode, type SftpKind } from '@windlass/shared-kit/contract/sftpListing'
import { failed } from '../../platform/errors.ts'
import type { SftpClient, SftpHandle } from '../../platform/sftp/sftpClient.ts'
import { Open, type SftpAttrs } from '../../platform/sftp/sftpPacket.ts'

const WORDS: Readonly<Record<Exclude<SftpKind, 'file'>, string>> = {
  dir: 'is a folder, not a file',
  link: 'is a link that leads in a circle',
  fifo: 'is a pipe (FIFO); reading it would wait for ever',
  socket: 'is a socket, not a file',
  char: 'is a device; reading it may never end',
  block: 'is a device; reading it may never end',
  other: 'is not a regular file',
}

/** An open regular file with what the server says about it. */
export interface RegularFile {
  handle: SftpHandle
  attrs: SftpAttrs
}

/** What a path leads to, links followed. @throws AppError with a sentence for links that lead nowhere */
export async function followedStat(sftp: SftpClient, file: string): Promise<SftpAttrs> {
  try {
    return await sftp.stat(file)
  } catch (error) {
    const there = await sftp.lstat(file).catch(() => undefined)
    if (there && kindOfMode(there.mode) === 'link') {
      const target = await sftp.readlink(file).catch(() => '')
      throw failed(`${file} is a link to ${target}, which leads nowhere or in a circle`)
    }
    throw error
  }
}

/** @throws AppError for everything but a regular file, in words */
function requireRegularMode(file: string, { mode }: SftpAttrs): void {
  const kind = kindOfMode(mode)
  if (kind !== 'file') throw failed(`${file} ${WORDS[kind]}`)
}

/**
 * Opens a file for reading. Looked at before it is opened, because opening a pipe would hang; files of /proc and the
 * like say they are empty and are not, so nobody knows where they end.
 */
export async function openRegular(sftp: SftpClient, file: string): Promise<RegularFile> {
  requireRegularMode(file, await followedStat(sftp, file))
  const handle = await sftp.open(file, Open.Read)
  try {
    const attrs = await sftp.handleStat(handle)
    requireRegularMode(file, attrs)
    if (attrs.size === 0 && (await sftp.read(handle, 0, 1))) {
      throw failed(`${file} is made by the system while it is read and has no size; look at it in a terminal`)
    }
    return { handle, attrs }
  } catch (error) {
    await sftp.close(handle).catch(() => undefined)
    throw error
  }
}
