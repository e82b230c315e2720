import { TraceType } from '@windlass/shared-kit/contract'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import type { Env } from '../../env.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { addProjectFiles } from './addProjectFiles.ts'
import { type ArtefactTools, keepArtefact, takeArtefact } from './artefactStage.ts'
import type { DeployRun } from './deployRun.ts'
import { HOST, runHostScript } from './hostScript.ts'
import { serveInBatches } from './rollout.ts'
import type { WayBackTools } from './wayBack.ts'

/** What the stages of a deploy need of the platform. */
export interface PipelineTools extends WayBackTools, ArtefactTools {
  env: Pick<Env, 'SCRIPT_TIMEOUT_SECONDS' | 'DATA_DIR' | 'CONTAINER_ENGINE'>
  repositories: RepositoryService
}

/** The first clone of a large repository takes its time. */
const PULL_MS = 3_600_000

async function pull(run: DeployRun, { repositories, projectFiles }: PipelineTools): Promise<void> {
  const { project, request } = run
  const source = { stage: 'pull' as const, ...HOST }
  await run.enter('pull', 'Repo follow')
  const piece = { type: TraceType.Pull, ext: { script: request.script }, source }
  const commit = await run.traced(piece, async () => {
    const sink = run.log.sink(source)
    const target = { branch: project.branch, commit: request.commit }
    await projectFiles.takeBack(project.id, run.workFolder)
    const { commit: found, remarks } = await repositories
      .follow(project, target, {
        signal: run.signal,
        onSpawn: run.onSpawn,
        timeoutMs: PULL_MS,
        onOutput: (chunk) => sink.take(chunk, 'err'),
      })
      .finally(() => sink.end())
    const branch = request.branch || `origin/${project.branch}`
    const result: CommitInfo = { ...found, branch: project.repoType === 'git' ? branch : '' }
    run.log.info(source, `${result.commit} ${result.message}`.trim())
    for (const remark of remarks) run.log.info(source, remark)
    return { detail: '', ext: result, result }
  })
  await run.saveCommit(commit)
}

/** The last stage, when every server has succeeded. */
export async function finish(run: DeployRun, { env }: PipelineTools): Promise<void> {
  const { deployFinish } = run.request.script
  if (deployFinish.content === '') return
  await run.enter('finish', 'Run finish script')
  await runHostScript(run, env, 'finish', deployFinish)
}

/** Makes the files of a deploy from the repository. */
async function build(run: DeployRun, tools: PipelineTools): Promise<void> {
  await pull(run, tools)
  await addProjectFiles(run, tools.projectFiles)
  const { afterPull } = run.request.script
  if (afterPull.content !== '') {
    await run.enter('afterPull', 'Run pull script')
    await runHostScript(run, tools.env, 'afterPull', afterPull)
  }
}

/** Runs a deploy from the pull to the last script. @throws the reason why it did not succeed */
export async function runPipeline(run: DeployRun, tools: PipelineTools): Promise<void> {
  if (run.request.artefact) await takeArtefact(run, tools)
  else await build(run, tools)
  await serveInBatches(run, tools)
  await keepArtefact(run, tools)
  await finish(run, tools)
}
