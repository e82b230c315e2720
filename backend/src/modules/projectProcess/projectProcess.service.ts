import { PROCESS_COMMANDS, PROCESS_MS, type ProcessCommand } from '@windlass/shared-kit/contract/projectProcess'
import type { Caller } from '../../platform/caller.ts'
import { denied, failed } from '../../platform/errors.ts'
import { createLiveOutput } from '../../platform/liveOutput.ts'
import { maskText } from '../../platform/masker.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { projectVariables, secretsOf } from '../deploy/variables.ts'
import type { ProjectInPlain, ProjectService } from '../project/project.service.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { addressSecrets } from '../repository/repositoryAddress.ts'
import type { ServerService } from '../server/server.service.ts'
import { processCommand } from './processLine.ts'
import { createProjectProcessStore, type ProcessFields, type ProcessRecord } from './projectProcess.store.ts'

/** What came of a command on a server. */
export interface ProcessOutcome {
  execRes: boolean
  exitCode: number
  stdout: string
  stderr: string
  startTime: string
  endTime: string
  isCut: boolean
  isLeftOpen: boolean
}

/** What is to be run where. */
export interface ProcessWish {
  serverId: number
  projectProcessId: number
  command: string
  runId?: string | undefined
}

/** Commands that look after what a project runs on its servers. */
export interface ProjectProcessService {
  list(caller: Caller, projectId: number, page: { page: number; rows: number }): Promise<ProcessRecord[]>
  add(caller: Caller, projectId: number, fields: ProcessFields): Promise<number>
  edit(caller: Caller, id: number, fields: ProcessFields): Promise<void>
  remove(caller: Caller, id: number): Promise<void>
  /** Runs a line on one server of the project; only a failure to run it rejects. */
  run(caller: Caller, wish: ProcessWish): Promise<ProcessOutcome>
}

const UNKNOWN = 'this process does not exist any more; load the list again'
const KEPT_BYTES = 1024 * 1024
/** How long the output of what a command leaves behind is listened to. */
const PIPE_MS = 1000

interface Services {
  projects: ProjectService
  repositories: RepositoryService
  servers: ServerService
}

const isCommand = (word: string): word is ProcessCommand => PROCESS_COMMANDS.some((command) => command === word)

function lineOf(process: ProcessRecord, word: string): string {
  if (!isCommand(word)) throw failed('Command error')
  const line = process[word].trim()
  if (line === '') throw failed('Command empty')
  return line
}

/** What names the server in a line; the way in stays the console's own. */
const placeVariables = (target: SshTarget) => ({
  SERVER_ID: String(target.serverId),
  SERVER_NAME: target.name,
  SERVER_IP: target.host,
  SERVER_PORT: String(target.port),
  SERVER_OWNER: target.user,
})

/** Two people who restart the same thing at once would stop each other's start. */
function createTurns() {
  const running = new Map<string, { by: string; command: string }>()
  return async <T>(key: string, turn: { by: string; command: string }, work: () => Promise<T>): Promise<T> => {
    if (turn.command === 'status') return work()
    const other = running.get(key)
    if (other) throw failed(`${other.by} is running "${other.command}" on this server now; wait until it has ended`)
    running.set(key, turn)
    try {
      return await work()
    } finally {
      running.delete(key)
    }
  }
}

function createRun(
  { ssh, hub, log }: Platform,
  { projects, repositories, servers }: Services,
  find: (caller: Caller, id: number) => Promise<{ process: ProcessRecord; project: ProjectInPlain }>,
): ProjectProcessService['run'] {
  const inTurn = createTurns()

  return async (caller, { serverId, projectProcessId, command, runId }) => {
    const { process, project } = await find(caller, projectProcessId)
    const bound = await projects.servers(project.id)
    if (!bound.some(({ id }) => id === serverId))
      throw denied('no permission: this server does not belong to the project')
    const line = lineOf(process, command)
    const target = await servers.target(project.namespaceId, serverId)
    const known = projectVariables(project, project.lastPublishToken, repositories.folder(project.id))
    const secrets = [...secretsOf([target]), ...addressSecrets(project.repoType, project.url)]
    const onError = (error: unknown) => log.warn({ err: error }, 'cannot show the output of a process')
    const live = runId === undefined ? undefined : createLiveOutput(hub, caller, { runId, secrets, onError })

    return inTurn(`${process.id} ${serverId}`, { by: caller.name, command }, async () => {
      const startTime = formatTimestamp(Date.now())
      try {
        const result = await ssh.exec(target, processCommand(line, { ...known, ...placeVariables(target) }), {
          timeoutMs: PROCESS_MS,
          pipeMs: PIPE_MS,
          keepBytes: KEPT_BYTES,
          ...(live && { onOutput: live.take }),
        })
        return {
          execRes: result.code === 0,
          exitCode: result.code,
          stdout: maskText(result.stdout, secrets),
          stderr: maskText(result.stderr, secrets),
          startTime,
          endTime: formatTimestamp(Date.now()),
          isCut: result.isCut,
          isLeftOpen: result.isLeftOpen,
        }
      } finally {
        live?.end()
      }
    })
  }
}

/** Creates the rules about processes. */
export function createProjectProcessService(platform: Platform, services: Services): ProjectProcessService {
  const { db } = platform
  const { projects } = services
  const store = createProjectProcessStore(db)
  const find = async (caller: Caller, id: number) => {
    const process = await store.find(caller.namespaceId, id)
    if (!process) throw failed(UNKNOWN)
    return { process, project: await projects.requireAnywhere(caller, process.projectId) }
  }
  const checked = (fields: ProcessFields): ProcessFields => {
    const lines = Object.fromEntries(PROCESS_COMMANDS.map((command) => [command, fields[command].trim()]))
    const name = fields.name.trim()
    if (name === '') throw failed('name is a required field')
    return { ...fields, ...lines, name }
  }
  projects.onRemove((id) => store.removeAll(id))

  return {
    run: createRun(platform, services, find),
    list: async (caller, projectId, page) => {
      await projects.requireAnywhere(caller, projectId)
      return store.list(projectId, page)
    },
    add: async (caller, projectId, fields) => {
      await projects.requireAnywhere(caller, projectId)
      return store.add(projectId, checked(fields))
    },
    edit: async (caller, id, fields) => {
      await find(caller, id)
      await store.edit(id, checked(fields))
    },
    remove: async (caller, id) => {
      await find(caller, id)
      await store.remove(id)
    },
  }
}
