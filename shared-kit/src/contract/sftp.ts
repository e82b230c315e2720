import { type Static, Type } from 'typebox'
import { Code } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { Id, listOf } from './shapes.ts'

/** What the editor takes; anything larger is downloaded. */
export const SFTP_TEXT_BYTES = 2 * 1024 * 1024
/** What a preview shows of a file; media and PDF are played from their address as far as they are asked for. */
export const SFTP_PREVIEW_BYTES = 50 * 1024 * 1024
/** The longest name that file systems take, in bytes. */
export const SFTP_NAME_BYTES = 255
/** What one call may name. */
export const SFTP_FILES_PER_CALL = 10_000
const NO_LIMIT = 0

/** Absolute; every path and name is text as `sftpPath.ts` writes it. */
export const SftpPath = Type.String({ minLength: 1, maxLength: 4096 })
const Name = Type.String({ minLength: 1, maxLength: 1024 })
const Paths = Type.Array(SftpPath, { minItems: 1, maxItems: SFTP_FILES_PER_CALL })
/** The work is done by the root of the server, through its sudo; needs SFTPAsRoot beside the permission of the work. */
export const AsRoot = Type.Optional(Type.Boolean())
const Overwrite = Type.Optional(Type.Boolean())

/**
 * Data of the refusal when something is there already: what would be lost. Send the same with `overwrite` when the
 * person has agreed.
 */
export const SftpThere = Type.Object({
  there: Type.Object({ path: Type.String(), size: Type.Number(), time: Type.Number(), isDir: Type.Boolean() }),
})
export type SftpThere = Static<typeof SftpThere>

/** The file as a browser may show it: never as something that acts, in a sandbox of its own. Takes ranges. */
export const SftpPreview = endpoint({
  method: 'GET',
  path: '/server/previewFile',
  access: [Permission.SFTPPreviewFile, Permission.SFTPEditFile],
  input: Type.Object({ id: Id, file: SftpPath, asRoot: AsRoot }),
  timeoutMs: NO_LIMIT,
})

/** The file to be saved. Takes ranges. */
export const SftpDownload = endpoint({
  method: 'GET',
  path: '/server/downloadFile',
  access: [Permission.SFTPDownloadFile],
  input: Type.Object({ id: Id, file: SftpPath, asRoot: AsRoot }),
  timeoutMs: NO_LIMIT,
})

/** One file as multipart; pages rather use the uploads of `sftpUpload.ts`, which go on after an interruption. */
export const SftpUpload = endpoint({
  method: 'POST',
  path: '/server/uploadFile',
  access: [Permission.SFTPUploadFile],
  invalidCode: Code.IllegalParameter,
  input: Type.Object({ id: Id, filePath: SftpPath, asRoot: AsRoot }),
  multipart: true,
  timeoutMs: NO_LIMIT,
})

export const SftpEdit = endpoint({
  method: 'PUT',
  path: '/server/editFile',
  access: [Permission.SFTPEditFile],
  input: Type.Object({
    serverId: Id,
    file: SftpPath,
    content: Type.String(),
    /** As the listing showed it; refused when the file was changed since. */
    modTime: Type.Optional(Type.String()),
    asRoot: AsRoot,
  }),
  logged: true,
  hidden: ['content'],
  timeoutMs: NO_LIMIT,
})

export const SftpRename = endpoint({
  method: 'PUT',
  path: '/server/renameFile',
  access: [Permission.SFTPEditFile],
  input: Type.Object({
    serverId: Id,
    dir: SftpPath,
    currentName: Name,
    newName: Name,
    overwrite: Overwrite,
    asRoot: AsRoot,
  }),
  logged: true,
})

/** A copy in the same folder, of folders with everything in them. */
export const SftpCopy = endpoint({
  method: 'PUT',
  path: '/server/copyFile',
  access: [Permission.SFTPUploadFile],
  input: Type.Object({
    serverId: Id,
    isDir: Type.Optional(Type.Boolean()),
    dir: SftpPath,
    srcName: Name,
    dstName: Name,
    overwrite: Overwrite,
    asRoot: AsRoot,
  }),
  logged: true,
  timeoutMs: NO_LIMIT,
})

/** A file, a link, or a folder with nothing in it. */
export const SftpDelete = endpoint({
  method: 'DELETE',
  path: '/server/deleteFile',
  access: [Permission.SFTPDeleteFile],
  input: Type.Object({ serverId: Id, file: SftpPath, asRoot: AsRoot }),
  logged: true,
})

/** How a transfer ended at one destination. */
export const SftpTransferResult = Type.Object({
  serverId: Type.Integer(),
  serverName: Type.String(),
  code: Type.Integer(),
  message: Type.String(),
})
export type SftpTransferResult = Static<typeof SftpTransferResult>

/**
 * From one server to others. A refusal carries the first destination that failed and `results` of all. With `stream`
 * the answer is a stream of `SftpProgress` lines.
 */
export const SftpTransfer = endpoint({
  method: 'POST',
  path: '/server/transferFile',
  access: [Permission.SFTPTransferFile],
  input: Type.Object({
    sourceServerId: Id,
    sourceFile: SftpPath,
    sourceIsDir: Type.Optional(Type.Boolean()),
    destServerIds: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
    destDir: SftpPath,
    stream: Type.Optional(Type.Boolean()),
    asRoot: AsRoot,
  }),
  logged: true,
  timeoutMs: NO_LIMIT,
})

/** How many bytes and names the disk of a folder still takes; -1 where the server does not say. */
export const SftpSpace = endpoint({
  method: 'GET',
  path: '/server/sftp/space',
  access: [Permission.ShowSftpFilePage],
  input: Type.Object({ serverId: Id, dir: SftpPath, asRoot: AsRoot }),
  output: Type.Object({ free: Type.Number(), total: Type.Number(), freeNames: Type.Number() }),
})

/** What is there already of these names, before an upload asks. Names may lead into folders below. */
export const SftpExists = endpoint({
  method: 'POST',
  path: '/server/sftp/exists',
  access: [Permission.SFTPUploadFile],
  input: Type.Object({
    serverId: Id,
    dir: SftpPath,
    names: Type.Array(SftpPath, { minItems: 1, maxItems: SFTP_FILES_PER_CALL }),
    asRoot: AsRoot,
  }),
  output: listOf(Type.Object({ name: Type.String(), size: Type.Number(), time: Type.Number(), isDir: Type.Boolean() })),
  timeoutMs: NO_LIMIT,
})

/** What these paths hold with everything below, before somebody deletes or downloads it. */
export const SftpMeasure = endpoint({
  method: 'POST',
  path: '/server/sftp/measure',
  access: [Permission.ShowSftpFilePage],
  input: Type.Object({ serverId: Id, files: Paths, asRoot: AsRoot }),
  output: Type.Object({
    files: Type.Integer(),
    folders: Type.Integer(),
    links: Type.Integer(),
    /** Pipes, sockets and devices. */
    others: Type.Integer(),
    bytes: Type.Number(),
    /** There is more: counting ended at its limit, or a folder could not be read. */
    isMore: Type.Boolean(),
  }),
  timeoutMs: NO_LIMIT,
})

export const SftpMakeFolder = endpoint({
  method: 'POST',
  path: '/server/sftp/folder',
  access: [Permission.SFTPUploadFile],
  input: Type.Object({ serverId: Id, dir: SftpPath, name: Name, asRoot: AsRoot }),
  logged: true,
})

/** A symbolic link; the target may be relative to the folder, and need not exist. */
export const SftpMakeLink = endpoint({
  method: 'POST',
  path: '/server/sftp/link',
  access: [Permission.SFTPUploadFile],
  input: Type.Object({ serverId: Id, dir: SftpPath, name: Name, target: SftpPath, asRoot: AsRoot }),
  logged: true,
})

const Bits = Type.Integer({ minimum: 0, maximum: 0o7777 })

/** What the calls of `SftpProgress` streams take. */
const Many = { serverId: Id, files: Paths, asRoot: AsRoot }

/** Answers a stream. Links are left as they are. */
export const SftpChmod = endpoint({
  method: 'POST',
  path: '/server/sftp/chmod',
  access: [Permission.SFTPEditFile],
  input: Type.Object({
    ...Many,
    bits: Bits,
    /** For folders, when they are to get others than files. */
    folderBits: Type.Optional(Bits),
    isRecursive: Type.Optional(Type.Boolean()),
  }),
  logged: true,
  timeoutMs: NO_LIMIT,
})

/** Answers a stream. Names or numbers; an absent or empty one stays as it is. Links are left as they are. */
export const SftpChown = endpoint({
  method: 'POST',
  path: '/server/sftp/chown',
  access: [Permission.SFTPEditFile],
  input: Type.Object({
    ...Many,
    owner: Type.Optional(Type.String({ maxLength: 64 })),
    group: Type.Optional(Type.String({ maxLength: 64 })),
    isRecursive: Type.Optional(Type.Boolean()),
  }),
  logged: true,
  timeoutMs: NO_LIMIT,
})

/** Answers a stream. Within one disk nothing is copied. */
export const SftpMove = endpoint({
  method: 'POST',
  path: '/server/sftp/move',
  access: [Permission.SFTPEditFile],
  input: Type.Object({ ...Many, dir: SftpPath, overwrite: Overwrite }),
  logged: true,
  timeoutMs: NO_LIMIT,
})

/** Answers a stream. */
export const SftpCopyMany = endpoint({
  method: 'POST',
  path: '/server/sftp/copy',
  access: [Permission.SFTPUploadFile],
  input: Type.Object({ ...Many, dir: SftpPath, overwrite: Overwrite }),
  logged: true,
  timeoutMs: NO_LIMIT,
})

/** Answers a stream. Everything below goes too; links go, not what they lead to. */
export const SftpDeleteMany = endpoint({
  method: 'POST',
  path: '/server/sftp/delete',
  access: [Permission.SFTPDeleteFile],
  input: Type.Object(Many),
  logged: true,
  timeoutMs: NO_LIMIT,
})

/**
 * One line of JSON of a stream (`application/x-ndjson`): progress now and then, and the end as an envelope. Leaving
 * the request (abort) cancels the work. What is refused before it begins is a plain envelope (`application/json`).
 */
export type SftpProgress =
  | {
      type: 'progress'
      /** Entries done, and to do as far as they are counted. */
      done: number
      total: number
      bytes: number
      totalBytes: number
      /** What is worked on. */
      current: string
      /** Transfers only: which destination the line is about. */
      serverId?: number
    }
  | { type: 'end'; code: number; message: string; data: unknown }
