import { TraceType } from '@windlass/shared-kit/contract'
import { reasonOf, StageError } from './deployError.ts'
import type { DeployParts } from './deployParts.ts'
import type { DeployRun } from './deployRun.ts'
import { HOST } from './hostScript.ts'

/** Puts the files of the project over the working copy. Only a failure has a record, as existing clients expect. */
export async function addProjectFiles(run: DeployRun, { copyInto }: DeployParts['projectFiles']): Promise<void> {
  const source = { stage: 'pull' as const, ...HOST }
  try {
    const names = await copyInto(run.project.id, run.workFolder, run.signal)
    if (names.length > 0) run.log.info(source, `project files: ${names.join(', ')}`)
  } catch (error) {
    const problem = new StageError(`project files: ${reasonOf(error)}`)
    await run.traced({ type: TraceType.AfterPull, ext: {}, source }, () => Promise.reject(problem))
  }
}
