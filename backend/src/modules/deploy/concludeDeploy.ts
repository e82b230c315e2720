import { TraceType } from '@windlass/shared-kit/contract'
import { SocketProjectState } from '@windlass/shared-kit/contract/socket'
import { maskText } from '../../platform/masker.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DeployFrames } from './deployFrames.ts'
import type { DeployHookCalls } from './deployHooks.ts'
import type { DeployRun } from './deployRun.ts'
import { HOST } from './hostScript.ts'
import { createPublishStore, type EndState, settleProject } from './publish.store.ts'
import { createPublishTraceStore } from './publishTrace.store.ts'

/** Records how a deploy ended, in one transaction with where its project stands now, and tells the pages. */
export async function concludeDeploy(
  { db, node, frames, hooks }: Pick<Platform, 'db' | 'node'> & { frames: DeployFrames; hooks: DeployHookCalls },
  run: DeployRun,
  { state, reason }: { state: EndState; reason: string },
): Promise<void> {
  const { publish, project } = run
  const { token, publisherId, publisherName } = publish
  const isOk = state === 'success'
  const said = maskText(reason, run.secrets)
  run.log.info({ stage: 'result', ...HOST }, isOk ? 'success' : `${state}: ${said}`)
  // First the whole log, then the end: a reader who sees the end has nothing to wait for.
  await run.log.close()
  const hasEnded = await db.transaction().execute(async (trx) => {
    if (!(await createPublishStore(trx).end(token, node, state, said))) return false
    const traces = createPublishTraceStore(trx)
    // A stage that failed has its own record; a deploy that was stopped from outside gets this one.
    if (state !== 'failed' || (await traces.list(token)).every((row) => row.state === 1)) {
      const owner = { token, projectId: project.id, projectName: project.name, publisherId, publisherName }
      const entry = { type: TraceType.PublishFinish, isOk, startTime: Date.now(), detail: said, ext: {} }
      await traces.add(owner, entry)
    }
    await settleProject(trx, project.id)
    await hooks.ended({ publish, project, state, reason: said, commit: run.commit, targets: run.targets }, trx)
    return true
  })
  if (!hasEnded) return
  if (isOk) frames.moved(run, SocketProjectState.Success, 'Success', run.commit)
  else frames.moved(run, SocketProjectState.Failed, said)
  frames.queueMoved(project.namespaceId)
}
