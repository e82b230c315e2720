import type { Generated } from 'kysely'
import type { AccountTables } from './accountSchema.ts'
import type { AgentTables } from './agentSchema.ts'
import type { CronTables } from './cronSchema.ts'
import type { GuardTables } from './guardSchema.ts'
import type { ImportTables } from './importSchema.ts'
import type { KeptTextTables } from './keptTextSchema.ts'
import type { MetricTables } from './metricSchema.ts'
import type { MonitorTables } from './monitorSchema.ts'
import type { NotificationTables } from './notificationSchema.ts'
import type { ProjectPartTables } from './projectPartSchema.ts'
import type { PublishTables } from './publishSchema.ts'
import type { ReleaseTables } from './releaseSchema.ts'
import type { ScriptTables } from './scriptSchema.ts'
import type { ServerPartTables } from './serverSchema.ts'
import type { SftpTables } from './sftpSchema.ts'
import type { Timed } from './tableRow.ts'
import type { TerminalTables } from './terminalSchema.ts'
import type { TriggerTables } from './triggerSchema.ts'

export interface UserTable extends Timed {
  account: string
  password: string
  /** Null until the person has chosen the password himself: the next sign-in demands a change. */
  passwordUpdateTime: number | null
  name: string
  contact: Generated<string>
  state: Generated<number>
  /** 0 while it was not removed for good; a removed account is disabled as well. */
  removeTime: Generated<number>
  lastLoginTime: number | null
  superManager: Generated<number>
  /** SHA-256 of the API key, for the look-up; "" when there is none. */
  apiKeyHash: Generated<string>
  /** The API key itself, encrypted, because its owner may look at it again. */
  apiKey: Generated<string>
  /** IANA name; "" is the zone of the browser, as "" is its language and theme. */
  timeZone: Generated<string>
  language: Generated<string>
  theme: Generated<string>
  firstStepsHidden: Generated<number>
}

export interface SessionTable {
  id: string
  userId: number
  insertTime: number
  expireTime: number
  remoteAddress: string
  userAgent: string
  /** When and from where it was used last, to the minute. */
  seenTime: Generated<number>
  seenAddress: Generated<string>
  /** How its owner proved who he is; "" from before this was kept. */
  way: Generated<string>
  /** Encrypted; the word of an OpenID provider, with which the session is ended there too. */
  idToken: Generated<string>
}

export interface NamespaceTable extends Timed {
  name: string
}

export interface NamespaceUserTable extends Timed {
  namespaceId: number
  userId: number
  /** 0 marks the binding of a super manager. */
  roleId: Generated<number>
}

export interface RoleTable extends Timed {
  name: string
  description: Generated<string>
}

export interface PermissionTable extends Timed {
  pid: number
  name: string
  sort: Generated<number>
  description: Generated<string>
}

export interface RolePermissionTable extends Timed {
  roleId: number
  permissionId: number
}

export interface ServerTable extends Timed {
  /** 0 makes the server visible in every namespace. */
  namespaceId: number
  name: string
  ip: string
  port: number
  owner: string
  path: Generated<string>
  /** Encrypted; password, or passphrase of the key. */
  password: Generated<string>
  jumpIp: Generated<string>
  jumpPort: Generated<number>
  jumpOwner: Generated<string>
  jumpPath: Generated<string>
  /** Encrypted. */
  jumpPassword: Generated<string>
  os: Generated<string>
  osInfo: Generated<string>
  description: Generated<string>
  state: Generated<number>
}

/** The key a host showed at the first connection; another one is refused until somebody accepts it. */
export interface ServerHostKeyTable extends Timed {
  host: string
  port: number
  algorithm: string
  /** The public key blob, base64. */
  publicKey: string
  /** `SHA256:…` as OpenSSH prints it. */
  fingerprint: string
  /** Another key that the host showed since; "" when there is none. Accepting it makes it the pinned one. */
  presentedAlgorithm: Generated<string>
  presentedPublicKey: Generated<string>
  presentedFingerprint: Generated<string>
}

export interface ProjectTable extends Timed {
  namespaceId: number
  name: string
  repoType: string
  /** Encrypted, because it may hold credentials. */
  url: string
  path: string
  symlinkPath: Generated<string>
  symlinkBackupNumber: Generated<number>
  environment: Generated<number>
  branch: Generated<string>
  label: Generated<string>
  review: Generated<number>
  reviewUrl: Generated<string>
  script: string
  transferType: string
  transferOption: string
  deployServerMode: string
  autoDeploy: Generated<number>
  state: Generated<number>
  deployState: Generated<number>
  publisherId: Generated<number>
  publisherName: Generated<string>
  lastPublishToken: Generated<string>
  notifyType: Generated<number>
  /** Encrypted: whoever has the address can write into the room behind it. */
  notifyTarget: Generated<string>
  /** JSON: how a deploy is rolled out, `DeployPolicy` of the contract; "" means as always. */
  policy: Generated<string>
  /** Encrypted; what a push must be signed with, "" when nothing is checked. */
  webhookSecret: Generated<string>
}

export interface ProjectServerTable extends Timed {
  projectId: number
  serverId: number
}

export interface ProjectUserTable extends Timed {
  projectId: number
  userId: number
}

export interface NotificationTemplateTable extends Timed {
  type: number
  useBy: string
  title: string
  template: string
  /** `en` or `zh-cn`: of the words the console adds itself. */
  language: Generated<string>
}

export interface LoginLogTable {
  id: Generated<number>
  account: string
  remoteAddr: string
  userAgent: string
  referer: string
  reason: string
  loginTime: number
  /** Links it to the row before; "" while the log is not sealed. */
  seal: Generated<string>
}

export interface OperationLogTable {
  id: Generated<number>
  userId: number
  namespaceId: number
  router: string
  api: string
  requestTime: number
  requestData: string
  responseTime: number
  responseData: string
  /** JSON text of what was changed, before and after; "" where that is not kept. */
  beforeData: Generated<string>
  afterData: Generated<string>
  /** Links it to the row before; "" while the log is not sealed. */
  seal: Generated<string>
}

/** The end of the seals of a log, and where they go on after older rows were removed. */
export interface LogChainTable {
  log: string
  /** Sealed so far. */
  rows: number
  /** Of the last row. */
  seal: Generated<string>
  prunedId: Generated<number>
  prunedSeal: Generated<string>
}

/** Failed sign-ins to one account (lower case) or from one address, counted from the first of a series. */
export interface SignInFailureTable {
  kind: 'account' | 'address'
  name: string
  failures: number
  firstTime: number
  lockedUntil: number
}

/** A picture that is waiting to be clicked on, or was. */
export interface CaptchaTable {
  id: string
  /** JSON: the boxes to click, in their order. */
  answer: string
  /** 0 waits for the clicks, 1 was solved and is good for one sign-in. */
  state: number
  expireTime: number
  /** The account or the address that may use it. */
  boundTo: Generated<string>
}

/** Signatures that were accepted once, kept until they are too old to be accepted again. */
export interface UsedSignatureTable {
  id: string
  expireTime: number
}

/** Jobs of the embedded engine. */
export interface JobTable {
  id: string
  queue: string
  key: string
  data: string
  /** `waiting` or `active`; a finished job is deleted. */
  state: string
  attempt: number
  insertTime: number
}

export interface Tables
  extends AccountTables,
    AgentTables,
    ReleaseTables,
    CronTables,
    GuardTables,
    ImportTables,
    KeptTextTables,
    MetricTables,
    MonitorTables,
    NotificationTables,
    ProjectPartTables,
    PublishTables,
    ScriptTables,
    ServerPartTables,
    TerminalTables,
    SftpTables,
    TriggerTables {
  user: UserTable
  session: SessionTable
  namespace: NamespaceTable
  namespaceUser: NamespaceUserTable
  role: RoleTable
  permission: PermissionTable
  rolePermission: RolePermissionTable
  server: ServerTable
  serverHostKey: ServerHostKeyTable
  project: ProjectTable
  projectServer: ProjectServerTable
  projectUser: ProjectUserTable
  notificationTemplate: NotificationTemplateTable
  loginLog: LoginLogTable
  operationLog: OperationLogTable
  logChain: LogChainTable
  signInFailure: SignInFailureTable
  captcha: CaptchaTable
  usedSignature: UsedSignatureTable
  job: JobTable
}
