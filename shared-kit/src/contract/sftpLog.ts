import { type Static, Type } from 'typebox'
import { Code } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { LogExportInput, LogPageInput, LogText, LogTotal, LogTotalInput, logPageOf } from './log.ts'
import { Permission } from './permission.ts'
import { Timestamp } from './shapes.ts'

/** What was done with a file. The first eight are those that every client knows. */
export const SFTP_LOG_TYPES = [
  ...(['READ', 'PREVIEW', 'DOWNLOAD', 'UPLOAD', 'EDIT', 'RENAME', 'COPY', 'DELETE'] as const),
  ...(['MKDIR', 'LINK', 'CHMOD', 'CHOWN', 'MOVE'] as const),
] as const
export type SftpLogType = (typeof SFTP_LOG_TYPES)[number]

/** One thing that was done, or tried, on the disk of a server. */
export const SftpLog = Type.Object({
  id: Type.Integer(),
  namespaceID: Type.Integer(),
  userID: Type.Integer(),
  /** The display name as it is now; "" when the user is gone. */
  username: Type.String(),
  serverID: Type.Integer(),
  /** "" when the server is gone. */
  serverName: Type.String(),
  /** Address of the client. */
  remoteAddr: Type.String(),
  userAgent: Type.String(),
  type: Type.Enum([...SFTP_LOG_TYPES]),
  /** RENAME and COPY: `dir/old->new`. A transfer: one UPLOAD per destination with `source server id:source->destination`. */
  path: Type.String(),
  /** Why it failed; "" when it succeeded. */
  reason: Type.String(),
  /** Done as root. */
  asRoot: Type.Boolean(),
  insertTime: Timestamp,
  /** Always "". */
  updateTime: Type.String(),
})
export type SftpLog = Static<typeof SftpLog>

const SftpLogFilter = { username: LogText, serverName: LogText, type: LogText }

/** Of the current namespace; of all of them for a super manager. Newest first. */
export const SftpLogList = endpoint({
  method: 'GET',
  path: '/log/getSftpLogList',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowSFTPLogPage],
  input: Type.Object({ ...SftpLogFilter, ...LogPageInput }),
  output: logPageOf(SftpLog),
})

export const SftpLogTotal = endpoint({
  method: 'GET',
  path: '/log/getSftpLogTotal',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowSFTPLogPage],
  input: Type.Object({ ...SftpLogFilter, ...LogTotalInput }),
  output: LogTotal,
})

export const SftpLogExport = endpoint({
  method: 'GET',
  path: '/log/exportSftpLog',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowSFTPLogPage],
  input: Type.Object({ ...SftpLogFilter, ...LogExportInput }),
  logged: true,
  timeoutMs: 0,
})
