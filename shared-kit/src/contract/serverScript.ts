import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Id, PageInput, pageOf, Timestamp } from './shapes.ts'
import { SCRIPT_LENGTH, VALUE_LENGTH } from './template.ts'

/** How many servers run a script at the same time unless somebody chooses otherwise. */
export const SCRIPT_CONCURRENCY = 20
export const SCRIPT_SERVERS = 1000
/** Longest a script may be allowed to run. */
export const SCRIPT_SECONDS = 24 * 3600
/** How much of each stream of each server is kept: its beginning and its end. */
export const SCRIPT_OUTPUT_LENGTH = 1024 * 1024

/** How a run stands on one server. `interrupted` is one whose end nobody has seen. */
export const RUN_STATES = [
  'waiting',
  'running',
  'success',
  'failed',
  'timeout',
  'killed',
  'unreachable',
  'interrupted',
] as const
export type RunState = (typeof RUN_STATES)[number]

/** Whether nothing more will come from there. */
export const hasEnded = (state: RunState): boolean => state !== 'waiting' && state !== 'running'

/** What one server answered, in the words of every client. */
export const ExecResult = Type.Object({
  serverId: Type.Integer(),
  /** It ended by itself with exit status 0. */
  execRes: Type.Boolean(),
  stdout: Type.String(),
  /** Also why it could not be run. */
  stderr: Type.String(),
})
export type ExecResult = Static<typeof ExecResult>

const Ids = Type.Array(Id, { minItems: 1, maxItems: SCRIPT_SERVERS })
const Script = Type.String({ minLength: 1, maxLength: SCRIPT_LENGTH })

/** How a run goes over its servers. */
export const RunLimits = {
  concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  /** Seconds each server has; the setting of the console when absent. */
  seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: SCRIPT_SECONDS })),
}

/** Runs a script on servers and answers when it has ended on all of them, in the order in which it did. */
export const ScriptExec = endpoint({
  method: 'POST',
  path: '/server/execScript',
  access: [Permission.ShowServerScriptPage],
  input: Type.Object({ serverIds: Ids, script: Script }),
  output: Type.Array(ExecResult),
  logged: true,
  timeoutMs: 0,
})

/** Starts a script on servers and answers at once; frames named `runFrame` bring what it says to whoever started it. */
export const ScriptStart = endpoint({
  method: 'POST',
  path: '/server/startScript',
  access: [Permission.ShowServerScriptPage],
  input: Type.Object({
    serverIds: Ids,
    script: Script,
    ...RunLimits,
    /** The template it was made from, which says what its values are. */
    templateId: Type.Optional(Id),
    /** By the names of the template's parameters. */
    values: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: VALUE_LENGTH }))),
  }),
  output: ById,
  logged: true,
  hidden: ['values'],
})

export const RUN_KINDS = ['script', 'process', 'crontab'] as const
export type RunKind = (typeof RUN_KINDS)[number]

const RunRow = {
  id: Type.Integer(),
  kind: Type.Enum(RUN_KINDS),
  /** Name of the template, or of the command set and its command; "" for a script of its own. */
  title: Type.String(),
  /** Its beginning. */
  firstLine: Type.String(),
  userId: Type.Integer(),
  userName: Type.String(),
  startTime: Timestamp,
  /** "" while it runs. */
  endTime: Timestamp,
  /** How many servers stand how; states nobody is in are left out. */
  states: Type.Partial(Type.Record(Type.Enum(RUN_STATES), Type.Integer())),
}
export const ScriptRunRow = Type.Object(RunRow)
export type ScriptRunRow = Static<typeof ScriptRunRow>

export const RunServer = Type.Object({
  serverId: Type.Integer(),
  serverName: Type.String(),
  state: Type.Enum(RUN_STATES),
  /** -1 while there is none, and when a signal ended it. */
  exitCode: Type.Integer(),
  /** As SIGKILL; "" when it ended by itself. */
  signal: Type.String(),
  /** Why it could not be run or what is to be known about its end. */
  reason: Type.String(),
  startTime: Timestamp,
  endTime: Timestamp,
})
export type RunServer = Static<typeof RunServer>

export const ScriptRun = Type.Object({
  ...RunRow,
  /** Secrets in addresses masked, unless it is the reader's own. */
  script: Type.String(),
  templateId: Type.Integer(),
  /** What was filled in; secrets masked. */
  values: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  concurrency: Type.Integer(),
  seconds: Type.Integer(),
  servers: Type.Array(RunServer),
})
export type ScriptRun = Static<typeof ScriptRun>

/** A stream of which the middle may be missing. */
export const KeptOutput = Type.Object({
  head: Type.String(),
  /** Characters left out between the two. */
  cut: Type.Integer(),
  tail: Type.String(),
})
export type KeptOutput = Static<typeof KeptOutput>

const READERS = [Permission.ShowServerScriptPage, Permission.ShowServerProcessPage, Permission.EditCron] as const

/** What was run, newest first; of commands and scripts those the reader may run himself. */
export const ScriptRunList = endpoint({
  method: 'GET',
  path: '/server/getScriptRunList',
  access: READERS,
  input: Type.Object({
    ...PageInput,
    kind: Type.Enum(RUN_KINDS),
    /** Only those of the reader. */
    isOwn: Type.Optional(Type.Boolean()),
  }),
  output: pageOf(ScriptRunRow),
})

export const ScriptRunGet = endpoint({
  method: 'GET',
  path: '/server/getScriptRun',
  access: READERS,
  input: ById,
  output: ScriptRun,
})

/** What a run has said on a server so far. */
export const ScriptRunOutput = endpoint({
  method: 'GET',
  path: '/server/getScriptRunOutput',
  access: READERS,
  input: Type.Object({ id: Id, serverId: Id }),
  output: Type.Object({ stdout: KeptOutput, stderr: KeptOutput }),
  timeoutMs: 30_000,
})

/** Ends a run on one server or on all of them, with every process it has started there. */
export const ScriptRunKill = endpoint({
  method: 'POST',
  path: '/server/killScriptRun',
  access: READERS,
  input: Type.Object({ id: Id, serverId: Type.Optional(Id) }),
  logged: true,
})

/** The name that frames of type `Process` have for what a run says on a server. */
export const runFrame = (runId: number, serverId: number): string => `run ${runId} ${serverId}`
