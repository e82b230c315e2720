import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { State } from './enums.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf, Timestamp } from './shapes.ts'

/** Longest a lock may be set for; one without end is forgotten. */
const LOCK_HOURS = 30 * 24

/** A project that somebody keeps others, webhooks and schedules from deploying. */
export const DeployLock = Type.Object({
  ownerId: Type.Integer(),
  ownerName: Type.String(),
  reason: Type.String(),
  insertTime: Timestamp,
  /** When it ends by itself; "" when it does not. */
  endTime: Timestamp,
})
export type DeployLock = Static<typeof DeployLock>

/** A freeze that holds for a project now. */
export const ActiveFreeze = Type.Object({ name: Type.String(), reason: Type.String(), endTime: Timestamp })
export type ActiveFreeze = Static<typeof ActiveFreeze>

/** `HH:MM` of a day of 24 hours. */
const ClockTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' })

const FreezeFields = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** Said to whoever is refused. */
  reason: Type.String({ maxLength: 255 }),
  /** One of `Environment`; 0 means every environment. */
  environment: Type.Integer({ minimum: 0, maximum: 4 }),
  kind: Type.Enum(['once', 'weekly']),
  /** Once: `YYYY-MM-DD HH:MM:SS` in `zone`. Weekly: "". */
  startTime: Type.String({ maxLength: 19 }),
  endTime: Type.String({ maxLength: 19 }),
  /** Weekly: 0 is Sunday; the days on which it begins. */
  days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 }),
  /** Weekly: when it begins, and how long it lasts, in minutes: up to a week less a minute. */
  startClock: Type.Union([ClockTime, Type.Literal('')]),
  minutes: Type.Integer({ minimum: 0, maximum: 7 * 24 * 60 - 1 }),
  /** IANA name of the zone in which the times are meant. */
  zone: Type.String({ minLength: 1, maxLength: 64 }),
  state: Type.Enum(State),
}

/** A time in which nothing is deployed to an environment but by those who may override it. */
export const FreezeWindow = Type.Object({
  id: Type.Integer(),
  ...FreezeFields,
  /** It holds now. */
  isActive: Type.Boolean(),
  /** When it begins next, or began if it holds now, in the time of the server; "" when it never will again. */
  nextStart: Timestamp,
  editor: Type.String(),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type FreezeWindow = Static<typeof FreezeWindow>

/** Locks a project; whoever holds a lock may replace his own. */
export const DeployLockAdd = endpoint({
  method: 'POST',
  path: '/deploy/lock',
  access: [Permission.LockDeploy],
  input: Type.Object({
    projectId: Id,
    reason: Type.String({ minLength: 1, maxLength: 255 }),
    /** Absent or 0 means until it is unlocked. */
    hours: Type.Optional(Type.Integer({ minimum: 0, maximum: LOCK_HOURS })),
  }),
  logged: true,
})

/** Unlocks a project, also one that somebody else has locked. */
export const DeployLockRemove = endpoint({
  method: 'DELETE',
  path: '/deploy/unlock',
  access: [Permission.LockDeploy],
  input: Type.Object({ projectId: Id }),
  logged: true,
})

/** The freeze windows of the namespace, those that hold now first. */
export const FreezeWindowList = endpoint({
  method: 'GET',
  path: '/freeze/getList',
  access: [Permission.ManageFreezeWindow, Permission.ShowDeployPage],
  output: listOf(FreezeWindow),
})

export const FreezeWindowAdd = endpoint({
  method: 'POST',
  path: '/freeze/add',
  access: [Permission.ManageFreezeWindow],
  input: Type.Object(FreezeFields),
  output: Created,
  logged: true,
})

export const FreezeWindowEdit = endpoint({
  method: 'PUT',
  path: '/freeze/edit',
  access: [Permission.ManageFreezeWindow],
  input: Type.Object({ id: Id, ...FreezeFields }),
  logged: true,
})

export const FreezeWindowRemove = endpoint({
  method: 'DELETE',
  path: '/freeze/remove',
  access: [Permission.ManageFreezeWindow],
  input: ById,
  logged: true,
})
