import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf, Timestamp } from './shapes.ts'

/** What can be done with a process; each is a line for the shell of the server. */
export const PROCESS_COMMANDS = ['status', 'start', 'stop', 'restart'] as const
export type ProcessCommand = (typeof PROCESS_COMMANDS)[number]

/** A command that takes longer is ended. */
export const PROCESS_MS = 300_000

/** How one thing that a project runs is looked after on its servers. */
export const ProjectProcess = Type.Object({
  id: Type.Integer(),
  projectId: Type.Integer(),
  name: Type.String(),
  start: Type.String(),
  stop: Type.String(),
  status: Type.String(),
  restart: Type.String(),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type ProjectProcess = Static<typeof ProjectProcess>

const Line = Type.Optional(Type.String({ maxLength: 255, default: '' }))
const ProcessFields = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  status: Line,
  start: Line,
  stop: Line,
  restart: Line,
}

export const ProjectProcessList = endpoint({
  method: 'GET',
  path: '/project/getProcessList',
  access: [Permission.ProcessManager],
  input: Type.Object({
    projectId: Id,
    page: Type.Integer({ minimum: 1 }),
    rows: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  output: listOf(ProjectProcess),
})

export const ProjectProcessAdd = endpoint({
  method: 'POST',
  path: '/project/addProcess',
  access: [Permission.ProcessManager],
  input: Type.Object({ projectId: Id, ...ProcessFields }),
  output: Created,
  logged: true,
})

export const ProjectProcessEdit = endpoint({
  method: 'PUT',
  path: '/project/editProcess',
  access: [Permission.ProcessManager],
  input: Type.Object({ id: Id, ...ProcessFields }),
  logged: true,
})

export const ProjectProcessRemove = endpoint({
  method: 'DELETE',
  path: '/project/deleteProcess',
  access: [Permission.ProcessManager],
  input: ById,
  logged: true,
})

/** Runs one of the lines on one server of the project; a command that fails is a success that says so. */
export const ProcessRun = endpoint({
  method: 'POST',
  path: '/deploy/manageProcess',
  access: [Permission.ProcessManager],
  input: Type.Object({
    serverId: Id,
    projectProcessId: Id,
    /** One of `PROCESS_COMMANDS`. */
    command: Type.String({ maxLength: 20 }),
    /** Frames of the websocket with this name bring the output while it runs. */
    runId: Type.Optional(Type.String({ minLength: 1, maxLength: 36 })),
  }),
  output: Type.Object({
    /** It ended by itself with exit status 0. */
    execRes: Type.Boolean(),
    stdout: Type.String(),
    stderr: Type.String(),
    startTime: Timestamp,
    endTime: Timestamp,
    /** -1 when a signal ended it. */
    exitCode: Type.Integer(),
    /** More came than is answered. */
    isCut: Type.Boolean(),
    /** Something that it started still holds its output; that should go to a file. */
    isLeftOpen: Type.Boolean(),
  }),
  logged: true,
  timeoutMs: PROCESS_MS + 30_000,
})
