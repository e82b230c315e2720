import { Permission } from '@windlass/shared-kit/contract'
import {
  DeployCancel,
  DeployGreyPublish,
  DeployHistory,
  DeployList,
  DeployLog,
  DeployProgress,
  DeployPublish,
  DeployRebuild,
  DeployReleaseList,
  DeployResetState,
  type DeployRow,
  DeployTraceDetail,
  DeployTraceList,
} from '@windlass/shared-kit/contract/deploy'
import type { Caller } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { maskUrlCredentials } from '../../platform/redact.ts'
import type { GuardMarks, GuardService } from '../guard/guard.service.ts'
import type { ProjectService } from '../project/project.service.ts'
import { projectRow } from '../project/projectRow.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import type { ServerService } from '../server/server.service.ts'
import { createDeployService, type DeployService } from './deploy.service.ts'
import { createDeployFrames } from './deployFrames.ts'
import { createDeployHistory, historyRow, traceRow } from './deployHistory.ts'
import { createDeployHooks } from './deployHooks.ts'
import type { DeployParts } from './deployParts.ts'
import { progressOf } from './deployProgress.ts'
import { stageOf } from './deployStages.ts'
import { startDeployWorker } from './deployWorker.ts'
import { mountPending } from './pendingCommits.ts'
import { createPublishStore, LIVE_STATES } from './publish.store.ts'
import { createPublishLogStore } from './publishLog.store.ts'
import { createPublishTraceStore } from './publishTrace.store.ts'
import { createReleaseService, type ReleaseService } from './releases.service.ts'
import { mountRollouts } from './rollout.routes.ts'

const NO_RECORD = 'No deploy record'
const ALL = Permission.GetAllDeployList

interface Services {
  projects: ProjectService
  repositories: RepositoryService
  servers: ServerService
  guards: GuardService
  projectFiles: DeployParts['projectFiles']
}

const NO_MARKS: GuardMarks = { lock: null, freeze: null, waitingReviews: 0 }

/** The board: every project the caller may see, with what happens to it now. */
async function board(platform: Platform, { projects, guards }: Services, caller: Caller): Promise<DeployRow[]> {
  const store = createPublishStore(platform.db)
  const rows = await projects.board(caller)
  const ids = rows.map(({ id }) => id)
  const [queue, commits, counts, failures, marks] = await Promise.all([
    store.queue(),
    store.lastCommits(ids),
    projects.serverCounts(ids),
    store.failures(caller.namespaceId),
    guards.marks(caller.namespaceId, rows),
  ])
  const waiting = queue.filter(({ state }) => state === 'queued')
  return rows.map((row) => {
    const running = queue.find(({ projectId, state }) => projectId === row.id && state === 'running')
    return {
      ...projectRow(row, maskUrlCredentials(row.url)),
      publishExt: commits.get(row.id) ?? '{}',
      queuePosition: waiting.findIndex(({ projectId }) => projectId === row.id) + 1,
      stage: stageOf(running?.stage ?? ''),
      serverCount: counts.get(row.id) ?? 0,
      failure: failures.get(row.id) ?? '',
      ...(marks.get(row.id) ?? NO_MARKS),
    }
  })
}

function mountReading(platform: Platform, services: Services): void {
  const { projects } = services
  const { mount, db } = platform
  const store = createPublishStore(db)
  const traces = createPublishTraceStore(db)
  const logs = createPublishLogStore(db)
  const history = createDeployHistory(db)

  /** The deploy of a token when the caller may see its project; undefined for any other. */
  const visible = async (caller: Caller, token: string) => {
    const publish = await store.find(token)
    if (!publish || publish.namespaceId !== caller.namespaceId) return undefined
    await projects.require(caller, publish.projectId, ALL)
    return publish
  }

  mount(DeployList, async (_input, caller) => ({ list: await board(platform, services, caller) }))
  mount(DeployHistory, async (input, caller) => {
    await projects.require(caller, input.projectId, ALL)
    const { list, total } = await history.page(input)
    return { list: list.map(historyRow), pagination: { page: input.page, rows: input.rows, total } }
  })
  mount(DeployTraceList, async ({ lastPublishToken }, caller) => {
    const publish = await visible(caller, lastPublishToken)
    return { list: publish ? (await traces.list(publish.token)).map(traceRow) : [] }
  })
  mount(DeployTraceDetail, async ({ id }, caller) => {
    const trace = await traces.find(id)
    if (!trace || !(await visible(caller, trace.token))) throw failed(NO_RECORD)
    return { detail: trace.detail }
  })
  mount(DeployProgress, async ({ lastPublishToken }, caller) => {
    const publish = await visible(caller, lastPublishToken)
    return progressOf(publish, publish ? await traces.list(publish.token) : [])
  })
  mount(DeployLog, async ({ projectId, token, offset }, caller) => {
    await projects.require(caller, projectId, ALL)
    const publish = await store.ofProject(projectId, token)
    if (!publish) throw failed(NO_RECORD)
    const page = await logs.read(token, offset)
    // The state was read before the log: what is ended then has nothing after this page.
    const isEnded = !LIVE_STATES.includes(publish.state) && page.nextOffset >= (await logs.end(token))
    return { ...page, isEnded }
  })
}

/** Starting and ending deploys, and the way back. */
export interface DeployModule extends DeployService {
  releases: ReleaseService
}

/** Deploys: the board, starting and ending them, their logs and the way back. */
export function deployModule(platform: Platform, services: Services): DeployModule {
  const { mount } = platform
  const frames = createDeployFrames(platform, services.projects)
  const parts: DeployParts = { ...services, frames, hooks: createDeployHooks() }
  const deploys = createDeployService(platform, parts)
  const releases = createReleaseService(platform, parts, deploys)
  startDeployWorker(platform, parts)
  mountRollouts(platform, parts, deploys)
  mountReading(platform, services)
  mountPending(platform, services)

  mount(DeployPublish, async (input, caller) => ({ token: await deploys.publish(caller, input) }))
  mount(DeployGreyPublish, async (input, caller) => ({ token: await deploys.publish(caller, input) }))
  mount(DeployRebuild, ({ projectId, token }, caller) => releases.rebuild(caller, projectId, token))
  mount(DeployReleaseList, async ({ projectId }, caller) => ({ list: await releases.list(caller, projectId) }))
  mount(DeployCancel, async ({ projectId, token }, caller) => {
    await deploys.cancel(caller, projectId, token)
    return null
  })
  mount(DeployResetState, async ({ projectId }, caller) => {
    await deploys.reset(caller, projectId)
    return null
  })
  return { ...deploys, releases }
}
