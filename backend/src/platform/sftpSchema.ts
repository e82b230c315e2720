import type { Generated } from 'kysely'
import type { Timed } from './tableRow.ts'

/** One thing that was done, or tried, on the disk of a server. */
export interface SftpLogTable extends Timed {
  namespaceId: number
  userId: number
  serverId: number
  remoteAddr: string
  userAgent: string
  type: string
  path: string
  /** "" when it succeeded. */
  reason: string
  asRoot: number
}

/** An upload that has not ended; what has arrived lies on the server under another name. */
interface SftpUploadTable extends Timed {
  /** Names it on the wire. */
  token: string
  namespaceId: number
  userId: number
  serverId: number
  asRoot: number
  folder: string
  /** Below the folder. */
  name: string
  /** The whole path of the other name. */
  part: string
  size: number
  received: Generated<number>
  overwrite: number
  /** Unix seconds, 0 when the page did not say. */
  fileTime: number
  /** -1 when the page did not say. */
  bits: number
  sha256: string
}

/** A download of several files that was prepared and not fetched yet. */
interface SftpBundleTable extends Timed {
  token: string
  namespaceId: number
  userId: number
  serverId: number
  asRoot: number
  format: string
  /** JSON. */
  files: string
}

/** The tables of the file manager of servers. */
export interface SftpTables {
  sftpLog: SftpLogTable
  sftpUpload: SftpUploadTable
  sftpBundle: SftpBundleTable
}
