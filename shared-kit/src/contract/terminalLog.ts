import { type Static, Type } from 'typebox'
import { Code } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { LogExportInput, LogPageInput, LogText, LogTotal, LogTotalInput, logPageOf } from './log.ts'
import { Permission } from './permission.ts'
import { Id, Timestamp } from './shapes.ts'

/** What `endTime` says of a terminal that is still open, or was cut off with the console. */
export const TERMINAL_NOT_ENDED = '1970-01-01 00:00:00'

/** One terminal that somebody opened. */
export const TerminalLog = Type.Object({
  id: Type.Integer(),
  namespaceID: Type.Integer(),
  userID: Type.Integer(),
  /** The display name as it is now; "" when the user is gone. */
  username: Type.String(),
  serverID: Type.Integer(),
  /** As it is now; "" when the server is gone. */
  serverName: Type.String(),
  /** Address of the client as `ip:port`. */
  remoteAddr: Type.String(),
  userAgent: Type.String(),
  startTime: Timestamp,
  /** `TERMINAL_NOT_ENDED` while it is open. */
  endTime: Timestamp,
  /** Always "". */
  insertTime: Type.String(),
  /** Always "". */
  updateTime: Type.String(),
  /** Bytes of its recording; 0 when there is none, or none any more. */
  recordSize: Type.Integer(),
  /** Why it ended, one of `TERMINAL_ENDS` or `exit`; "" while it is open or when nobody knows. */
  endReason: Type.String(),
})
export type TerminalLog = Static<typeof TerminalLog>

const TerminalLogFilter = { username: LogText, serverName: LogText }

/** Of the current namespace, the newest first; of all of them for a super manager. */
export const TerminalLogList = endpoint({
  method: 'GET',
  path: '/log/getTerminalLogList',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowTerminalLogPage],
  input: Type.Object({ ...TerminalLogFilter, ...LogPageInput }),
  output: logPageOf(TerminalLog),
})

export const TerminalLogTotal = endpoint({
  method: 'GET',
  path: '/log/getTerminalLogTotal',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowTerminalLogPage],
  input: Type.Object({ ...TerminalLogFilter, ...LogTotalInput }),
  output: LogTotal,
})

export const TerminalLogExport = endpoint({
  method: 'GET',
  path: '/log/exportTerminalLog',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowTerminalLogPage],
  input: Type.Object({ ...TerminalLogFilter, ...LogExportInput }),
  logged: true,
  timeoutMs: 0,
})

/**
 * The recording itself (asciicast v2) instead of an envelope, whole or the part that a Range header asks for; a refusal is
 * an envelope. Of a terminal that is still open it is what was recorded so far.
 */
export const TerminalRecord = endpoint({
  method: 'GET',
  path: '/log/getTerminalRecord',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowTerminalRecord],
  input: Type.Object({ recordId: Id }),
  timeoutMs: 0,
})

/** Where a text occurs in what a recording shows: the moment in seconds, and the line without its colours. */
export const TerminalMoment = Type.Object({ time: Type.Number(), line: Type.String() })
export type TerminalMoment = Static<typeof TerminalMoment>

/** Finds a text in a recording, whatever the case of its letters. */
export const TerminalRecordSearch = endpoint({
  method: 'GET',
  path: '/log/searchTerminalRecord',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowTerminalRecord],
  input: Type.Object({ recordId: Id, text: Type.String({ minLength: 1, maxLength: 200 }) }),
  output: Type.Object({
    list: Type.Array(TerminalMoment),
    /** There are more than are answered. */
    isCut: Type.Boolean(),
  }),
  timeoutMs: 60_000,
})
