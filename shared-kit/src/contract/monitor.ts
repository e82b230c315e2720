import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf, Timestamp } from './shapes.ts'

/** What a monitor looks at (Specification 4). */
export const MonitorType = { Site: 1, Port: 2, Ping: 3, Process: 4, Script: 5 } as const
export type MonitorTypeNumber = (typeof MonitorType)[keyof typeof MonitorType]

/** Where the scripts of a monitor run when no server is named: on the server that was checked, or on the console's machine. */
export const ScriptPlace = { Follow: 0, Host: -1 } as const

/** Longer texts of a failure are cut. */
export const ERROR_CONTENT_LENGTH = 1000
/** A check that names no limit of its own gets this one, in seconds. */
export const DEFAULT_CHECK_SECONDS = 10

const LARGEST = 2_147_483_647

/** What is looked at, as it is kept. */
export const MonitorTarget = Type.Object({
  /** Site: addresses. Port: `host:port`. Ping: hosts. Process and script: ids of servers. */
  items: Type.Union([Type.Array(Type.String()), Type.Null()]),
  /** Seconds for each item; 0 means the default. */
  timeout: Type.Integer(),
  process: Type.String(),
  script: Type.String(),
})
export type MonitorTarget = Static<typeof MonitorTarget>

const MonitorTargetInput = Type.Object({
  items: Type.Optional(Type.Union([Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 100 }), Type.Null()])),
  timeout: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600 })),
  process: Type.Optional(Type.String({ maxLength: 1000 })),
  script: Type.Optional(Type.String({ maxLength: 65_535 })),
})

/** `waiting` was not looked at yet; `failing` has failed less often than it takes to tell anybody. */
export const MONITOR_HEALTHS = ['waiting', 'up', 'failing', 'down'] as const
export type MonitorHealth = (typeof MONITOR_HEALTHS)[number]

/** Why nobody is told about failures now. */
export const QUIET_REASONS = ['maintenance', 'deploy', 'parent', 'told'] as const
export type QuietReason = (typeof QUIET_REASONS)[number]

/** What went wrong, in each language of the console; the words of programs are the same in all. */
export const MonitorSaid = Type.Object({ en: Type.String(), 'zh-cn': Type.String() })
export type MonitorSaid = Static<typeof MonitorSaid>

/** How a monitor stands, kept by whichever node looks after it. All times are Unix milliseconds, 0 when there is none. */
export const MonitorStatus = Type.Object({
  health: Type.Enum([...MONITOR_HEALTHS]),
  /** Null while failures are told. */
  quiet: Type.Union([Type.Enum([...QUIET_REASONS]), Type.Null()]),
  /** When that ends; 0 when nobody knows. */
  quietUntil: Type.Integer(),
  /** Of the last check, whether or not anybody was told; "" when it passed. */
  error: Type.String(),
  /** The same; absent when it passed. */
  errorSaid: Type.Optional(MonitorSaid),
  lastCheckTime: Type.Integer(),
  /** Milliseconds the last check took. */
  latency: Type.Integer(),
  /** Failures in a row so far. */
  failures: Type.Integer(),
  /** When the certificate that ends first does so. */
  certificateTime: Type.Integer(),
  /** The incident that is open, 0 when none is. */
  incidentId: Type.Integer(),
  acknowledgedBy: Type.String(),
  /** Share of checks that passed in the last 24 hours, 0 to 1; null when there were none. */
  uptime: Type.Union([Type.Number(), Type.Null()]),
  /** Mean milliseconds of each of the last 24 hours, oldest first; null for an hour without checks. */
  hours: Type.Array(Type.Union([Type.Integer(), Type.Null()])),
})
export type MonitorStatus = Static<typeof MonitorStatus>

export const Monitor = Type.Object({
  id: Type.Integer(),
  /** Always 0 in the list: it is the caller's. */
  namespaceId: Type.Integer(),
  name: Type.String(),
  type: Type.Integer(),
  target: MonitorTarget,
  /** Between two checks, in seconds. */
  second: Type.Integer(),
  /** Failures in a row before a notice. */
  times: Type.Integer(),
  /** Minutes after a notice without another one. */
  silentCycle: Type.Integer(),
  notifyType: Type.Integer(),
  notifyTarget: Type.String(),
  successServerId: Type.Integer(),
  successScript: Type.String(),
  failServerId: Type.Integer(),
  failScript: Type.String(),
  description: Type.String(),
  /** What the last notice said. */
  errorContent: Type.String(),
  /** The same; absent when there was none, or the server does not send it. */
  errorContentSaid: Type.Optional(MonitorSaid),
  state: Type.Integer(),
  insertTime: Timestamp,
  updateTime: Timestamp,
  /** This and what follows is absent when the server is one that does not send it. While its parent is down, nobody is told about this one. */
  parentId: Type.Optional(Type.Integer()),
  /** Days before its end at which a certificate is warned about; 0 means it is not looked at. */
  certificateDays: Type.Optional(Type.Integer()),
  status: Type.Optional(MonitorStatus),
})
export type Monitor = Static<typeof Monitor>

const Script = Type.Optional(Type.String({ maxLength: 65_535 }))
/** 0 follows the target, -1 is the console's machine. */
const ScriptServer = Type.Optional(Type.Integer({ minimum: -1, maximum: LARGEST }))

const CheckFields = {
  type: Type.Enum(MonitorType),
  target: Type.Optional(MonitorTargetInput),
  successServerId: ScriptServer,
  successScript: Script,
  failServerId: ScriptServer,
  failScript: Script,
}

const MonitorFields = {
  ...CheckFields,
  name: Type.String({ minLength: 1, maxLength: 255 }),
  second: Type.Integer({ minimum: 1, maximum: LARGEST }),
  times: Type.Integer({ minimum: 1, maximum: 65_535 }),
  silentCycle: Type.Integer({ minimum: 1, maximum: LARGEST }),
  /** 4 is mail, with the addresses as the target. */
  notifyType: Type.Enum([1, 2, 3, 4, 255]),
  notifyTarget: Type.String({ minLength: 1, maxLength: 255 }),
  description: Type.Optional(Type.String({ maxLength: 255 })),
  /** This and what follows stays as it is when an edit does not name it. */
  parentId: Type.Optional(Type.Integer({ minimum: 0, maximum: LARGEST })),
  certificateDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
}

/** Newest first. */
export const MonitorList = endpoint({
  method: 'GET',
  path: '/monitor/getList',
  access: [Permission.ShowMonitorPage],
  output: listOf(Monitor),
})

/**
 * Checks once without keeping anything; answers code 2 with the reason when the check fails, and with the reason as a
 * `MonitorSaid` in its data.
 */
export const MonitorCheck = endpoint({
  method: 'POST',
  path: '/monitor/check',
  access: [Permission.AddMonitor, Permission.EditMonitor],
  input: Type.Object(CheckFields),
  logged: true,
  timeoutMs: 100_000,
})

export const MonitorAdd = endpoint({
  method: 'POST',
  path: '/monitor/add',
  access: [Permission.AddMonitor],
  input: Type.Object(MonitorFields),
  output: Created,
  logged: true,
})

/** Also begins anew: failures are counted from zero and the next check is at once. */
export const MonitorEdit = endpoint({
  method: 'PUT',
  path: '/monitor/edit',
  access: [Permission.EditMonitor],
  input: Type.Object({ id: Id, ...MonitorFields }),
  logged: true,
})

export const MonitorToggle = endpoint({
  method: 'PUT',
  path: '/monitor/toggle',
  access: [Permission.EditMonitor],
  input: Type.Object({ id: Id, state: Type.Optional(Type.Enum([0, 1])) }),
  logged: true,
})

export const MonitorRemove = endpoint({
  method: 'DELETE',
  path: '/monitor/remove',
  access: [Permission.DeleteMonitor],
  input: ById,
  logged: true,
})

/** How far back a history goes. */
export const MONITOR_RANGES = ['1h', '24h', '7d', '30d', '365d'] as const
export type MonitorRange = (typeof MONITOR_RANGES)[number]

/** What became of the checks that began in one bucket; buckets without checks are left out. */
export const MonitorBucket = Type.Object({
  /** Where it begins, Unix milliseconds. */
  time: Type.Integer(),
  count: Type.Integer(),
  failures: Type.Integer(),
  /** Milliseconds of the checks that passed; 0 when none did. */
  mean: Type.Integer(),
  min: Type.Integer(),
  max: Type.Integer(),
})
export type MonitorBucket = Static<typeof MonitorBucket>

export const MonitorHistory = endpoint({
  method: 'GET',
  path: '/monitor/getHistory',
  access: [Permission.ShowMonitorPage],
  input: Type.Object({ id: Id, range: Type.Enum([...MONITOR_RANGES]) }),
  output: Type.Object({
    from: Type.Integer(),
    to: Type.Integer(),
    bucketMs: Type.Integer(),
    buckets: Type.Array(MonitorBucket),
  }),
})

/** A time in which a monitor was down, or its certificate about to end. Times are Unix milliseconds. */
export const MonitorIncident = Type.Object({
  id: Type.Integer(),
  monitorId: Type.Integer(),
  kind: Type.Enum(['down', 'certificate']),
  reason: Type.String(),
  reasonSaid: Type.Optional(MonitorSaid),
  startTime: Type.Integer(),
  /** 0 while it lasts. */
  endTime: Type.Integer(),
  /** How often somebody was told. */
  notices: Type.Integer(),
  /** "" until somebody did. */
  acknowledgedBy: Type.String(),
  acknowledgeReason: Type.String(),
  acknowledgeTime: Type.Integer(),
})
export type MonitorIncident = Static<typeof MonitorIncident>

/** The last hundred, newest first. */
export const MonitorIncidentList = endpoint({
  method: 'GET',
  path: '/monitor/getIncidentList',
  access: [Permission.ShowMonitorPage],
  input: ById,
  output: listOf(MonitorIncident),
})

/** Says that somebody is at it: the incident stays open, and nobody is told again until it is over. */
export const MonitorAcknowledge = endpoint({
  method: 'PUT',
  path: '/monitor/acknowledge',
  access: [Permission.AcknowledgeMonitor],
  /** The incident's id. */
  input: Type.Object({ id: Id, reason: Type.String({ minLength: 1, maxLength: 255 }) }),
  logged: true,
})
