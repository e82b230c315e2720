import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ExecResult, RunLimits, SCRIPT_SERVERS } from './serverScript.ts'
import { ById, Created, Id, listOf, Timestamp } from './shapes.ts'

export const COMMAND_LIMIT = 50

/** A line for the shell of a server, with the name people know it by. */
export const CommandItem = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 50 }),
  command: Type.String({ minLength: 1, maxLength: 4096 }),
})
export type CommandItem = Static<typeof CommandItem>
export const CommandItems = Type.Array(CommandItem, { maxItems: COMMAND_LIMIT })

/** Named commands that belong together. */
export const CommandSet = Type.Object({
  id: Type.Integer(),
  namespaceId: Type.Integer(),
  name: Type.String(),
  /** JSON of `CommandItems`. */
  items: Type.String(),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type CommandSet = Static<typeof CommandSet>

const Fields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  items: Type.Optional(Type.String({ maxLength: 512 * 1024, default: '[]' })),
}

export const CommandSetList = endpoint({
  method: 'GET',
  path: '/server/getProcessList',
  access: [Permission.ShowServerProcessPage],
  output: listOf(CommandSet),
})

export const CommandSetAdd = endpoint({
  method: 'POST',
  path: '/server/addProcess',
  access: [Permission.AddServerProcess],
  input: Type.Object(Fields),
  output: Created,
  logged: true,
})

export const CommandSetEdit = endpoint({
  method: 'PUT',
  path: '/server/editProcess',
  access: [Permission.EditServerProcess],
  input: Type.Object({ id: Id, ...Fields }),
  logged: true,
})

export const CommandSetRemove = endpoint({
  method: 'DELETE',
  path: '/server/deleteProcess',
  access: [Permission.DeleteServerProcess],
  input: ById,
  logged: true,
})

const ItemName = Type.String({ minLength: 1, maxLength: 255 })

/** Runs one command of a set on one server and answers when it has ended. */
export const CommandExec = endpoint({
  method: 'POST',
  path: '/server/execProcess',
  access: [Permission.ShowServerProcessPage],
  input: Type.Object({ id: Id, serverId: Id, name: ItemName }),
  output: ExecResult,
  logged: true,
  timeoutMs: 0,
})

/** Starts one command of a set on servers and answers the run at once. */
export const CommandStart = endpoint({
  method: 'POST',
  path: '/server/startProcess',
  access: [Permission.ShowServerProcessPage],
  input: Type.Object({
    id: Id,
    serverIds: Type.Array(Id, { minItems: 1, maxItems: SCRIPT_SERVERS }),
    name: ItemName,
    ...RunLimits,
  }),
  output: ById,
  logged: true,
})

/** What looks after the services of a server. */
export const SERVICE_KEEPERS = ['systemd', 'supervisor'] as const
export type ServiceKeeper = (typeof SERVICE_KEEPERS)[number]

export const SERVICE_STATES = ['running', 'stopped', 'failed', 'changing', 'unknown'] as const
export type ServiceState = (typeof SERVICE_STATES)[number]

export const Service = Type.Object({
  keeper: Type.Enum(SERVICE_KEEPERS),
  /** As its keeper knows it. */
  name: Type.String(),
  state: Type.Enum(SERVICE_STATES),
  /** The keeper's own word for the state, and what it adds. */
  detail: Type.String(),
  description: Type.String(),
})
export type Service = Static<typeof Service>

/** What runs on a server, as far as a keeper is there; `problem` of a keeper that is there and does not answer. */
export const ServiceList = endpoint({
  method: 'GET',
  path: '/server/getServiceList',
  access: [Permission.ShowServerProcessPage],
  input: Type.Object({ serverId: Id }),
  output: Type.Object({
    keepers: Type.Array(
      Type.Object({ keeper: Type.Enum(SERVICE_KEEPERS), isHere: Type.Boolean(), problem: Type.String() }),
    ),
    list: Type.Array(Service),
  }),
  timeoutMs: 60_000,
})

export const SERVICE_ACTIONS = ['start', 'stop', 'restart'] as const
export type ServiceAction = (typeof SERVICE_ACTIONS)[number]

const OneService = {
  serverId: Id,
  keeper: Type.Enum(SERVICE_KEEPERS),
  // A leading dash would be an option.
  name: Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^-\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
  }),
}

/** Refused with what the keeper said when it did not do it. */
export const ServiceManage = endpoint({
  method: 'POST',
  path: '/server/manageService',
  access: [Permission.ShowServerProcessPage],
  input: Type.Object({ ...OneService, action: Type.Enum(SERVICE_ACTIONS) }),
  logged: true,
  timeoutMs: 120_000,
})

/** The end of a service's log, and with `isFollowed` what comes after, as lines of JSON until the request is left. */
export const ServiceLog = endpoint({
  method: 'POST',
  path: '/server/followService',
  access: [Permission.ShowServerProcessPage],
  input: Type.Object({ ...OneService, lines: Type.Integer({ minimum: 1, maximum: 5000 }) }),
  timeoutMs: 0,
})

/** One line of `ServiceLog`. */
export interface ServiceLogLine {
  type: 'text'
  text: string
}
