import { rm } from 'node:fs/promises'
import { TraceType } from '@windlass/shared-kit/contract'
import { readPolicy } from '../project/projectPolicy.ts'
import type { Artefacts } from './artefacts.ts'
import { reasonOf } from './deployError.ts'
import type { DeployParts } from './deployParts.ts'
import type { DeployRun } from './deployRun.ts'
import { HOST } from './hostScript.ts'
import type { PublishStore } from './publish.store.ts'

/** What keeping and taking artefacts needs. */
export interface ArtefactTools {
  artefacts: Artefacts
  projectFiles: DeployParts['projectFiles']
  store: PublishStore
}

const SHORT_DIGEST = 12

/** Keeps the files of a deploy that went to all its servers, where another project may get them next. */
export async function keepArtefact(run: DeployRun, { artefacts, store }: ArtefactTools): Promise<void> {
  if (readPolicy(run.project.policy).promoteToId === 0) return
  const { token } = run.publish
  const projectId = run.project.id
  try {
    const { digest, files } = await artefacts.keep(run.workFolder, { token, projectId }, run.signal)
    const what = `artefact ${digest.slice(0, SHORT_DIGEST)} of ${files} files`
    run.log.info({ stage: 'transfer', ...HOST }, `${what} is kept for promotion`)
    const used = new Set(await store.artefactsInUse())
    await artefacts.prune(projectId, (kept) => used.has(kept))
  } catch (error) {
    run.signal.throwIfAborted()
    // The servers have their files; only the promotion will not be offered.
    run.log.info({ stage: 'transfer', ...HOST }, `the files are not kept for promotion: ${reasonOf(error)}`)
  }
}

/** Takes the files of another project's deploy instead of a pull, and lays this project's own files over them. */
export async function takeArtefact(run: DeployRun, { artefacts, projectFiles }: ArtefactTools): Promise<void> {
  const { artefact } = run.request
  if (!artefact) return
  const source = { stage: 'pull' as const, ...HOST }
  await run.enter('pull', 'Take artefact')
  await run.traced({ type: TraceType.Pull, ext: { script: run.request.script }, source }, async () => {
    const { digest, files } = await artefacts.take(artefact.token, run.workFolder, run.signal)
    const what = `artefact ${digest.slice(0, SHORT_DIGEST)} of ${files} files`
    const detail = `${what}, as deployed to ${artefact.projectName} by ${artefact.token}; no pull, no script after it`
    run.log.info(source, detail)
    const names = await projectFiles.layOver(run.project.id, run.workFolder, run.signal)
    if (names.length > 0) run.log.info(source, `project files: ${names.join(', ')}`)
    return { detail, ext: run.commit, result: undefined }
  })
}

/** Removes the files that were taken, once the deploy has ended. */
export async function dropTaken(run: DeployRun): Promise<void> {
  if (run.request.artefact) await rm(run.workFolder, { recursive: true, force: true })
}
