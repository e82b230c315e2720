import path from 'node:path'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { reasonOf, StageError } from './deployError.ts'
import type { DeployRun } from './deployRun.ts'
import { type DeployRequest, type PublishStore, readRequest } from './publish.store.ts'
import { listReleases, switchLink } from './release.ts'
import { runRemoteScript } from './remoteScript.ts'
import type { ServerTools } from './serverTools.ts'

/** What going back needs beside what the work on servers needs. */
export interface WayBackTools extends ServerTools {
  store: PublishStore
}

/** The name of the step in the trace. */
const ROLLBACK_STEP = 'rollback'
const NO_SCRIPT = { mode: '', content: '' } as const

/** The run as it was for an older release, for its script: the same log and records, but that release's variables. */
async function runOf(run: DeployRun, { store }: WayBackTools, token: string): Promise<DeployRun> {
  const row = await store.ofProject(run.project.id, token)
  const script = { ...run.request.script, afterDeploy: { ...NO_SCRIPT, scriptNames: null } }
  const known: DeployRequest = row ? readRequest(row) : { ...run.request, script }
  const request: DeployRequest = { ...known, releaseToken: token }
  const commit = row?.commitInfo ? (JSON.parse(row.commitInfo) as CommitInfo) : run.commit
  // What the run turns to while it goes on (`isDetached`) must be seen through, so it is not copied.
  return Object.assign(Object.create(run) as DeployRun, { request, commit })
}

/** Where one server goes back to. */
export interface WayBack {
  target: SshTarget
  /** The directory that was live before. */
  before: string
  /** The release that is undone; a server where another one is live is left alone. */
  undone: string
}

/** Makes a server live again with what it had before, and runs that release's script. Answers whether it had to. */
export async function goBack(
  run: DeployRun,
  tools: WayBackTools,
  { target, before, undone }: WayBack,
): Promise<boolean> {
  const { serverId, name } = target
  const { live } = await listReleases(tools.ssh, target, run.project)
  if (live !== undone) {
    const source = { stage: 'rollback' as const, serverId, serverName: name }
    run.log.info(source, `${undone} is not live here, so there is nothing to go back from`)
    return false
  }
  if (before === '') throw new StageError(`${name}: nothing was live before this deploy, so its release stays live`)
  await run.setServer(serverId, { isGoingBack: true })
  const older = await runOf(run, tools, path.posix.basename(before))
  await runRemoteScript(older, tools, {
    target,
    serial: 0,
    step: ROLLBACK_STEP,
    first: async (source) => {
      await switchLink(tools.ssh, target, run.project, before)
      await run.setServer(serverId, { isLive: false })
      run.log.info(source, `${run.project.path} leads to ${before} again`)
    },
  })
  await run.setServer(serverId, { isGoingBack: false })
  return true
}

/** Brings every server on which this deploy is live back; answers in a sentence which ones went and which could not. */
export async function goBackOnAll(run: DeployRun, tools: WayBackTools): Promise<string> {
  const undone = run.publish.token
  const reached = run.targets.filter(({ serverId }) => run.progress.servers[serverId]?.isLive)
  const gone: string[] = []
  const stayed: string[] = []
  await Promise.all(
    reached.map(async (target) => {
      const was = run.progress.servers[target.serverId]
      try {
        if (await goBack(run, tools, { target, before: was?.before ?? '', undone })) gone.push(target.name)
        // A server that failed stays one that failed, whatever is live there.
        const phase = was?.phase === 'failed' ? 'failed' : 'rolledBack'
        await run.setServer(target.serverId, { phase, isLive: false })
      } catch (error) {
        const reason = reasonOf(error)
        stayed.push(reason.startsWith(`${target.name}: `) ? reason : `${target.name}: ${reason}`)
        run.log.info({ stage: 'rollback', serverId: target.serverId, serverName: target.name }, reason)
        await run.setServer(target.serverId, { phase: 'failed', error: reason, isGoingBack: false })
      }
    }),
  )
  run.signal.throwIfAborted()
  const order = (names: string[]) => run.targets.map(({ name }) => name).filter((name) => names.includes(name))
  const said = gone.length === 0 ? 'no server went back' : `went back to the release before: ${order(gone).join(', ')}`
  return stayed.length === 0 ? said : `${said}; could not go back: ${stayed.join(', ')}`
}
