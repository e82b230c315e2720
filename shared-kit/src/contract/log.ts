import { type Static, type TSchema, Type } from 'typebox'
import { Code } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { Id, PageInput, Timestamp } from './shapes.ts'

/** One attempt to sign in. */
export const LoginLog = Type.Object({
  id: Type.Integer(),
  /** As typed; "" when the request was malformed. */
  account: Type.String(),
  /** Address of the client as `ip:port`. */
  remoteAddr: Type.String(),
  userAgent: Type.String(),
  referer: Type.String(),
  /** Why it failed; "" when it succeeded. */
  reason: Type.String(),
  loginTime: Timestamp,
})
export type LoginLog = Static<typeof LoginLog>

/** One call of an endpoint that is marked `logged`. */
export const OperationLog = Type.Object({
  id: Type.Integer(),
  namespaceID: Type.Integer(),
  userID: Type.Integer(),
  /** The display name as it is now; "" when the user is gone. */
  username: Type.String(),
  /** The page that made the call, as its Router header said. */
  router: Type.String(),
  /** The path that was called. */
  api: Type.String(),
  requestTime: Timestamp,
  /** JSON text with secrets masked; a query string is its member `_query`. */
  requestData: Type.String(),
  responseTime: Timestamp,
  /** JSON text of the whole envelope, with secrets masked. */
  responseData: Type.String(),
})
export type OperationLog = Static<typeof OperationLog>

/** One deploy of a project, all its stages in one row, named by its token. */
export const PublishLog = Type.Object({
  /** Always 0; `token` is the key. */
  id: Type.Integer(),
  token: Type.String(),
  /** Always 0. */
  namespaceId: Type.Integer(),
  projectId: Type.Integer(),
  projectName: Type.String(),
  /** Details of the failed stages, joined by commas; "" when all succeeded. */
  detail: Type.String(),
  /** 1 when every stage succeeded, else 0. */
  state: Type.Enum([0, 1]),
  publisherId: Type.Integer(),
  publisherName: Type.String(),
  /** Always 0: the row stands for all stages. */
  type: Type.Integer(),
  /** Always "", for the same reason. */
  ext: Type.String(),
  /** When its first stage began. */
  insertTime: Timestamp,
  /** Always "". */
  updateTime: Type.String(),
})
export type PublishLog = Static<typeof PublishLog>

/** How many rows a log holds under the given filters. */
export const LogTotal = Type.Object({ total: Type.Integer() })
export type LogTotal = Static<typeof LogTotal>

/** Matches exactly; absent or "" lets every row through. */
export const LogText = Type.Optional(Type.String())

const UnixSeconds = Type.Optional(Type.Integer({ minimum: 0, maximum: 9_999_999_999 }))

/** The time of a log's rows in Unix seconds: `from` is the first second that counts, `to` the first that does not. */
export const LogTimes = { from: UnixSeconds, to: UnixSeconds }

/** A place between two rows of a log, as an answer named it. */
const LogPlace = Type.Optional(Type.String({ pattern: '^[0-9]{1,15}\\.[0-9]{1,10}$' }))

/**
 * One page of a log. `before` and `after` take a place that an answer named and win over `page`; they cost the same however
 * deep they lie, while pages by number have to be counted out.
 */
export const LogPageInput = { ...LogTimes, ...PageInput, before: LogPlace, after: LogPlace }

/** One page of a log, the newest row first. */
export const logPageOf = <Row extends TSchema>(row: Row) =>
  Type.Object({
    list: Type.Array(row),
    /** `before` of the next older page; "" when there is none. */
    older: Type.String(),
    /** `after` of the next newer page; "" on the newest. */
    newer: Type.String(),
  })

/** Counting stops at `atMost`, because nobody waits for the exact number of millions; absent counts to the end. */
export const LogTotalInput = { ...LogTimes, atMost: Type.Optional(Type.Integer({ minimum: 1 })) }

/** A whole log as a file instead of an envelope: CSV for spreadsheets, or one JSON object a line. Refusals are envelopes. */
export const LogExportInput = {
  ...LogTimes,
  format: Type.Enum(['csv', 'ndjson']),
  /** IANA name: times are written with the offset of this zone; without one, as they are on the wire. */
  zone: Type.Optional(Type.String({ maxLength: 64 })),
}

const LoginLogFilter = { account: LogText }
const OperationLogFilter = { username: LogText, router: LogText, api: LogText }
const PublishLogFilter = { username: LogText, projectName: LogText }

/** Attempts at every namespace: nobody is in one before signing in. */
export const LoginLogList = endpoint({
  method: 'GET',
  path: '/log/getLoginLogList',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowLoginLogPage],
  input: Type.Object({ ...LoginLogFilter, ...LogPageInput }),
  output: logPageOf(LoginLog),
})

export const LoginLogTotal = endpoint({
  method: 'GET',
  path: '/log/getLoginLogTotal',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowLoginLogPage],
  input: Type.Object({ ...LoginLogFilter, ...LogTotalInput }),
  output: LogTotal,
})

export const LoginLogExport = endpoint({
  method: 'GET',
  path: '/log/exportLoginLog',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowLoginLogPage],
  input: Type.Object({ ...LoginLogFilter, ...LogExportInput }),
  logged: true,
  timeoutMs: 0,
})

/** Of the current namespace; of all of them for a super manager. */
export const OperationLogList = endpoint({
  method: 'GET',
  path: '/log/getOperationLogList',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowOperationLogPage],
  input: Type.Object({ ...OperationLogFilter, ...LogPageInput }),
  output: logPageOf(OperationLog),
})

export const OperationLogTotal = endpoint({
  method: 'GET',
  path: '/log/getOperationLogTotal',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowOperationLogPage],
  input: Type.Object({ ...OperationLogFilter, ...LogTotalInput }),
  output: LogTotal,
})

export const OperationLogExport = endpoint({
  method: 'GET',
  path: '/log/exportOperationLog',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowOperationLogPage],
  input: Type.Object({ ...OperationLogFilter, ...LogExportInput }),
  logged: true,
  timeoutMs: 0,
})

/** Of the projects of the current namespace, removed ones included; of all projects for a super manager. */
export const PublishLogList = endpoint({
  method: 'GET',
  path: '/log/getPublishLogList',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowPublishLogPage],
  input: Type.Object({ ...PublishLogFilter, ...LogPageInput }),
  output: logPageOf(PublishLog),
})

export const PublishLogTotal = endpoint({
  method: 'GET',
  path: '/log/getPublishLogTotal',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowPublishLogPage],
  input: Type.Object({ ...PublishLogFilter, ...LogTotalInput }),
  output: LogTotal,
})

export const PublishLogExport = endpoint({
  method: 'GET',
  path: '/log/exportPublishLog',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowPublishLogPage],
  input: Type.Object({ ...PublishLogFilter, ...LogExportInput }),
  logged: true,
  timeoutMs: 0,
})

/** One row of the operation log, with what it changed. */
export const OperationLogEntry = endpoint({
  method: 'GET',
  path: '/log/getOperation',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowOperationLogPage],
  input: Type.Object({ id: Id }),
  output: Type.Object({
    ...OperationLog.properties,
    /** JSON text of what was changed, as it was before, with secrets masked; "" when that is not kept for this kind. */
    before: Type.String(),
    /** The same as it was afterwards; "" when it was removed, or not kept. */
    after: Type.String(),
  }),
})
