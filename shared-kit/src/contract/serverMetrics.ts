import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { Created, Id, Timestamp } from './shapes.ts'

/** What is measured on a server; one chart each. */
export const MetricType = {
  Cpu: 1,
  Ram: 2,
  Load: 3,
  Tcp: 4,
  PublicNetwork: 5,
  PrivateNetwork: 6,
  DiskUsage: 7,
  DiskIo: 8,
} as const
export type MetricTypeNumber = (typeof MetricType)[keyof typeof MetricType]

/** The longest preset is three months (Specification 4). */
export const METRIC_KEPT_DAYS = 95
/** Every minute is kept this long; older hours keep their average, least and most. */
export const METRIC_MINUTES_KEPT_DAYS = 31
/** More points than this say nothing more on a screen. */
export const METRIC_POINTS = 240
/** A server that reports nothing for so long is worth a word. */
export const METRIC_STALE_MS = 3 * 60_000

/** Where measurements of a server come from besides an agent: nowhere, or the console asks over SSH each minute. */
export const COLLECT_WAYS = ['off', 'ssh'] as const
export type CollectWay = (typeof COLLECT_WAYS)[number]

/** One value of an item: of a minute, or the average of what a longer step holds. */
export const MetricPoint = Type.Object({
  item: Type.String(),
  /** Decimal text. */
  value: Type.String(),
  /** Of the console's clock, where the step begins. */
  reportTime: Timestamp,
  /** The same as Unix milliseconds. */
  time: Type.Optional(Type.Integer()),
  /** Least and most of the step, where it is longer than a minute. */
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
})
export type MetricPoint = Static<typeof MetricPoint>

/** What a type of measurement was over a range. At most `METRIC_POINTS` points for each item, oldest first. */
export const ServerReport = endpoint({
  method: 'GET',
  path: '/server/report',
  access: [Permission.ShowServerMonitorPage],
  input: Type.Object({
    serverId: Id,
    /** A `MetricType`. */
    type: Type.Integer({ minimum: MetricType.Cpu, maximum: MetricType.DiskIo }),
    /** `start,end`, each `YYYY-MM-DD HH:mm:ss` of the console's clock or ISO 8601 with a zone; both ends included. */
    datetimeRange: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  output: Type.Object({
    /** By item. */
    map: Type.Record(Type.String(), Type.Array(MetricPoint)),
    /** What was looked at, Unix milliseconds. */
    from: Type.Optional(Type.Integer()),
    to: Type.Optional(Type.Integer()),
    /** Between two points, in milliseconds. */
    step: Type.Optional(Type.Integer()),
  }),
})

/** An item with its newest value and its last hour. */
export const MetricItem = Type.Object({
  type: Type.Enum(MetricType),
  item: Type.String(),
  /** When it was measured last, Unix milliseconds; 0 when that was not in the last hour. */
  time: Type.Integer(),
  value: Type.Union([Type.Number(), Type.Null()]),
  /** Each minute of the last hour, oldest first; null where nothing was measured. */
  recent: Type.Array(Type.Union([Type.Number(), Type.Null()])),
})
export type MetricItem = Static<typeof MetricItem>

/** Which key an agent signs with: its own, or the one all older agents share. */
export const AGENT_KEYS = ['own', 'legacy'] as const

/** How a server is measured. Times are Unix milliseconds, 0 when there is none. */
export const ServerMetrics = Type.Object({
  server: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    description: Type.String(),
    ip: Type.String(),
    os: Type.String(),
    /** 1 is enabled. */
    state: Type.Integer(),
    /** Of all namespaces: only a super manager changes how it is measured. */
    isShared: Type.Boolean(),
  }),
  /** The console's clock. */
  now: Type.Integer(),
  collect: Type.Enum([...COLLECT_WAYS]),
  ssh: Type.Object({
    lastTime: Type.Integer(),
    nextTime: Type.Integer(),
    /** Failures in a row; each makes the pause longer. */
    failures: Type.Integer(),
    error: Type.String(),
    /** Nothing is asked while an agent reports. */
    isResting: Type.Boolean(),
  }),
  agent: Type.Object({
    lastTime: Type.Integer(),
    /** "" when the agent does not say. */
    version: Type.String(),
    key: Type.Union([Type.Enum([...AGENT_KEYS]), Type.Null()]),
    /** Minutes its clock is ahead of UTC; null when no agent has reported. */
    zone: Type.Union([Type.Integer(), Type.Null()]),
  }),
  /** Everything that was measured in the last day. */
  items: Type.Array(MetricItem),
})
export type ServerMetrics = Static<typeof ServerMetrics>

/** How a server is measured, and the newest value of every item. */
export const ServerMetricsNow = endpoint({
  method: 'GET',
  path: '/server/getMetrics',
  access: [Permission.ShowServerMonitorPage],
  input: Type.Object({ serverId: Id }),
  output: ServerMetrics,
})

/** Says where measurements come from; of a shared server only a super manager does. */
export const ServerSetCollect = endpoint({
  method: 'PUT',
  path: '/server/setCollect',
  access: [Permission.EditServer],
  input: Type.Object({ serverId: Id, collect: Type.Enum([...COLLECT_WAYS]) }),
  logged: true,
})

/** One value from an agent; the query carries its signature. */
export const AgentReport = endpoint({
  method: 'POST',
  path: '/agent/report',
  access: 'public',
  input: Type.Object({
    serverId: Id,
    type: Type.Integer({ minimum: MetricType.Cpu, maximum: MetricType.DiskIo }),
    item: Type.String({ minLength: 1, maxLength: 255 }),
    /** Decimal text. */
    value: Type.String({ minLength: 1, maxLength: 255 }),
    /** `YYYY-MM-DD HH:mm` of the agent's clock. */
    reportTime: Type.String({ minLength: 1, maxLength: 40 }),
    /** Of the agent; older ones do not say. */
    agentVersion: Type.Optional(Type.String({ maxLength: 50 })),
  }),
})

/** The id of a server for an agent that knows only its name or address; signed with the key of enrolment. */
export const AgentGetServerId = endpoint({
  method: 'POST',
  path: '/agent/getServerID',
  access: 'public',
  input: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 255 })),
    ip: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  output: Created,
})
