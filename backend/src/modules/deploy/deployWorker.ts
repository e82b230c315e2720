import type { Job } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { DeployStopped, reasonOf } from './deployError.ts'
import { createDeployJob } from './deployJob.ts'
import { CANCEL_TOPIC, DEPLOY_QUEUE, type DeployParts } from './deployParts.ts'
import { type DeployRun, NO_COMMIT } from './deployRun.ts'
import { STAGE_WORDS, stageOf } from './deployStages.ts'
import { createPublishStore, LIVE_STATES, settleProject } from './publish.store.ts'

interface Active {
  controller: AbortController
  run?: DeployRun
  done: Promise<void>
}

const STOP_MS = 15_000

const stoppedDuring = (run: DeployRun | undefined): DeployStopped => {
  const stage = stageOf(run?.publish.stage ?? '')
  const where = stage === '' ? 'the deploy' : STAGE_WORDS[stage]
  return new DeployStopped('interrupted', `interrupted: the console was stopped during ${where}`)
}

/** Whether all that is left to do here is to listen to scripts that go on by themselves on the servers. */
const isOnlyFollowing = ({ progress, publish, targets }: DeployRun): boolean =>
  publish.kind === 'publish' &&
  targets.length > 0 &&
  progress.rollout?.haltReason === '' &&
  Object.values(progress.servers).some(({ phase }) => phase === 'script') &&
  targets.every(({ serverId }) =>
    ['script', 'probe', 'done', 'failed'].includes(progress.servers[serverId]?.phase ?? ''),
  )

/** Takes deploys from the queue for this node, and ends them when somebody cancels or the console stops. */
export function startDeployWorker(platform: Platform, parts: DeployParts): void {
  const { db, node, env, log, bus, jobs } = platform
  const store = createPublishStore(db)
  const job = createDeployJob(platform, parts)
  const active = new Map<string, Active>()

  const handle = async (token: string, entry: Active): Promise<void> => {
    const before = await store.find(token)
    if (!before || !LIVE_STATES.includes(before.state)) return
    const row = await store.claim(token, node)
    if (!row) return
    const project = await parts.projects.find(row.namespaceId, row.projectId)
    if (!project) {
      // Nobody listens to the end of what belongs to no project any more.
      await store.end(token, node, 'failed', 'the project was removed')
      return
    }
    entry.run = await job.open(row, project, entry.controller.signal)
    parts.frames.queueMoved(project.namespaceId)
    if (row.cancelledBy !== '' && before.state === 'queued') {
      return job.conclude(entry.run, new DeployStopped('cancelled', `cancelled by ${row.cancelledBy}`))
    }
    await job.perform(entry.run, before.state === 'running')
  }

  /** The last resort, so that nothing stays "deploying": the database or the disk failed us before the deploy began. */
  const giveUp = async (token: string, error: unknown): Promise<void> => {
    log.error({ err: error, token }, 'a deploy could not be run')
    const row = await store.find(token)
    const project = row && (await parts.projects.find(row.namespaceId, row.projectId))
    if (!row || !project) return
    const reason = reasonOf(error)
    await db.transaction().execute(async (trx) => {
      if (!(await createPublishStore(trx).end(token, node, 'failed', reason))) return
      await settleProject(trx, row.projectId)
      const end = { publish: row, project, state: 'failed' as const, reason, commit: NO_COMMIT, targets: [] }
      await parts.hooks.ended(end, trx)
    })
  }

  jobs.work<{ token: string }>(DEPLOY_QUEUE, { concurrency: env.DEPLOY_LIMIT }, ({ data }: Job<{ token: string }>) => {
    const entry: Active = { controller: new AbortController(), done: Promise.resolve() }
    active.set(data.token, entry)
    entry.done = handle(data.token, entry)
      .catch((error: unknown) => giveUp(data.token, error))
      .finally(() => active.delete(data.token))
    return entry.done
  })

  bus.subscribe<{ token: string; by: string }>(CANCEL_TOPIC, ({ token, by }) => {
    active.get(token)?.controller.abort(new DeployStopped('cancelled', `cancelled by ${by}`))
  })

  platform.onStop(async () => {
    for (const { controller, run } of active.values()) {
      // Scripts on the servers go on by themselves; the next console follows them to their end.
      if (run && isOnlyFollowing(run)) run.isDetached = true
      else controller.abort(stoppedDuring(run))
    }
    const ending = [...active.values()].filter(({ run }) => !run?.isDetached).map(({ done }) => done)
    const limit = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())
    await Promise.race([Promise.allSettled(ending), limit])
  })
}
