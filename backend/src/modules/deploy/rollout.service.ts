import { type InputOf, Permission } from '@windlass/shared-kit/contract'
import type { DeployTestProbe, Rollout, RolloutServer } from '@windlass/shared-kit/contract/rollout'
import { type Caller, holds } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import { lacking } from '../../platform/permissionError.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DeployService } from './deploy.service.ts'
import type { DeployParts } from './deployParts.ts'
import { type DeployProgress, readProgress } from './deployRun.ts'
import { askProbe } from './probe.ts'
import type { Promotions } from './promotion.ts'
import {
  createPublishStore,
  type DeployRequest,
  LIVE_STATES,
  type PublishRecord,
  readRequest,
} from './publish.store.ts'
import { serverVariables, substitute } from './variables.ts'

/** What people see of a rollout, and what they do to one that was halted. */
export interface RolloutService {
  look(caller: Caller, projectId: number, token: string): Promise<Rollout>
  /** Queues the way back of the servers that a deploy has reached; answers its token. */
  rollBackDone(caller: Caller, projectId: number, token: string): Promise<string>
  testProbe(caller: Caller, input: InputOf<typeof DeployTestProbe>): Promise<{ isHealthy: boolean; message: string }>
}

const NO_RECORD = 'No deploy record'

const serverRow = ({ servers }: DeployProgress, named: { serverId: number; serverName: string }): RolloutServer => ({
  ...named,
  phase: servers[named.serverId]?.phase ?? 'untouched',
  error: servers[named.serverId]?.error ?? '',
})

/** The servers that have the release of a deploy although it did not succeed, with what each had before. */
function goneAhead(row: PublishRecord): Record<string, string> {
  if (row.kind !== 'publish' || ['success', ...LIVE_STATES].includes(row.state)) return {}
  const { servers } = readProgress(row.progress)
  return Object.fromEntries(
    Object.entries(servers).flatMap(([id, { isLive, before = '' }]) => (isLive && before !== '' ? [[id, before]] : [])),
  )
}

/** Creates the rules about rollouts. */
export function createRolloutService(
  platform: Platform,
  parts: DeployParts,
  { deploys, promotions }: { deploys: DeployService; promotions: Promotions },
): RolloutService {
  const { projects, servers } = parts
  const store = createPublishStore(platform.db)

  const require = async (caller: Caller, projectId: number, token: string) => {
    const project = await projects.require(caller, projectId, Permission.GetAllDeployList)
    const row = await store.ofProject(projectId, token)
    if (!row) throw failed(NO_RECORD)
    return { project, row }
  }

  return {
    look: async (caller, projectId, token) => {
      const { project, row } = await require(caller, projectId, token)
      const progress = readProgress(row.progress)
      const { batches = [], pauseUntil = 0, haltReason = '' } = progress.rollout ?? {}
      const isLive = LIVE_STATES.includes(row.state)
      const isLatest = (await store.latest(projectId))?.token === token
      const { promoteToId, promoteToName } = await promotions.offer(project, row)
      return {
        batches: batches.map((batch) => batch.map((named) => serverRow(progress, named))),
        pauseMs: isLive && pauseUntil > 0 ? Math.max(0, pauseUntil - Date.now()) : 0,
        haltReason,
        reason: isLive ? '' : row.reason,
        canRollBack: isLatest ? Object.keys(goneAhead(row)).length : 0,
        promoteToId,
        promoteToName,
      }
    },

    rollBackDone: async (caller, projectId, token) => {
      const { project, row } = await require(caller, projectId, token)
      if (LIVE_STATES.includes(row.state)) throw failed('this deploy has not ended yet; cancel it first')
      if (row.state === 'success') throw failed('this deploy has succeeded; go back to an earlier release instead')
      if (project.symlinkPath === '') throw failed('this project keeps no releases, so there is nothing to go back to')
      if ((await store.latest(projectId))?.token !== token) {
        throw failed('a later deploy has run since; look at that one')
      }
      const before = goneAhead(row)
      const serverIds = Object.keys(before).map(Number)
      if (serverIds.length === 0) throw failed('no server has the release of this deploy and something to go back to')
      const request: DeployRequest = { ...readRequest(row), serverIds, undo: { token, before } }
      const commit = row.commitInfo === '' ? undefined : JSON.parse(row.commitInfo)
      const order = { kind: 'rollback', request, trigger: 'rollback', overrideReason: '', commit } as const
      return deploys.enqueue(caller, project, order)
    },

    testProbe: async (caller, { serverId, probe }) => {
      // A command on a server is what deploying means; who may only describe projects does not run any.
      if (probe.kind === 'command' && !holds(caller, Permission.DeployProject))
        throw lacking(caller, Permission.DeployProject)
      const target = await servers.target(caller.namespaceId, serverId)
      const ready = { ...probe, target: substitute(probe.target, serverVariables(target)) }
      return askProbe(ready, { ssh: platform.ssh, target, signal: new AbortController().signal })
    },
  }
}
