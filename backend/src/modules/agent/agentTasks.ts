import type { AgentAction, AgentService, AgentStep, AgentStepName } from '@windlass/shared-kit/contract/agent'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AgentKeyring } from '../metrics/agentKeyring.ts'
import type { MetricsService } from '../metrics/metrics.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { type AgentStore, createAgentStore } from './agent.store.ts'
import type { AgentSettings } from './agentInput.ts'
import { AGENT_VERSION } from './agentProgram.ts'
import { type DoStep, installOn, removeFrom, type WorkPlace } from './agentWork.ts'

const QUEUE = 'agent'
const AT_ONCE = 10
const LONGEST_MS = 120_000

const INSTALL_STEPS: readonly AgentStepName[] = ['connect', 'tools', 'copy', 'reach', 'start', 'report']
const STEPS: Readonly<Record<AgentAction, readonly AgentStepName[]>> = {
  install: INSTALL_STEPS,
  upgrade: INSTALL_STEPS,
  rotate: INSTALL_STEPS,
  remove: ['connect', 'remove'],
}

/** What is to be done on one server. */
export interface AgentTask {
  serverId: number
  namespaceId: number
  action: AgentAction
  settings: AgentSettings
  userName: string
}

interface Parts {
  store: AgentStore
  servers: ServerService
  metrics: MetricsService
  keyring: AgentKeyring
}

const blankSteps = (action: AgentAction): AgentStep[] =>
  STEPS[action].map((name) => ({ name, state: 'waiting', detail: '' }))

/** Writes down each step as it goes. */
function stepsOf(store: AgentStore, serverId: number, action: AgentAction): DoStep {
  const steps = blankSteps(action)
  const tell = async (step: AgentStep | undefined, change: Partial<AgentStep>) => {
    if (step) Object.assign(step, change)
    await store.update(serverId, { steps: JSON.stringify(steps) })
  }
  return async (name, run) => {
    const step = steps.find((each) => each.name === name)
    await tell(step, { state: 'running' })
    try {
      await tell(step, { state: 'success', detail: await run() })
    } catch (error) {
      await tell(step, { state: 'failed' })
      throw error
    }
  }
}

/** The two things that are done on a server. */
function agentActions({ store, metrics, keyring }: Parts) {
  return {
    install: async (place: WorkPlace, { serverId, action, settings }: AgentTask): Promise<void> => {
      const isRotation = action === 'rotate'
      const key = isRotation ? await keyring.renew(serverId) : await keyring.current(serverId)
      let isThere = false
      const onStarted = async (service: AgentService) => {
        isThere = true
        await store.update(serverId, { ...settings, service, version: AGENT_VERSION, installTime: Date.now() })
      }
      try {
        await installOn(place, { ...settings, serverId, key, onStarted }, metrics)
      } finally {
        // Also after an interrupted rotation: whichever key the server had, it has this one now.
        if (isRotation || isThere) await keyring.settle(serverId, isRotation && isThere ? 'new' : 'old')
      }
    },

    remove: async (place: WorkPlace, { serverId, settings }: AgentTask): Promise<void> => {
      // First, so that nothing it sends is taken even when the server is not reached.
      await keyring.withdraw(serverId)
      await removeFrom(place, settings.installPath)
      await store.update(serverId, { installPath: '', service: '', version: '', installTime: 0 })
    },
  }
}

function reasonOf(error: unknown, { action }: AgentTask, limit: AbortSignal): string {
  if (limit.aborted) return `it took longer than ${LONGEST_MS / 1000} s and was given up; try again`
  const said =
    error instanceof AppError ? error.message : 'something unexpected happened; the log of the console has it'
  return action === 'remove' ? `${said}; its key is withdrawn, so nothing it sends is taken` : said
}

/** What is done about agents, a few servers at a time; it goes on without whoever asked for it. */
export function createAgentTasks(platform: Platform, parts: Parts) {
  const { db, jobs, ssh, log, onStop } = platform
  const { store, servers } = parts
  const actions = agentActions(parts)
  const stopping = new AbortController()

  const interrupt = (serverId: number): Promise<void> => {
    const reason = 'the console was stopped while this went on; do it again'
    return store.update(serverId, { state: 'interrupted', reason, endTime: Date.now() })
  }

  const perform = async (task: AgentTask): Promise<void> => {
    const { serverId, namespaceId, action } = task
    const limit = AbortSignal.timeout(LONGEST_MS)
    const signal = AbortSignal.any([limit, stopping.signal])
    const step = stepsOf(store, serverId, action)
    await store.update(serverId, { state: 'running' })
    try {
      const target = await servers.target(namespaceId, serverId)
      const place = { ssh, target, signal, step }
      await (action === 'remove' ? actions.remove(place, task) : actions.install(place, task))
      await store.update(serverId, { state: 'success', reason: '', endTime: Date.now() })
    } catch (error) {
      if (stopping.signal.aborted) return interrupt(serverId)
      if (!(error instanceof AppError)) log.error({ err: error, serverId, action }, 'work on an agent failed')
      await store.update(serverId, { state: 'failed', reason: reasonOf(error, task, limit), endTime: Date.now() })
    }
  }

  // Delivered again, its node died over it, and how far it had come is not known: both keys of a rotation stay in force.
  jobs.work<AgentTask>(QUEUE, { concurrency: AT_ONCE }, ({ data, attempt }) =>
    attempt === 1 ? perform(data) : interrupt(data.serverId),
  )
  onStop(async () => stopping.abort(new Error('the console stops')))

  return {
    /** Answers false when something is being done about this agent already. */
    start: async (task: AgentTask): Promise<boolean> => {
      const { serverId, action, userName } = task
      return db.transaction().execute(async (trx) => {
        const isBegun = await createAgentStore(trx).begin(serverId, {
          ...{ action, userName, state: 'waiting', reason: '', startTime: Date.now(), endTime: 0 },
          steps: JSON.stringify(blankSteps(action)),
        })
        if (isBegun) await jobs.send(QUEUE, `server:${serverId}`, task, trx)
        return isBegun
      })
    },
  }
}
