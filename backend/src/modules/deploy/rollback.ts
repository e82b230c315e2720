import { TraceType } from '@windlass/shared-kit/contract'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { reasonOf, StageError } from './deployError.ts'
import type { DeployRun } from './deployRun.ts'
import { listReleases, releaseOf, switchLink } from './release.ts'
import { runRemoteScript } from './remoteScript.ts'
import type { ServerTools } from './serverTools.ts'
import { goBack, type WayBackTools } from './wayBack.ts'

/** What was live before, by server, to go back to when the rollback fails on one of them. */
type Before = Map<SshTarget, string>

async function lookAt(run: DeployRun, { ssh }: ServerTools, token: string): Promise<Before> {
  const found = await Promise.all(
    run.targets.map(async (target) => {
      const { tokens, live } = await listReleases(ssh, target, run.project)
      if (!tokens.includes(token)) throw new StageError(`${target.name}: the release ${token} is not there any more`)
      return [target, live] as const
    }),
  )
  return new Map(found)
}

async function restore(run: DeployRun, { ssh }: ServerTools, before: Before): Promise<void> {
  for (const [target, live] of before) {
    const source = { stage: 'afterDeploy' as const, serverId: target.serverId, serverName: target.name }
    if (live === '') continue
    try {
      await switchLink(ssh, target, run.project, releaseOf(run.project, live))
      run.log.info(source, `${run.project.path} leads to ${live} again, because the rollback failed`)
    } catch (error) {
      run.log.info(source, `the link could not be switched back: ${reasonOf(error)}`)
    }
  }
}

/** Brings the servers that a halted deploy has reached back to what each of them had before. */
async function undo(run: DeployRun, tools: WayBackTools): Promise<void> {
  const { token: undone, before } = run.request.undo ?? { token: '', before: {} }
  const results = await Promise.allSettled(
    run.targets.map(async (target) => {
      try {
        await goBack(run, tools, { target, before: before[target.serverId] ?? '', undone })
        await run.setServer(target.serverId, { phase: 'done' })
      } catch (error) {
        await run.setServer(target.serverId, { phase: 'failed', error: reasonOf(error) })
        throw error
      }
    }),
  )
  run.signal.throwIfAborted()
  const problems = results.flatMap((result) => (result.status === 'rejected' ? [reasonOf(result.reason)] : []))
  if (problems.length > 0) throw new StageError(problems.join(', '))
}

/** Switches every server back to a release that is still there, and runs the script of that release. */
export async function runRollback(run: DeployRun, tools: WayBackTools): Promise<void> {
  const { releaseToken: token = '' } = run.request
  const { project } = run
  await run.enter('rollback', 'Rollback')
  const named = run.targets.map((target) => ({ serverId: target.serverId, serverName: target.name }))
  await run.setRollout({ batches: [named] })
  await run.traced(
    { type: TraceType.Pull, ext: run.commit, source: { stage: 'queue', serverId: 0, serverName: '' } },
    async () => ({ detail: '', ext: run.commit, result: undefined }),
  )
  if (run.request.undo) return undo(run, tools)
  const before = await lookAt(run, tools, token)
  const results = await Promise.allSettled(
    run.targets.map(async (target) => {
      await runRemoteScript(run, tools, {
        target,
        serial: 0,
        first: async (source) => {
          await switchLink(tools.ssh, target, project, releaseOf(project, token))
          run.log.info(source, `${project.path} now leads to ${releaseOf(project, token)}`)
        },
      })
      await run.setServer(target.serverId, { phase: 'done' })
    }),
  )
  const problems = results.flatMap((result) => (result.status === 'rejected' ? [reasonOf(result.reason)] : []))
  if (problems.length === 0) return
  await restore(run, tools, before)
  run.signal.throwIfAborted()
  throw new StageError(`${problems.join(', ')}; the servers were switched back to what was live before`)
}
