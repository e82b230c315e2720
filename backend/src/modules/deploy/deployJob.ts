import path from 'node:path'
import type { Platform } from '../../platform/platform.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { ProjectInPlain } from '../project/project.service.ts'
import { addressSecrets } from '../repository/repositoryAddress.ts'
import { dropTaken } from './artefactStage.ts'
import { createArtefacts } from './artefacts.ts'
import { concludeDeploy } from './concludeDeploy.ts'
import { DeployStopped, reasonOf, StageError } from './deployError.ts'
import { openDeployLog } from './deployLog.ts'
import type { DeployParts } from './deployParts.ts'
import { createDeployRun, type DeployRun, halt } from './deployRun.ts'
import { runPipeline } from './pipeline.ts'
import { createPublishStore, type PublishRecord, readRequest } from './publish.store.ts'
import { createPublishLogStore } from './publishLog.store.ts'
import { createPublishTraceStore } from './publishTrace.store.ts'
import { recover } from './recovery.ts'
import { removeOldReleases } from './release.ts'
import { runRollback } from './rollback.ts'
import { rolloutStanding } from './rolloutStanding.ts'
import { scriptSecrets } from './scriptSecrets.ts'
import { secretsOf } from './variables.ts'

/** The work on one deploy, from its row in the queue to its end. */
export interface DeployJob {
  /** Puts together what the deploy needs while it runs. */
  open(row: PublishRecord, project: ProjectInPlain, signal: AbortSignal): Promise<DeployRun>
  /** Runs it, or goes on with it when the node before died over it, and records how it ended. */
  perform(run: DeployRun, wasRunning: boolean): Promise<void>
  /** Records an end without running anything. */
  conclude(run: DeployRun, stopped: DeployStopped): Promise<void>
}

const ORDER_LENGTH = 500

async function targetsOf({ servers }: DeployParts, row: PublishRecord): Promise<SshTarget[]> {
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

/** Removes old releases. The deploy itself has succeeded, so a server where that fails is only remarked on. */
async function cleanUp({ db, ssh }: Platform, run: DeployRun): Promise<void> {
  const { project, publish, targets, log } = run
  if (project.symlinkPath === '' || publish.kind !== 'publish') return
  await run.enter('result', 'Clean up')
  const successes = await createPublishStore(db).successes(project.id, ORDER_LENGTH)
  const order = [publish.token, ...successes.map((row) => row.token)]
  const options = { order, keep: project.symlinkBackupNumber, current: publish.token }
  const removeOn = async (target: SshTarget) => {
    const source = { stage: 'result' as const, serverId: target.serverId, serverName: target.name }
    try {
      const removed = await removeOldReleases(ssh, target, project, options)
      if (removed.length > 0) log.info(source, `removed old releases: ${removed.join(', ')}`)
    } catch (error) {
      log.info(source, `old releases could not be removed: ${reasonOf(error)}`)
    }
  }
  await Promise.all(targets.map(removeOn))
}

/** Whoever stopped a deploy wants to know what the servers have now. */
function withStanding(run: DeployRun, reason: unknown): unknown {
  const standing = rolloutStanding(run)
  return reason instanceof DeployStopped && standing !== ''
    ? new DeployStopped(reason.state, `${reason.message}; ${standing}`)
    : reason
}

/** Creates the work on deploys of this node. */
export function createDeployJob(platform: Platform, parts: DeployParts): DeployJob {
  const { db, node, env, ssh, log } = platform
  const { repositories, projectFiles, frames, hooks } = parts
  const store = createPublishStore(db)
  const logs = createPublishLogStore(db)
  const tools = { ssh, env, repositories, projectFiles, logs, store, artefacts: createArtefacts(env) }

  const work = async (run: DeployRun, wasRunning: boolean): Promise<void> => {
    run.targets = await targetsOf(parts, run.publish)
    const secrets = secretsOf(run.targets)
    run.secrets.push(...secrets)
    run.log.addSecrets(secrets)
    if (wasRunning) await recover(run, tools)
    else if (run.publish.kind === 'rollback') await runRollback(run, tools)
    else await runPipeline(run, tools)
    await cleanUp(platform, run)
  }

  return {
    open: async (publish, project, signal) => {
      const { token } = publish
      const deployLog = await openDeployLog({
        store: logs,
        token,
        onStored: () => frames.grown({ publish, project, log: deployLog }),
        onError: (error) => log.error({ err: error, token }, 'cannot write the log of a deploy'),
      })
      const request = readRequest(publish)
      const secrets = [...addressSecrets(project.repoType, project.url), ...scriptSecrets(request.script)]
      deployLog.addSecrets(secrets)
      const traces = createPublishTraceStore(db)
      const workFolder = request.artefact
        ? path.join(env.DATA_DIR, 'artefacts', `${token}.taken`)
        : repositories.folder(project.id)
      const own = { publish, request, project, targets: [], workFolder, signal, log: deployLog, secrets }
      return createDeployRun({ ...own, node, store, traces, frames })
    },

    perform: async (run, wasRunning) => {
      let problem: unknown
      try {
        await work(run, wasRunning)
      } catch (error) {
        problem = run.signal.aborted ? withStanding(run, run.signal.reason) : error
      }
      if (run.isDetached) await halt()
      await dropTaken(run)
      if (problem === undefined)
        return concludeDeploy({ db, node, frames, hooks }, run, { state: 'success', reason: '' })
      if (!(problem instanceof StageError || problem instanceof DeployStopped)) {
        log.error({ err: problem, token: run.publish.token }, 'a deploy failed')
      }
      const state = problem instanceof DeployStopped ? problem.state : 'failed'
      await concludeDeploy({ db, node, frames, hooks }, run, { state, reason: reasonOf(problem) })
    },

    conclude: (run, { state, message }) => concludeDeploy({ db, node, frames, hooks }, run, { state, reason: message }),
  }
}
