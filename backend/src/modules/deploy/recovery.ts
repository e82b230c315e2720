import path from 'node:path'
import { endRemoteStep } from '../../platform/ssh/remoteStep.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { removeServerContainers } from './containerRemoval.ts'
import { DeployStopped, reasonOf } from './deployError.ts'
import type { DeployRun } from './deployRun.ts'
import { STAGE_WORDS, stageOf } from './deployStages.ts'
import { endLeftGroup } from './hostGroup.ts'
import { forgetHostScript } from './hostScript.ts'
import { finish, type PipelineTools } from './pipeline.ts'
import type { PublishLogStore } from './publishLog.store.ts'
import { discardPartial, listReleases } from './release.ts'
import { attachRemoteScript } from './remoteScript.ts'
import { phaseOf } from './rolloutStanding.ts'
import { proveServed } from './serverStage.ts'

export interface RecoveryTools extends PipelineTools {
  logs: PublishLogStore
}

/** The release that a server is to have in the end. */
const wantedOn = ({ request, publish }: DeployRun, target: SshTarget): string =>
  request.undo
    ? path.posix.basename(request.undo.before[target.serverId] ?? '')
    : (request.releaseToken ?? publish.token)

/** Looks at the server itself, because the record may be one step behind what really happened there. */
async function truthAbout(run: DeployRun, { ssh }: PipelineTools, target: SshTarget): Promise<string> {
  const phase = phaseOf(run, target)
  if (phase === 'done') return `${target.name}: done`
  if (phase === 'untouched') return `${target.name}: not touched`
  if (phase === 'rolledBack') return `${target.name}: went back to the release before`
  const isLive = run.progress.servers[target.serverId]?.isLive ?? false
  if (phase === 'failed' && !isLive) return `${target.name}: failed`
  const { project, publish } = run
  if (project.symlinkPath === '') return `${target.name}: files may be partly new; deploy again`
  try {
    const { live } = await listReleases(ssh, target, project)
    const failed = phase === 'failed' ? 'failed, ' : ''
    if (live === wantedOn(run, target)) {
      // The kill may have come between the switch and its record; without it the way back would not be offered.
      if (publish.kind === 'publish') await run.setServer(target.serverId, { isLive: true })
      return `${target.name}: ${failed}${publish.kind === 'rollback' ? 'the wanted release' : 'the new release'} is live`
    }
    await discardPartial(ssh, target, project, publish.token)
    return `${target.name}: the release before is still live`
  } catch (error) {
    return `${target.name}: not known, ${reasonOf(error)}`
  }
}

/** The sentence about a deploy that was cut off: where, and what each server is left with. */
async function interruption(run: DeployRun, tools: PipelineTools): Promise<DeployStopped> {
  const stage = stageOf(run.publish.stage)
  const where = stage === '' ? 'the deploy' : STAGE_WORDS[stage]
  const hasBegun = Object.keys(run.progress.servers).length > 0
  const truths = hasBegun ? await Promise.all(run.targets.map((target) => truthAbout(run, tools, target))) : []
  return new DeployStopped('interrupted', [`interrupted: the console stopped during ${where}`, ...truths].join('; '))
}

/** What comes after the script of a server: the way back is done with it, the way forth is to be proven. */
async function goOn(run: DeployRun, tools: RecoveryTools, target: SshTarget): Promise<void> {
  if (run.publish.kind === 'rollback') return
  const { isGoingBack = false } = run.progress.servers[target.serverId] ?? {}
  if (isGoingBack) return run.setServer(target.serverId, { phase: 'rolledBack', isGoingBack: false })
  await proveServed(run, tools, target)
}

const stepsOf = (run: DeployRun): SshTarget[] =>
  run.targets.filter((target) => phaseOf(run, target) === 'script' && run.progress.servers[target.serverId]?.step)

/** Ends what runs on the servers of a deploy whose console is gone. */
async function endSteps(run: DeployRun, tools: PipelineTools): Promise<void> {
  for (const target of stepsOf(run)) {
    const { step = '', stepIndex } = run.progress.servers[target.serverId] ?? {}
    await endRemoteStep(tools.ssh, target, step)
    if (stepIndex !== undefined) await removeServerContainers(run, tools, target)
  }
}

/**
 * Goes on with a deploy whose console is gone. Scripts that go on by themselves on the servers are followed to their
 * end; when with them every server is done, so is the deploy. Everything else is recorded as interrupted.
 */
export async function recover(run: DeployRun, tools: RecoveryTools): Promise<void> {
  for (const group of run.progress.hosts) await endLeftGroup(group)
  await forgetHostScript(run, tools.env)
  if (run.publish.cancelledBy !== '') {
    await endSteps(run, tools)
    throw new DeployStopped('cancelled', `cancelled by ${run.publish.cancelledBy}`)
  }
  const steps = [...stepsOf(run), ...run.targets.filter((target) => phaseOf(run, target) === 'probe')]
  const results = await Promise.allSettled(
    steps.map(async (target) => {
      if (phaseOf(run, target) === 'probe') return goOn(run, tools, target)
      const { logStart = 0 } = run.progress.servers[target.serverId] ?? {}
      const offset = await tools.logs.stepOffset(run.publish.token, target.serverId, logStart)
      await attachRemoteScript(run, tools, { target, offset })
      await goOn(run, tools, target)
    }),
  )
  for (const [index, result] of results.entries()) {
    const target = steps[index]
    if (result.status === 'rejected' && target) {
      await run.setServer(target.serverId, { phase: 'failed', error: reasonOf(result.reason) })
    }
  }
  run.signal.throwIfAborted()
  const isServed = steps.length > 0 && run.targets.every((target) => phaseOf(run, target) === 'done')
  const failure = results.find((result) => result.status === 'rejected')
  if (!isServed) {
    const stopped = await interruption(run, tools)
    throw failure ? new DeployStopped('interrupted', `${stopped.message}; ${reasonOf(failure.reason)}`) : stopped
  }
  if (run.publish.kind === 'publish') await finish(run, tools)
}
