import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import type { DeployRun, ServerPhase } from './deployRun.ts'

/** How far a server of a deploy is. */
export const phaseOf = (run: DeployRun, target: SshTarget): ServerPhase | 'untouched' =>
  run.progress.servers[target.serverId]?.phase ?? 'untouched'

function standingOf(run: DeployRun, target: SshTarget): string {
  const phase = phaseOf(run, target)
  const server = run.progress.servers[target.serverId]
  if (phase === 'done') return 'done'
  if (phase === 'untouched') return 'not touched'
  if (phase === 'rolledBack') return 'went back to the release before'
  if (server?.isLive) return phase === 'failed' ? 'failed, the new release is live' : 'the new release is live'
  if (run.project.symlinkPath === '') return phase === 'failed' ? 'failed' : 'files may be partly new; deploy again'
  return phase === 'failed' ? 'failed' : 'the release before is still live'
}

/** What each server is left with by a deploy that was stopped; "" when there is only one, or none was reached. */
export function rolloutStanding(run: DeployRun): string {
  const isReached = run.targets.some((target) => phaseOf(run, target) !== 'untouched')
  if (!isReached || run.targets.length < 2) return ''
  return run.targets.map((target) => `${target.name}: ${standingOf(run, target)}`).join('; ')
}
