import { TraceType } from '@windlass/shared-kit/contract'
import type { CommitInfo } from '@windlass/shared-kit/contract/repository'
import type { Env } from '../../env.ts'
import type { RepositoryService } from '../repository/repository.service.ts'
import { reasonOf, StageError } from './deployError.ts'
import type { DeployRun } from './deployRun.ts'
import { HOST, runHostScript } from './hostScript.ts'
import { serveTarget } from './serverStage.ts'
import type { ServerTools } from './serverTools.ts'

/** What the stages of a deploy need of the platform. */
export interface PipelineTools extends ServerTools {
  env: Pick<Env, 'SCRIPT_TIMEOUT_SECONDS' | 'DATA_DIR'>
  repositories: RepositoryService
}

/** Servers that are served at once. */
const AT_ONCE = 10
/** The first clone of a large repository takes its time. */
const PULL_MS = 3_600_000

async function pull(run: DeployRun, { repositories }: PipelineTools): Promise<void> {
  const { project, request } = run
  const source = { stage: 'pull' as const, ...HOST }
  await run.enter('pull', 'Repo follow')
  const piece = { type: TraceType.Pull, ext: { script: request.script }, source }
  const commit = await run.traced(piece, async () => {
    const sink = run.log.sink(source)
    const target = { branch: project.branch, commit: request.commit }
    const { commit: found, remarks } = await repositories
      .follow(project, target, {
        signal: run.signal,
        onSpawn: run.onSpawn,
        timeoutMs: PULL_MS,
        // What git answers on its other stream is for us, not for people.
        onOutput: (chunk, stream) => stream === 'err' && sink.take(chunk, stream),
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

/** Runs the work on each server, some at once; answers what went wrong, by server. */
async function serveAll(run: DeployRun, tools: ServerTools, atOnce: number): Promise<Map<string, string>> {
  const isSerial = atOnce === 1
  const problems = new Map<string, string>()
  const waiting = run.targets.map((target, index) => ({ target, serial: isSerial ? index + 1 : 0 }))
  const work = async () => {
    for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) {
      const { target } = turn
      if (run.signal.aborted) return
      try {
        await serveTarget(run, tools, turn)
      } catch (error) {
        problems.set(target.name, reasonOf(error))
        await run.setServer(target.serverId, { phase: 'failed', error: reasonOf(error) })
        if (isSerial) return
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work))
  return problems
}

/** Brings all servers to the release; one after another stops at the first that fails. */
async function serve(run: DeployRun, tools: ServerTools): Promise<void> {
  await run.enter('transfer', 'Sync')
  if (run.targets.length === 0) run.log.info({ stage: 'transfer', ...HOST }, 'the project has no servers')
  const isSerial = run.project.deployServerMode === 'serial'
  const problems = await serveAll(run, tools, isSerial ? 1 : AT_ONCE)
  run.signal.throwIfAborted()
  if (problems.size === 0) return
  const skipped = run.targets.filter(({ serverId }) => run.progress.servers[serverId] === undefined)
  const untouched = skipped.length === 0 ? '' : `; not touched: ${skipped.map(({ name }) => name).join(', ')}`
  const said = [...problems].map(([name, reason]) => (reason.startsWith(`${name}: `) ? reason : `${name}: ${reason}`))
  throw new StageError(`${said.join(', ')}${untouched}`)
}

/** The last stage, when every server has succeeded. */
export async function finish(run: DeployRun, { env }: PipelineTools): Promise<void> {
  const { deployFinish } = run.request.script
  if (deployFinish.content === '') return
  await run.enter('finish', 'Run finish script')
  await runHostScript(run, env, 'finish', deployFinish)
}

/** Runs a deploy from the pull to the last script. @throws the reason why it did not succeed */
export async function runPipeline(run: DeployRun, tools: PipelineTools): Promise<void> {
  await pull(run, tools)
  const { afterPull } = run.request.script
  if (afterPull.content !== '') {
    await run.enter('afterPull', 'Run pull script')
    await runHostScript(run, tools.env, 'afterPull', afterPull)
  }
  await serve(run, tools)
  await finish(run, tools)
}
