import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { AsRoot, SftpPath } from './sftp.ts'
import { Id, listOf } from './shapes.ts'

/**
 * Uploads by the tus protocol 1.0 (creation, termination, expiration): POST here creates, HEAD/PATCH/DELETE work on the
 * address it answers. `G-N-ID` goes as header or query. `Upload-Metadata`: `serverId`, `dir`, `name` (may lead into
 * folders below, which are made), and optional `overwrite` (1), `time` (Unix seconds), `bits` (octal), `sha256` (hex),
 * `asRoot` (1). Refusals are HTTP 4xx with an envelope; 409 of the creation carries `SftpThere` as data, 507 is a full disk.
 */
export const SFTP_UPLOAD_PATH = '/server/sftp/upload'
/** Uploads of one person that run at once; further ones wait. */
export const SFTP_UPLOADS_AT_ONCE = 3
/** Unfinished uploads can be gone on with for this long. */
export const SFTP_UPLOAD_KEPT_MS = 24 * 3_600_000

/** An upload that has not ended. */
export const SftpUnfinished = Type.Object({
  /** The address to go on at: `SFTP_UPLOAD_PATH/<id>`. */
  id: Type.String(),
  serverId: Type.Integer(),
  dir: Type.String(),
  name: Type.String(),
  size: Type.Number(),
  /** What the server has, as far as the console knows; HEAD asks the server. */
  offset: Type.Number(),
  asRoot: Type.Boolean(),
  /** Unix milliseconds. */
  insertTime: Type.Integer(),
})
export type SftpUnfinished = Static<typeof SftpUnfinished>

/** The caller's own, newest first; of one server when it is named. */
export const SftpUnfinishedList = endpoint({
  method: 'GET',
  path: '/server/sftp/unfinished',
  access: [Permission.SFTPUploadFile],
  input: Type.Object({ serverId: Type.Optional(Id) }),
  output: listOf(SftpUnfinished),
})

/** Where many small files are sent in one request: see `batchHead`. */
export const SFTP_BATCH_PATH = '/server/sftp/batch'
export const SFTP_BATCH_TYPE = 'application/vnd.windlass.batch'
export const SFTP_BATCH_FILES = 2000
export const SFTP_BATCH_BYTES = 64 * 1024 * 1024

/** What stands before the contents of a batch. */
export const SftpBatchHead = Type.Object({
  serverId: Id,
  dir: SftpPath,
  overwrite: Type.Optional(Type.Boolean()),
  asRoot: AsRoot,
  files: Type.Array(
    Type.Object({
      /** Below `dir`; folders on the way are made. */
      name: SftpPath,
      size: Type.Integer({ minimum: 0, maximum: SFTP_BATCH_BYTES }),
      /** Unix seconds. */
      time: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    { minItems: 1, maxItems: SFTP_BATCH_FILES },
  ),
})
export type SftpBatchHead = Static<typeof SftpBatchHead>

/** What an answer to a batch says: only about files that are not there now. The code is that of the refusal. */
export interface SftpBatchAnswer {
  written: number
  refused: { name: string; code: number; message: string; there?: { size: number; time: number; isDir: boolean } }[]
}

/**
 * The beginning of the body of a batch; the contents follow in the order of the head, nothing between them:
 * `new Blob([batchHead(head), ...files])`, sent as SFTP_BATCH_TYPE.
 */
export function batchHead(head: SftpBatchHead): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head))
  const bytes = new Uint8Array(4 + json.length)
  new DataView(bytes.buffer).setUint32(0, json.length)
  bytes.set(json, 4)
  return bytes
}
