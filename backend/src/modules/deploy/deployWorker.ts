import { TraceType } from '@windlass/shared-kit/contract'
import { SocketProjectState } from '@windlass/shared-kit/contract/socket'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { ProjectInPlain, ProjectService } from '../project/project.service.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { parseAddress } from '../repository/repositoryAddress.ts'
import type { ServerService } from '../server/server.service.ts'
import { DeployStopped, reasonOf, StageError } from './deployError.ts'
import type { DeployFrames } from './deployFrames.ts'
import { openDeployLog } from './deployLog.ts'
import { createDeployRun, type DeployRun, halt } from './deployRun.ts'
import { STAGE_WORDS, stageOf } from './deployStages.ts'
import { HOST } from './hostScript.ts'
import { maskText } from './masker.ts'
import { runPipeline } from './pipeline.ts'
import {
  createPublishStore,
  type EndState,
  LIVE_STATES,
  type PublishRecord,
  readRequest,
  settleProject,
} from './publish.store.ts'
import { createPublishLogStore } from './publishLog.store.ts'
import { createPublishTraceStore } from './publishTrace.store.ts'
import { type RecoveryTools, recover } from './recovery.ts'
import { removeOldReleases } from './release.ts'
import { runRollback } from './rollback.ts'
import { secretsOf } from './variables.ts'

/** The queue of deploys; its key is the project, so that one project has one deploy at a time. */
export const DEPLOY_QUEUE = 'deploy'
export const deployKey = (projectId: number): string => `project:${projectId}`
export const CANCEL_TOPIC = 'deploy.cancel'

export interface DeployParts {
  projects: ProjectService
  repositories: RepositoryService
  servers: ServerService
  frames: DeployFrames
}

interface Active {
  controller: AbortController
  run?: DeployRun
  done: Promise<void>
}

const stoppedDuring = (run: DeployRun | undefined): DeployStopped => {
  const stage = stageOf(run?.publish.stage ?? '')
  const where = stage === '' ? 'the deploy' : STAGE_WORDS[stage]
  return new DeployStopped('interrupted', `interrupted: the console was stopped during ${where}`)
}

const ORDER_LENGTH = 500
const STOP_MS = 15_000

/** Does the deploys that the queue hands to this node. */
export function createDeployWorker(platform: Platform, parts: DeployParts) {
  const { db, node, env, ssh, log, bus, jobs } = platform
  const { projects, repositories, servers, frames } = parts
  const store = createPublishStore(db)
  const logs = createPublishLogStore(db)
  const traces = createPublishTraceStore(db)
  const tools: RecoveryTools = { ssh, env, repositories, logs }
  const active = new Map<string, Active>()

  const targetsOf = async (row: PublishRecord): Promise<SshTarget[]> => {
    const targets: SshTarget[] = []
    for (const id of readRequest(row).serverIds) {
      try {
        targets.push(await servers.target(row.namespaceId, id))
      } catch (error) {
        throw new StageError(`server ${id}: ${reasonOf(error)}`)
      }
    }
    return targets
  }

  const open = async (row: PublishRecord, project: ProjectInPlain, signal: AbortSignal): Promise<DeployRun> => {
    const onStored = () => frames.grown({ publish: row, project, log: deployLog })
    const onError = (error: unknown) => log.error({ err: error, token: row.token }, 'cannot write the log of a deploy')
    const deployLog = await openDeployLog({ store: logs, token: row.token, onStored, onError })
    const secrets = [...(parseAddress(project.url)?.secrets ?? [])]
    deployLog.addSecrets(secrets)
    const run = createDeployRun({
      ...{ publish: row, request: readRequest(row), project, targets: [], signal, log: deployLog, secrets },
      ...{ workFolder: repositories.folder(project.id), node, store, traces, frames },
    })
    return run
  }

  const cleanUp = async (run: DeployRun): Promise<void> => {
    const { project, publish } = run
    if (project.symlinkPath === '' || publish.kind !== 'publish') return
    await run.enter('result', 'Clean up')
    const successes = await store.successes(project.id, ORDER_LENGTH)
    const order = [publish.token, ...successes.map((row) => row.token)]
    const options = { order, keep: project.symlinkBackupNumber, current: publish.token }
    await Promise.all(
      run.targets.map(async (target) => {
        const source = { stage: 'result' as const, serverId: target.serverId, serverName: target.name }
        try {
          const removed = await removeOldReleases(ssh, target, project, options)
          if (removed.length > 0) run.log.info(source, `removed old releases: ${removed.join(', ')}`)
        } catch (error) {
          // The deploy itself has succeeded; the next one tries again.
          run.log.info(source, `old releases could not be removed: ${reasonOf(error)}`)
        }
      }),
    )
  }

  const conclude = async (run: DeployRun, state: EndState, reason: string): Promise<void> => {
    const { publish, project } = run
    const { token } = publish
    const said = maskText(reason, run.secrets)
    run.log.info({ stage: 'result', ...HOST }, state === 'success' ? 'success' : `${state}: ${said}`)
    await run.log.close()
    const hasEnded = await db.transaction().execute(async (trx) => {
      if (!(await createPublishStore(trx).end(token, node, state, said))) return false
      const { publisherId, publisherName } = publish
      const owner = { token, projectId: project.id, projectName: project.name, publisherId, publisherName }
      // A stage that failed has its own record; a deploy that was stopped from outside gets this one.
      if (state !== 'failed' || (await createPublishTraceStore(trx).list(token)).every((row) => row.state === 1)) {
        const entry = { type: TraceType.PublishFinish, isOk: state === 'success', startTime: Date.now() }
        await createPublishTraceStore(trx).add(owner, { ...entry, detail: said, ext: {} })
      }
      await settleProject(trx, project.id)
      return true
    })
    if (!hasEnded) return
    const isOk = state === 'success'
    frames.moved(
      run,
      isOk ? SocketProjectState.Success : SocketProjectState.Failed,
      isOk ? 'Success' : said,
      isOk ? run.commit : null,
    )
    frames.queueMoved(project.namespaceId)
  }

  const perform = async (run: DeployRun, wasRunning: boolean): Promise<void> => {
    try {
      run.targets = await targetsOf(run.publish)
      const secrets = secretsOf(run.targets)
      run.secrets.push(...secrets)
      run.log.addSecrets(secrets)
      if (wasRunning) await recover(run, tools)
      else if (run.publish.kind === 'rollback') await runRollback(run, tools)
      else await runPipeline(run, tools)
      await cleanUp(run)
      if (run.isDetached) await halt()
      await conclude(run, 'success', '')
    } catch (thrown) {
      if (run.isDetached) await halt()
      const error: unknown = run.signal.aborted ? run.signal.reason : thrown
      if (!(error instanceof StageError || error instanceof DeployStopped)) {
        log.error({ err: error, token: run.publish.token }, 'a deploy failed')
      }
      await conclude(run, error instanceof DeployStopped ? error.state : 'failed', reasonOf(error))
    }
  }

  const handle = async (token: string, entry: Active): Promise<void> => {
    const before = await store.find(token)
    if (!before || !LIVE_STATES.includes(before.state)) return
    const row = await store.claim(token, node)
    if (!row) return
    const project = await projects.find(row.namespaceId, row.projectId)
    if (!project) {
      await store.end(token, node, 'failed', 'the project was removed')
      return
    }
    entry.run = await open(row, project, entry.controller.signal)
    frames.queueMoved(project.namespaceId)
    if (row.cancelledBy !== '' && before.state === 'queued')
      return conclude(entry.run, 'cancelled', `cancelled by ${row.cancelledBy}`)
    await perform(entry.run, before.state === 'running')
  }

  /** The last resort, so that nothing stays "deploying": the database or the disk failed us before the deploy began. */
  const giveUp = async (token: string, error: unknown): Promise<void> => {
    log.error({ err: error, token }, 'a deploy could not be run')
    const row = await store.find(token)
    if (row && (await store.end(token, node, 'failed', reasonOf(error)))) await settleProject(db, row.projectId)
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

  const isOnlyFollowing = ({ progress, publish, targets }: DeployRun): boolean =>
    publish.kind === 'publish' &&
    targets.length > 0 &&
    Object.values(progress.servers).some(({ phase }) => phase === 'script') &&
    targets.every(({ serverId }) => ['script', 'done', 'failed'].includes(progress.servers[serverId]?.phase ?? ''))

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
