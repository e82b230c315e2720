import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { State } from './enums.ts'
import { Permission } from './permission.ts'
import { CustomVariable } from './project.ts'
import { ById, Created, Id, PageInput, pageOf, Timestamp } from './shapes.ts'

/** Where a scheduled deploy stands; for one that repeats, how its latest run went. */
export const TASK_STATUS = [
  'waiting',
  'running',
  'success',
  'failed',
  'cancelled',
  'interrupted',
  'refused',
  'missed',
  'disabled',
] as const
export type TaskStatus = (typeof TASK_STATUS)[number]

/** A deploy for a stated time. */
export const ProjectTask = Type.Object({
  id: Type.Integer(),
  projectId: Type.Integer(),
  branch: Type.String(),
  commit: Type.String(),
  /** When it runs, or ran; of one that repeats, when it runs next. */
  date: Timestamp,
  /** 0 once it was disabled. */
  state: Type.Enum(State),
  /** 1 once it has run for the last time. */
  isRun: Type.Enum(State),
  creator: Type.String(),
  creatorId: Type.Integer(),
  editor: Type.String(),
  editorId: Type.Integer(),
  insertTime: Timestamp,
  updateTime: Timestamp,
  /** The zone its time was stated in, as an IANA name. */
  zone: Type.String(),
  /** `date` as the clocks of that zone show it, with the difference from UTC. */
  zonedDate: Type.String(),
  /** Milliseconds since 1970, because `date` says nothing about its zone. */
  dueTime: Type.Integer(),
  /** Five fields; "" runs once. */
  cron: Type.String(),
  /** `commit` was the newest when this was written; what is the newest then is deployed. */
  isNewest: Type.Boolean(),
  /** Empty means all servers of the project. */
  serverIds: Type.Array(Type.Integer()),
  customVariables: Type.Array(CustomVariable),
  status: Type.Enum(TASK_STATUS),
  /** Why the latest run is not what was wanted; "" otherwise. */
  reason: Type.String(),
  /** The latest deploy; "" before the first. */
  token: Type.String(),
  runTime: Timestamp,
})
export type ProjectTask = Static<typeof ProjectTask>

const When = {
  /** `YYYY-MM-DD HH:mm:ss` as the clocks of the zone show it; of the first run when it repeats. */
  date: Type.String({ minLength: 1, maxLength: 32 }),
  /** IANA name such as `Europe/Berlin`; absent means the server's own zone. */
  zone: Type.Optional(Type.String({ maxLength: 64 })),
  /** Five fields: minute, hour, day of month, month, day of week. No run lies before `date`. */
  cron: Type.Optional(Type.String({ maxLength: 100 })),
}

export const ProjectTaskAdd = endpoint({
  method: 'POST',
  path: '/project/addTask',
  access: [Permission.DeployTask],
  input: Type.Object({
    projectId: Id,
    branch: Type.String({ minLength: 1, maxLength: 255, pattern: '^(?!-)' }),
    commit: Type.String({ minLength: 1, maxLength: 40, pattern: '^(?!-)' }),
    ...When,
    /** Takes the newest commit of the branch there is at that time, in place of `commit`. */
    isNewest: Type.Optional(Type.Boolean()),
    serverIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    customVariables: Type.Optional(Type.Array(CustomVariable, { maxItems: 100 })),
  }),
  output: Created,
  logged: true,
})

/** One run as it is foretold. */
export const TaskRun = Type.Object({
  dueTime: Type.Integer(),
  date: Timestamp,
  zonedDate: Type.String(),
})
export type TaskRun = Static<typeof TaskRun>

/** The next runs of what a form holds, with what is special about them; refused like the form itself would be. */
export const ProjectTaskPreview = endpoint({
  method: 'GET',
  path: '/project/previewTask',
  access: [Permission.DeployTask],
  input: Type.Object(When),
  output: Type.Object({
    runs: Type.Array(TaskRun),
    /** Clocks are changed around it, so that the time means something else than it seems to; "" otherwise. */
    remark: Type.String(),
    /** The server's own zone, and its present time there. */
    serverZone: Type.String(),
    serverTime: Timestamp,
  }),
})

/** Disables a deploy that has not run yet, and every further run of one that repeats. */
export const ProjectTaskRemove = endpoint({
  method: 'DELETE',
  path: '/project/removeTask',
  access: [Permission.DeployTask],
  input: ById,
  logged: true,
})

/** The latest first. `id` is the project. */
export const ProjectTaskList = endpoint({
  method: 'GET',
  path: '/project/getTaskList',
  access: [Permission.DeployTask],
  input: Type.Object({ id: Id, ...PageInput }),
  output: pageOf(ProjectTask),
})
