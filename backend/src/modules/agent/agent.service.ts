import type { InputOf, OutputOf } from '@windlass/shared-kit/contract'
import {
  AGENT_ACTIONS,
  AGENT_SERVICES,
  AGENT_TASK_STATES,
  AGENT_TOOLS,
  type AgentAction,
  type AgentState,
  type AgentStep,
  type InstallAgent,
  type InstallAgentStatus,
} from '@windlass/shared-kit/contract/agent'
import { State } from '@windlass/shared-kit/contract/enums'
import type { Caller } from '../../platform/caller.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AgentKeyring } from '../metrics/agentKeyring.ts'
import type { MetricsService } from '../metrics/metrics.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { type AgentRecord, createAgentStore } from './agent.store.ts'
import { type AgentSettings, readInstallInput } from './agentInput.ts'
import { AGENT_VERSION } from './agentProgram.ts'
import { createAgentTasks } from './agentTasks.ts'

/** The agent of the console on servers. Whatever is started answers at once. */
export interface AgentService {
  install(caller: Caller, input: InputOf<typeof InstallAgent>): Promise<void>
  /** Does something about agents that are installed, with the settings they have. */
  change(caller: Caller, ids: readonly number[], action: Exclude<AgentAction, 'install'>): Promise<void>
  status(caller: Caller, ids: string | undefined): Promise<OutputOf<typeof InstallAgentStatus>>
}

const one = <Known extends string>(all: readonly Known[], text: string): Known | undefined =>
  all.find((known) => known === text)

function taskOf(row: AgentRecord): AgentState['task'] {
  const action = one(AGENT_ACTIONS, row.action)
  const state = one(AGENT_TASK_STATES, row.state)
  if (!action || !state) return null
  const { reason, userName, startTime, endTime } = row
  // Written by `agentTasks.ts` only.
  const steps = JSON.parse(row.steps || '[]') as AgentStep[]
  return { action, state, steps, reason, userName, startTime, endTime }
}

const stateOf = (row: AgentRecord & { serverName: string }): AgentState => ({
  ...{ serverId: row.serverId, serverName: row.serverName, installPath: row.installPath },
  tool: one(AGENT_TOOLS, row.tool) ?? 'auto',
  reportURL: row.reportUrl,
  service: one(AGENT_SERVICES, row.service) ?? null,
  version: row.version,
  isOutdated: row.version !== '' && row.version !== AGENT_VERSION,
  installTime: row.installTime,
  task: taskOf(row),
})

/** Creates it. */
export function createAgentService(
  platform: Platform,
  parts: { servers: ServerService; metrics: MetricsService; keyring: AgentKeyring },
): AgentService {
  const store = createAgentStore(platform.db)
  const tasks = createAgentTasks(platform, { ...parts, store })

  /** The servers, when something may be done on all of them. @throws AppError that names the one which is in the way */
  const usable = async ({ namespaceId, isSuperManager }: Caller, ids: readonly number[], action: AgentAction) => {
    const wanted = [...new Set(ids)]
    const found = await store.servers(namespaceId, wanted)
    if (found.length < wanted.length) throw failed('a server does not exist, or belongs to another namespace')
    for (const { name, namespaceId: owner, os, state } of found) {
      if (owner === 0 && !isSuperManager) {
        throw denied(`${name} is shared by all namespaces; only a super manager may change what runs there`)
      }
      if (os === 'windows') throw failed(`${name} runs Windows; the agent needs Linux`)
      if (state !== State.Enabled) throw failed(`${name} is disabled; enable it first`)
    }
    const rows = new Map((await store.list(namespaceId, wanted)).map((row) => [row.serverId, row] as const))
    for (const { id, name } of found) {
      const row = rows.get(id)
      const isBusy = row?.state === 'waiting' || row?.state === 'running'
      if (isBusy) throw failed(`${name}: something is being done about its agent; wait until it is over`)
      if (action !== 'install' && !row?.installPath)
        throw failed(`${name} has no agent that this console has installed`)
    }
    return found.map(({ id, name }) => ({ id, name, row: rows.get(id) }))
  }

  const startAll = async (
    caller: Caller,
    ids: readonly number[],
    action: AgentAction,
    settingsOf: (row: AgentRecord | undefined) => AgentSettings,
  ) => {
    for (const { id, name, row } of await usable(caller, ids, action)) {
      const task = { serverId: id, namespaceId: caller.namespaceId, action, settings: settingsOf(row) }
      const isStarted = await tasks.start({ ...task, userName: caller.name })
      if (!isStarted) throw failed(`${name}: something is being done about its agent; wait until it is over`)
    }
  }

  return {
    install: async (caller, input) => {
      const settings = readInstallInput(input)
      await startAll(caller, input.ids, 'install', () => settings)
    },
    change: (caller, ids, action) =>
      startAll(caller, ids, action, (row) => ({
        installPath: row?.installPath ?? '',
        tool: one(AGENT_TOOLS, row?.tool ?? '') ?? 'auto',
        reportUrl: row?.reportUrl ?? '',
      })),
    status: async ({ namespaceId }, ids) => ({
      version: AGENT_VERSION,
      list: (await store.list(namespaceId, ids?.split(',').map(Number))).map(stateOf),
    }),
  }
}
