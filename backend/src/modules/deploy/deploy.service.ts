import { randomUUID } from 'node:crypto'
import { DeployState, type InputOf, Permission, State, TraceType } from '@windlass/shared-kit/contract'
import type { DeployPublish } from '@windlass/shared-kit/contract/deploy'
import type { DeployTrigger } from '@windlass/shared-kit/contract/deployPolicy'
import type { CustomVariable } from '@windlass/shared-kit/contract/project'
import { SocketProjectState } from '@windlass/shared-kit/contract/socket'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { maskTexts } from '../../platform/masker.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProjectInPlain, ProjectService } from '../project/project.service.ts'
import { readScript } from '../project/projectRow.ts'
import { AlreadyDeploying } from './alreadyDeploying.ts'
import type { DeployHooks, DeployOrder, DeployWish, Publisher } from './deployHooks.ts'
import { CANCEL_TOPIC, DEPLOY_QUEUE, type DeployParts, deployKey } from './deployParts.ts'
import { NO_COMMIT } from './deployRun.ts'
import {
  createPublishStore,
  type DeployRequest,
  LIVE_STATES,
  type PublishKind,
  type PublishRecord,
  settleProject,
} from './publish.store.ts'
import { createPublishTraceStore } from './publishTrace.store.ts'
import { scriptSecrets } from './scriptSecrets.ts'
import { systemProblem } from './windowsTarget.ts'

type PublishInput = InputOf<typeof DeployPublish>

/** What a machine wants deployed; what it leaves out is the newest commit, all servers, the stored variables. */
export interface MachineWish {
  trigger: DeployTrigger
  commit?: string
  branch?: string
  serverIds?: readonly number[]
  customVariables?: readonly CustomVariable[]
  overrideReason?: string
}

/** Starting, ending and repeating deploys. */
export interface DeployService extends DeployHooks {
  /** Queues a deploy and answers its token; "" when something took it out of the way, such as a review. */
  publish(caller: Caller, input: PublishInput): Promise<string>
  /** What is queued for somebody who fills in no form. */
  orderFor(project: ProjectInPlain, wish: MachineWish): Promise<DeployOrder>
  /** Puts a deploy into the queue without asking who may: the caller has checked that. Guards are asked. */
  enqueue(
    publisher: Publisher,
    project: ProjectInPlain,
    order: DeployOrder,
    by?: Pick<DeployWish, 'caller' | 'claim'>,
  ): Promise<string>
  /** Ends a deploy that waits or runs, and waits until it has ended. */
  cancel(caller: Caller, projectId: number, token: string): Promise<void>
  /** Ends what waits or runs, and says "not deployed" again. */
  reset(caller: Caller, projectId: number): Promise<void>
  /** Waits for the end of a deploy; undefined when it takes longer. */
  ended(token: string, limitMs: number): Promise<PublishRecord | undefined>
}

const CANCEL_MS = 20_000
const LOOK_MS = 100

const isSameRequest = (row: PublishRecord, kind: PublishKind, request: DeployRequest): boolean =>
  row.kind === kind && row.request === JSON.stringify(request)

type Tools = Pick<Platform, 'db' | 'jobs' | 'bus'> & DeployParts

async function chooseServers(
  projects: ProjectService,
  project: ProjectInPlain,
  wanted: readonly number[] = [],
): Promise<number[]> {
  const bound = await projects.servers(project.id)
  const chosen = wanted.length === 0 ? bound : bound.filter(({ id }) => wanted.includes(id))
  if (wanted.length > 0 && chosen.length === 0) throw failed('none of the chosen servers belongs to this project')
  const request = { script: readScript(project.script) }
  for (const server of chosen) {
    const problem = systemProblem({ project, request }, server)
    if (problem !== undefined) throw failed(`${server.name}: ${problem}`)
  }
  return chosen.map(({ id }) => id)
}

/** A list that nobody chooses from means its first choice, never all of it. */
const settled = ({ name, value, type }: CustomVariable): CustomVariable => ({
  name,
  type,
  value: type === 'list' ? (value.split(',')[0] ?? '').trim() : value,
})

async function orderFor(projects: ProjectService, project: ProjectInPlain, wish: MachineWish): Promise<DeployOrder> {
  const script = readScript(project.script)
  const stored = script.customVariables?.map(settled) ?? null
  const given = wish.customVariables?.length ? [...wish.customVariables] : undefined
  const request: DeployRequest = {
    commit: wish.commit ?? '',
    branch: wish.branch ?? '',
    serverIds: await chooseServers(projects, project, wish.serverIds),
    script: { ...script, customVariables: given ?? stored },
  }
  return { kind: 'publish', request, trigger: wish.trigger, overrideReason: wish.overrideReason ?? '' }
}

/** Puts a deploy into the queue, all of it or nothing. */
async function enqueueDeploy({ db, jobs, frames, hooks }: Tools, wish: DeployWish): Promise<string> {
  const { publisher, project, order } = wish
  const { kind, request, commit, trigger, overrideReason } = order
  const token = randomUUID()
  const { id: projectId, namespaceId, name } = project
  const who = { publisherId: publisher.userId, publisherName: publisher.name }
  await db.transaction().execute(async (trx: Db) => {
    // First the row of the project: its lock makes two people who press at once come one after the other.
    const { numUpdatedRows } = await trx
      .updateTable('project')
      .set({ ...who, deployState: DeployState.Deploying, lastPublishToken: token, updateTime: Date.now() })
      .where('id', '=', projectId)
      .where('namespaceId', '=', namespaceId)
      .where('state', '=', State.Enabled)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw failed('this project was removed')
    const inside = createPublishStore(trx)
    // What runs may have fetched before a push; what waits will fetch it.
    await hooks.check(wish, trx)
    const isInTheWay = (row: PublishRecord) => trigger !== 'webhook' || row.state === 'queued'
    const same = (await inside.live(projectId)).find((row) => isInTheWay(row) && isSameRequest(row, kind, request))
    if (same) throw new AlreadyDeploying(same)
    await wish.claim?.(trx, token)
    await inside.insert({ token, namespaceId, projectId, ...who, kind, request, commit, trigger, overrideReason })
    const owner = { token, projectId, projectName: name, ...who }
    const script = maskTexts(request.script, scriptSecrets(request.script))
    const entry = { type: TraceType.Queue, isOk: true, detail: '', ext: { script } }
    await createPublishTraceStore(trx).add(owner, { ...entry, startTime: Date.now() })
    await jobs.send(DEPLOY_QUEUE, deployKey(projectId), { token }, trx)
    await hooks.begun({ ...wish, token }, trx)
  })
  const deploy = { publish: { token, publisherName: publisher.name }, project }
  frames.moved(deploy, SocketProjectState.Queued, 'Task waiting', { lastPublishToken: token })
  frames.queueMoved(namespaceId)
  return token
}

/** Waits for the end of a deploy; undefined when it takes longer. */
async function waitForEnd(db: Db, token: string, limitMs: number): Promise<PublishRecord | undefined> {
  const store = createPublishStore(db)
  for (const start = Date.now(); Date.now() - start < limitMs; ) {
    const row = await store.find(token)
    if (!row || !LIVE_STATES.includes(row.state)) return row
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return undefined
}

/** Ends one deploy and waits until it has ended. */
async function stopDeploy({ db, bus, hooks, projects }: Tools, row: PublishRecord, by: string): Promise<void> {
  const reason = `cancelled by ${by}`
  const project = await projects.find(row.namespaceId, row.projectId)
  const isStopped = await db.transaction().execute(async (trx) => {
    if (!(await createPublishStore(trx).endQueued(row.token, by, reason))) return false
    await settleProject(trx, row.projectId)
    const end = { publish: row, state: 'cancelled' as const, reason, commit: NO_COMMIT, targets: [] }
    if (project) await hooks.ended({ ...end, project }, trx)
    return true
  })
  if (isStopped) return
  await createPublishStore(db).markCancelled(row.token, by)
  await bus.publish(CANCEL_TOPIC, { token: row.token, by })
  if ((await waitForEnd(db, row.token, CANCEL_MS)) === undefined) {
    throw failed('the deploy is being cancelled, but what it runs has not ended yet; look at its log')
  }
}

/** Creates the rules about deploys. */
export function createDeployService(platform: Platform, parts: DeployParts): DeployService {
  const tools: Tools = { ...parts, db: platform.db, jobs: platform.jobs, bus: platform.bus }
  const { db, projects, frames, hooks } = tools
  const store = createPublishStore(db)
  const enqueue: DeployService['enqueue'] = (publisher, project, order, by) =>
    enqueueDeploy(tools, { publisher, project, order, ...by })

  return {
    ...hooks,
    enqueue,
    orderFor: (project, wish) => orderFor(projects, project, wish),
    ended: (token, limitMs) => waitForEnd(db, token, limitMs),

    publish: async (caller, input) => {
      const project = await projects.require(caller, input.projectId, Permission.GetAllDeployList)
      const customVariables = input.customVariables?.length ? input.customVariables : null
      const request: DeployRequest = {
        commit: input.commit ?? '',
        branch: input.branch ?? '',
        serverIds: await chooseServers(projects, project, input.serverIds),
        script: { ...readScript(project.script), customVariables },
      }
      const overrideReason = (input.override ?? '').trim()
      const order: DeployOrder = { kind: 'publish', request, trigger: 'button', overrideReason }
      const wish = { publisher: caller, project, order, caller }
      return (await hooks.takeDetour(wish)) ? '' : enqueueDeploy(tools, wish)
    },

    cancel: async (caller, projectId, token) => {
      await projects.require(caller, projectId, Permission.GetAllDeployList)
      const row = await store.ofProject(projectId, token)
      if (!row) throw failed('No deploy record')
      if (!LIVE_STATES.includes(row.state)) throw failed('this deploy has ended already')
      await stopDeploy(tools, row, caller.name)
      frames.queueMoved(caller.namespaceId)
    },

    reset: async (caller, projectId) => {
      await projects.require(caller, projectId, Permission.GetAllDeployList)
      // The latest first, so that ending the one that runs does not start the next.
      for (const row of (await store.live(projectId)).toReversed()) await stopDeploy(tools, row, caller.name)
      await db
        .updateTable('project')
        .set({ deployState: DeployState.NotDeployed, updateTime: Date.now() })
        .where('id', '=', projectId)
        .where('namespaceId', '=', caller.namespaceId)
        .execute()
      frames.queueMoved(caller.namespaceId)
    },
  }
}
