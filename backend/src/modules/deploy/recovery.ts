import { endRemoteStep } from '../../platform/ssh/remoteStep.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { DeployStopped, reasonOf } from './deployError.ts'
import type { DeployRun, ServerPhase } from './deployRun.ts'
import { STAGE_WORDS, stageOf } from './deployStages.ts'
import { endLeftGroup } from './hostGroup.ts'
import { finish, type PipelineTools } from './pipeline.ts'
import type { PublishLogStore } from './publishLog.store.ts'
import { discardPartial, listReleases } from './release.ts'
import { attachRemoteScript } from './remoteScript.ts'

export interface RecoveryTools extends PipelineTools {
  logs: PublishLogStore
}

const phaseOf = (run: DeployRun, target: SshTarget): ServerPhase | 'untouched' =>
  run.progress.servers[target.serverId]?.phase ?? 'untouched'

/** Looks at the server itself, because the record may be one step behind what really happened there. */
async function truthAbout(run: DeployRun, { ssh }: PipelineTools, target: SshTarget): Promise<string> {
  const phase = phaseOf(run, target)
  if (phase === 'done') return `${target.name}: done`
  if (phase === 'untouched') return `${target.name}: not touched`
  if (phase === 'failed') return `${target.name}: failed`
  const { project, publish } = run
  if (project.symlinkPath === '') return `${target.name}: files may be partly new; deploy again`
  try {
    const { live } = await listReleases(ssh, target, project)
    if (live === (run.request.releaseToken ?? publish.token)) return `${target.name}: the new release is live`
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

const stepsOf = (run: DeployRun): SshTarget[] =>
  run.targets.filter((target) => phaseOf(run, target) === 'script' && run.progress.servers[target.serverId]?.step)

/** Ends what runs on the servers of a deploy whose console is gone. */
async function endSteps(run: DeployRun, { ssh }: PipelineTools): Promise<void> {
  for (const target of stepsOf(run)) {
    const { step = '' } = run.progress.servers[target.serverId] ?? {}
    await endRemoteStep(ssh, target, step)
  }
}

/**
 * Goes on with a deploy whose console is gone. Scripts that go on by themselves on the servers are followed to their
 * end; when with them every server is done, so is the deploy. Everything else is recorded as interrupted.
 */
export async function recover(run: DeployRun, tools: RecoveryTools): Promise<void> {
  for (const group of run.progress.hosts) await endLeftGroup(group)
  if (run.publish.cancelledBy !== '') {
    await endSteps(run, tools)
    throw new DeployStopped('cancelled', `cancelled by ${run.publish.cancelledBy}`)
  }
  const steps = stepsOf(run)
  const results = await Promise.allSettled(
    steps.map(async (target) => {
      const offset = await tools.logs.stepOffset(run.publish.token, target.serverId)
      await attachRemoteScript(run, tools, { target, offset })
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
