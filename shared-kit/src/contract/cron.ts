import { type Static, Type } from 'typebox'
import { Code } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { NotifyType } from './enums.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf, PageInput, Timestamp } from './shapes.ts'

/** Longest a message of a run may be, in bytes; the rest is cut off. */
export const CRON_MESSAGE_BYTES = 65_535
/** What is kept of the runs of a task. */
export const CRON_LOG_DAYS = 30
export const CRON_LOG_ROWS = 1000
/** An agent that has not asked for tasks for so long runs none; a run not told of for so long is missing. */
export const CRON_STALE_MS = 3 * 60_000
/** Longest a task may run that somebody has started over SSH. */
export const CRON_RUN_MINUTES = 60
const COPY_SERVERS = 200

/** What an agent reports of a run: only failures, also successes with what they print, or also their errors. */
export const CronLogLevel = { Failures: 0, Output: 1, Errors: 2 } as const

const { None, WeCom, DingTalk, Feishu, EMail, Custom } = NotifyType
const CHANNELS = { None, WeCom, DingTalk, Feishu, EMail, Custom } as const

const CronFields = {
  /** Six fields, the second first, in UTC. */
  expression: Type.String({ minLength: 1, maxLength: 255 }),
  /** Split on white space and run without a shell. */
  command: Type.String({ minLength: 1, maxLength: 255 }),
  /** 1: no run begins while another one goes on. */
  singleMode: Type.Integer({ minimum: 0, maximum: 255, default: 0 }),
  /** A `CronLogLevel`. */
  logLevel: Type.Integer({ minimum: 0, maximum: 255, default: 0 }),
  description: Type.String({ maxLength: 255, default: '' }),
}

/** What older clients do not send; absent leaves it as it is, and a new task begins enabled and tells nobody. */
const CronExtras = {
  isEnabled: Type.Optional(Type.Boolean()),
  /** Who is told when a run fails; 0 is nobody. */
  notifyType: Type.Optional(Type.Enum(CHANNELS)),
  notifyTarget: Type.Optional(Type.String({ maxLength: 1000 })),
}

/** A task as agents get it: nothing in it changes unless somebody edits it, because they tell tasks apart by all of it. */
export const AgentCron = Type.Object({
  id: Type.Integer(),
  serverId: Type.Integer(),
  expression: Type.String(),
  command: Type.String(),
  singleMode: Type.Integer(),
  logLevel: Type.Integer(),
  description: Type.String(),
  state: Type.Integer(),
  /** Names of people. */
  creator: Type.String(),
  editor: Type.String(),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type AgentCron = Static<typeof AgentCron>

export const CRON_RUN_STATES = ['running', 'success', 'failed'] as const
export type CronRunState = (typeof CRON_RUN_STATES)[number]

/** A scheduled task with how it fares. Times below are Unix milliseconds, 0 when there is none. */
export const Cron = Type.Object({
  ...AgentCron.properties,
  isEnabled: Type.Optional(Type.Boolean()),
  notifyType: Type.Optional(Type.Integer()),
  /** Only a hint, for those who may not change tasks. */
  notifyTarget: Type.Optional(Type.String()),
  /** The newest run that was told of. */
  lastRun: Type.Optional(
    Type.Union([
      Type.Object({ time: Type.Integer(), execCode: Type.Integer(), state: Type.Enum([...CRON_RUN_STATES]) }),
      Type.Null(),
    ]),
  ),
  /** When a run was due that nothing was heard of. */
  missedTime: Type.Optional(Type.Integer()),
})
export type Cron = Static<typeof Cron>

/** What the agent of a server does about tasks. Times are Unix milliseconds, 0 when there is none. */
export const CronAgent = Type.Object({
  /** The console's clock. */
  now: Type.Integer(),
  /** When it asked for tasks last. */
  pollTime: Type.Integer(),
  /** When it reported a measurement last. */
  reportTime: Type.Integer(),
})
export type CronAgent = Static<typeof CronAgent>

/** One run of a task. */
export const CronLog = Type.Object({
  id: Type.Integer(),
  cronId: Type.Integer(),
  serverId: Type.Integer(),
  /** 1 when the program could not be started, -1 when a signal ended it or its end is not known. */
  execCode: Type.Integer(),
  message: Type.String(),
  /** Of the console's clock. */
  reportTime: Timestamp,
  insertTime: Timestamp,
})
export type CronLog = Static<typeof CronLog>

/** The same with what older servers do not tell. */
export const CronRun = Type.Object({
  ...CronLog.properties,
  state: Type.Optional(Type.Enum([...CRON_RUN_STATES])),
  /** The end as Unix milliseconds; of a run that goes on, its beginning. */
  time: Type.Optional(Type.Integer()),
  /** Milliseconds; -1 when the agent does not tell. */
  duration: Type.Optional(Type.Integer()),
  /** Who started it by hand; "" when its time had come. */
  userName: Type.Optional(Type.String()),
  /** The message was longer. */
  isCut: Type.Optional(Type.Boolean()),
})
export type CronRun = Static<typeof CronRun>

/** The tasks of a server, by id. */
export const CronList = endpoint({
  method: 'POST',
  path: '/cron/getList',
  access: [Permission.ShowCronPage],
  input: Type.Object({ serverId: Id }),
  output: Type.Object({ list: Type.Array(Cron), agent: Type.Optional(CronAgent) }),
})

/** The runs of a task, newest first. */
export const CronLogList = endpoint({
  method: 'GET',
  path: '/cron/getLogs',
  access: [Permission.ShowCronPage],
  input: Type.Object({
    serverId: Id,
    cronId: Id,
    ...PageInput,
    /** Only these; "" is all. */
    result: Type.Optional(Type.Enum(['', 'failed', 'success'])),
  }),
  output: Type.Object({ list: Type.Array(CronRun), total: Type.Optional(Type.Integer()) }),
  invalidCode: Code.IllegalParameter,
})

/** How each kept run of a task ended, oldest first, without what it printed. */
export const CronHistory = endpoint({
  method: 'GET',
  path: '/cron/getHistory',
  access: [Permission.ShowCronPage],
  input: Type.Object({ serverId: Id, cronId: Id }),
  output: listOf(
    Type.Object({
      /** Unix milliseconds. */
      time: Type.Integer(),
      isFailed: Type.Boolean(),
      /** Milliseconds; -1 when the agent does not tell. */
      duration: Type.Integer(),
    }),
  ),
})

export const CronAdd = endpoint({
  method: 'POST',
  path: '/cron/add',
  access: [Permission.AddCron],
  input: Type.Object({ serverId: Id, ...CronFields, ...CronExtras }),
  output: Created,
  logged: true,
})

/** Replaces a task; its server stays. */
export const CronEdit = endpoint({
  method: 'PUT',
  path: '/cron/edit',
  access: [Permission.EditCron],
  input: Type.Object({ id: Id, ...CronFields, ...CronExtras }),
  logged: true,
})

/** A disabled task is kept and not handed to agents. */
export const CronToggle = endpoint({
  method: 'PUT',
  path: '/cron/toggle',
  access: [Permission.EditCron],
  input: Type.Object({ id: Id, isEnabled: Type.Boolean() }),
  logged: true,
})

/** Adds a task to other servers, disabled unless said otherwise; one that has the same already is left alone. */
export const CronCopy = endpoint({
  method: 'POST',
  path: '/cron/copy',
  access: [Permission.AddCron],
  input: Type.Object({
    id: Id,
    serverIds: Type.Array(Id, { minItems: 1, maxItems: COPY_SERVERS }),
    isEnabled: Type.Optional(Type.Boolean()),
  }),
  output: listOf(Type.Object({ serverId: Type.Integer(), id: Type.Integer(), isNew: Type.Boolean() })),
  logged: true,
})

/** Takes a task away; what it did stays. */
export const CronRemove = endpoint({
  method: 'DELETE',
  path: '/cron/remove',
  access: [Permission.DeleteCron],
  input: ById,
  logged: true,
})

/** Runs a task now, over SSH and as the user the console signs in as; answers the id of its line in the log at once. */
export const CronStart = endpoint({
  method: 'POST',
  path: '/cron/run',
  access: [Permission.EditCron],
  input: ById,
  output: ById,
  logged: true,
})

/** Ends a run that somebody has started by hand, with all that it has started. */
export const CronStop = endpoint({
  method: 'POST',
  path: '/cron/stopRun',
  access: [Permission.EditCron],
  /** Of the line in the log. */
  input: ById,
  logged: true,
})

/** The tasks an agent is to run. It sends a whole task of which only the server counts. */
export const AgentCronList = endpoint({
  method: 'POST',
  path: '/agent/getCronList',
  access: 'public',
  input: Type.Object({ serverId: Id }),
  output: listOf(AgentCron),
})

/** A run, from an agent. */
export const AgentCronReport = endpoint({
  method: 'POST',
  path: '/agent/cronReport',
  access: 'public',
  input: Type.Object({
    serverId: Id,
    cronId: Id,
    execCode: Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647, default: 0 }),
    message: Type.String({ minLength: 1 }),
    /** `YYYY-MM-DD HH:mm:ss` of the agent's clock. */
    reportTime: Type.String({ minLength: 1, maxLength: 40 }),
    /** The same in Unix seconds, and then what counts; agents that keep reports while the console is away say it. */
    time: Type.Optional(Type.Integer({ minimum: 1, maximum: 4_294_967_295 })),
    /** Milliseconds the run took; older agents do not say. */
    duration: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  }),
})

/** The runs of a task, for the agent's own page. */
export const AgentCronLogs = endpoint({
  method: 'POST',
  path: '/agent/getCronLogs',
  access: 'public',
  input: Type.Object({ serverId: Id, cronId: Id, ...PageInput }),
  output: listOf(CronLog),
})
