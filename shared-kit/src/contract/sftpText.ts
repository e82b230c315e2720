import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { AsRoot, SFTP_FILES_PER_CALL, SftpPath } from './sftp.ts'
import { Id } from './shapes.ts'

/** The text of a file with everything that saving it keeps. */
export const SftpText = Type.Object({
  text: Type.String(),
  /** As people name it, such as `UTF-8` or `GB18030`; saving writes the same. */
  encoding: Type.String(),
  /** Names what was read; saving sends it back, so that nobody writes over what he has not seen. */
  version: Type.String(),
  size: Type.Number(),
  /** Unix seconds. */
  time: Type.Number(),
  /** The file that was read: links are followed. */
  path: Type.String(),
  bits: Type.Integer(),
  owner: Type.String(),
  group: Type.String(),
})
export type SftpText = Static<typeof SftpText>

/** Refuses what is no text or larger than SFTP_TEXT_BYTES. */
export const SftpOpenText = endpoint({
  method: 'GET',
  path: '/server/sftp/text',
  access: [Permission.SFTPEditFile],
  input: Type.Object({ serverId: Id, file: SftpPath, asRoot: AsRoot }),
  output: SftpText,
  timeoutMs: 60_000,
})

/** Data of the refusal when the file is not what was read any more. */
export const SftpConflict = Type.Object({
  /** "" when it is gone. */
  version: Type.String(),
  size: Type.Number(),
  time: Type.Number(),
})
export type SftpConflict = Static<typeof SftpConflict>

/** Mode and owner stay. Refused with a `SftpConflict` when the file was changed since `version`. */
export const SftpSaveText = endpoint({
  method: 'PUT',
  path: '/server/sftp/text',
  access: [Permission.SFTPEditFile],
  input: Type.Object({
    serverId: Id,
    file: SftpPath,
    text: Type.String(),
    encoding: Type.String(),
    /** "" makes a new file and is refused when there is one. */
    version: Type.String(),
    /** Write over whatever is there; after a conflict was shown. */
    isForced: Type.Optional(Type.Boolean()),
    asRoot: AsRoot,
  }),
  output: Type.Object({ version: Type.String(), size: Type.Number(), time: Type.Number() }),
  logged: true,
  hidden: ['text'],
  timeoutMs: 60_000,
})

/** Prepares a download of several files and folders; its token is good once, for five minutes, for the caller only. */
export const SftpBundle = endpoint({
  method: 'POST',
  path: '/server/sftp/bundle',
  access: [Permission.SFTPDownloadFile],
  input: Type.Object({
    serverId: Id,
    files: Type.Array(SftpPath, { minItems: 1, maxItems: SFTP_FILES_PER_CALL }),
    format: Type.Enum(['tar.gz', 'zip']),
    asRoot: AsRoot,
  }),
  output: Type.Object({ token: Type.String() }),
})

/** The archive, made while it is sent. Pipes, sockets and devices are left out; a `MISSING.txt` at its end names what could not be read. */
export const SftpBundleDownload = endpoint({
  method: 'GET',
  path: '/server/sftp/bundle',
  access: [Permission.SFTPDownloadFile],
  input: Type.Object({ token: Type.String({ minLength: 1, maxLength: 64 }) }),
  timeoutMs: 0,
})
