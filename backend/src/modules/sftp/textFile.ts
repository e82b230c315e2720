import { hash } from 'node:crypto'
import { SFTP_TEXT_BYTES } from '@windlass/shared-kit/contract/sftp'
import type { SftpConflict, SftpText } from '@windlass/shared-kit/contract/sftpText'
import { failed } from '../../platform/errors.ts'
import type { SftpClient } from '../../platform/sftp/sftpClient.ts'
import { orMissing, SftpError, Status } from '../../platform/sftp/sftpError.ts'
import { Open, type SftpAttrs } from '../../platform/sftp/sftpPacket.ts'
import { readWhole, writeWhole } from '../../platform/sftp/sftpStreams.ts'
import { decodeText, encodeText, TEXT_ENCODINGS, type TextEncoding } from '../../platform/textEncoding.ts'
import { namesOf } from './owners.ts'
import { folderOf } from './remotePath.ts'
import { followedStat, openRegular } from './requireRegular.ts'
import { requireRoom, writeFileSafely } from './writeFile.ts'

/** Names a state of a file; the content decides, because two changes may fall into one second. */
const versionOf = (bytes: Buffer): string => hash('sha256', bytes, 'base64url').slice(0, 22)

async function readRegular(sftp: SftpClient, file: string): Promise<{ bytes: Buffer; attrs: SftpAttrs }> {
  const { handle, attrs } = await openRegular(sftp, file)
  try {
    if (attrs.size > SFTP_TEXT_BYTES) throw failed(`${file} is larger than 2 MiB; download it to edit it`)
    return { bytes: await readWhole(sftp, handle, attrs.size), attrs }
  } finally {
    await sftp.close(handle)
  }
}

/** The text of a file. @throws AppError when it is none that could be written back as it was */
export async function openText(sftp: SftpClient, file: string): Promise<SftpText> {
  const { bytes, attrs } = await readRegular(sftp, file)
  const decoded = decodeText(bytes)
  if (!decoded) throw failed(`${file} is no text; download it to change it`)
  return {
    ...decoded,
    version: versionOf(bytes),
    size: attrs.size,
    time: attrs.mtime,
    path: await sftp.realpath(file),
    bits: attrs.mode & 0o7777,
    ...(await namesOf(sftp, attrs.uid, attrs.gid)),
  }
}

const encodingOf = (name: string): TextEncoding => TEXT_ENCODINGS.find((known) => known === name) ?? 'UTF-8'

/** Writes into the file itself, for those who may write it but may not make another beside it or give that away. */
async function writeInPlace(sftp: SftpClient, file: string, bytes: Buffer, before: Buffer): Promise<void> {
  const write = async (content: Buffer) => {
    const handle = await sftp.open(file, Open.Write)
    await writeWhole(sftp, handle, content)
    await sftp.changeHandle(handle, { size: content.length })
    await sftp.sync(handle)
    await sftp.close(handle)
  }
  await requireRoom(sftp, folderOf(file), Math.max(0, bytes.length - before.length))
  try {
    await write(bytes)
  } catch (error) {
    await write(before)
    throw error
  }
}

/** Replaces the content of a file; mode and owner stay, links are followed. */
async function replaceContent(sftp: SftpClient, file: string, bytes: Buffer, old: { bytes: Buffer; attrs: SftpAttrs }) {
  const { uid, gid, mode } = old.attrs
  const target = await sftp.realpath(file)
  try {
    await writeFileSafely(
      sftp,
      target,
      { overwrite: true, bits: mode & 0o7777, owner: { uid, gid } },
      async (handle) => {
        await requireRoom(sftp, folderOf(target), bytes.length)
        // Fails where the file is somebody else's: then it must be written where it is, or it would change its owner.
        const made = await sftp.handleStat(handle)
        if (made.uid !== uid || made.gid !== gid) await sftp.changeHandle(handle, { owner: { uid, gid } })
        return writeWhole(sftp, handle, bytes)
      },
    )
  } catch (error) {
    if (!(error instanceof SftpError) || error.status !== Status.PermissionDenied) throw error
    await writeInPlace(sftp, target, bytes, old.bytes)
  }
}

async function stateOf(sftp: SftpClient, file: string, bytes: Buffer): Promise<SftpConflict> {
  const { size, mtime } = await sftp.stat(file)
  return { version: versionOf(bytes), size, time: mtime }
}

/** Writes a text back. @throws AppError with a `SftpConflict` when the file is not what was read any more */
export async function saveText(
  sftp: SftpClient,
  file: string,
  {
    text,
    encoding,
    version,
    isForced = false,
  }: { text: string; encoding: string; version: string; isForced?: boolean },
): Promise<SftpConflict> {
  const bytes = encodeText(text, encodingOf(encoding))
  if (bytes.length > SFTP_TEXT_BYTES) throw failed('the text is larger than 2 MiB; upload it instead')
  const there = await orMissing(sftp.lstat(file))
  if (!there) {
    const gone: SftpConflict = { version: '', size: 0, time: 0 }
    if (version !== '' && !isForced) throw failed(`${file} was deleted since it was opened`, gone)
    await writeFileSafely(sftp, file, { overwrite: false }, (handle) => writeWhole(sftp, handle, bytes))
    return stateOf(sftp, file, bytes)
  }
  await followedStat(sftp, file)
  const old = await readRegular(sftp, file)
  const seen = versionOf(old.bytes)
  if (seen !== version && !isForced) {
    const why = version === '' ? 'is there already' : 'was changed since it was opened'
    throw failed(`${file} ${why}`, {
      version: seen,
      size: old.attrs.size,
      time: old.attrs.mtime,
    } satisfies SftpConflict)
  }
  await replaceContent(sftp, file, bytes, old)
  return stateOf(sftp, file, bytes)
}
