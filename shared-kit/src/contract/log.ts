import { type Static, Type } from 'typebox'
import { Code } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { listOf, PageInput, Timestamp } from './shapes.ts'

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
const Filter = Type.Optional(Type.String())

const LoginLogFilter = { account: Filter }
const OperationLogFilter = { username: Filter, router: Filter, api: Filter }
const PublishLogFilter = { username: Filter, projectName: Filter }

/** Attempts at every namespace: nobody is in one before signing in. */
export const LoginLogList = endpoint({
  method: 'GET',
  path: '/log/getLoginLogList',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowLoginLogPage],
  input: Type.Object({ ...LoginLogFilter, ...PageInput }),
  output: listOf(LoginLog),
})

export const LoginLogTotal = endpoint({
  method: 'GET',
  path: '/log/getLoginLogTotal',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowLoginLogPage],
  input: Type.Object(LoginLogFilter),
  output: LogTotal,
})

/** Of the current namespace; of all of them for a super manager. */
export const OperationLogList = endpoint({
  method: 'GET',
  path: '/log/getOperationLogList',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowOperationLogPage],
  input: Type.Object({ ...OperationLogFilter, ...PageInput }),
  output: listOf(OperationLog),
})

export const OperationLogTotal = endpoint({
  method: 'GET',
  path: '/log/getOperationLogTotal',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowOperationLogPage],
  input: Type.Object(OperationLogFilter),
  output: LogTotal,
})

/** Of the projects of the current namespace, removed ones included; of all projects for a super manager. */
export const PublishLogList = endpoint({
  method: 'GET',
  path: '/log/getPublishLogList',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowPublishLogPage],
  input: Type.Object({ ...PublishLogFilter, ...PageInput }),
  output: listOf(PublishLog),
})

export const PublishLogTotal = endpoint({
  method: 'GET',
  path: '/log/getPublishLogTotal',
  invalidCode: Code.IllegalParameter,
  access: [Permission.ShowPublishLogPage],
  input: Type.Object(PublishLogFilter),
  output: LogTotal,
})
