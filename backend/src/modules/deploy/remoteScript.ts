import { randomUUID } from 'node:crypto'
import { TraceType } from '@windlass/shared-kit/contract'
import { maskText } from '../../platform/masker.ts'
import {
  attachRemoteStep,
  type FollowOptions,
  removeRemoteStep,
  runRemoteStep,
  type StepEnd,
} from '../../platform/ssh/remoteStep.ts'
import type { StepProgram } from '../../platform/ssh/remoteStepScript.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { createBoundedText } from './boundedText.ts'
import { containerEnd, containerPieces, piecesOrRecord } from './containerPieces.ts'
import { removeServerContainers } from './containerRemoval.ts'
import { reasonOf, StageError } from './deployError.ts'
import type { LogSource } from './deployLog.ts'
import { type DeployRun, halt } from './deployRun.ts'
import { interpreterOf, otherInterpreter } from './interpreter.ts'
import { remoteVariables, serialOf } from './runVariables.ts'
import type { ServerTools, ServerTurn } from './serverTools.ts'
import { substitute, type Variables } from './variables.ts'

const sourceOf = (target: SshTarget): LogSource => ({
  stage: 'afterDeploy',
  serverId: target.serverId,
  serverName: target.name,
})

/** Chosen on the server, where alone it is known which of two names is there. */
const interpreterWords = (mode: string): string[] => {
  const program = interpreterOf(mode)
  const other = otherInterpreter(program)
  if (other === undefined) return [program]
  return ['sh', '-c', `command -v ${program} > /dev/null 2>&1 && exec ${program} "$1"; exec ${other} "$1"`, 'sh']
}

/** One program on a server: the whole script, or one step of a pipeline. */
interface Piece {
  /** As it is shown. */
  script: string
  /** What a step of a pipeline is called. */
  step?: string | undefined
  /** Its place in the pipeline; absent for a script. */
  index?: number | undefined
}

interface Follow {
  run: DeployRun
  tools: ServerTools
  target: SshTarget
  piece: Piece
}

const nameOf = ({ step, index }: Piece): string =>
  index === undefined ? 'the script after the deploy' : `the step "${step}" after the deploy`

const endOf = ({ index }: Piece, { code, signal }: StepEnd, output: string): string => {
  if (signal !== undefined) return `was ended by ${signal}`
  return index === undefined ? `failed with exit status ${code}` : containerEnd(code, output)
}

/** Follows a step and puts what it says into the log; its place there is kept with every piece. */
function following({ run, tools, target, piece }: Follow, step: { id: string; offset: number }) {
  const output = createBoundedText()
  const sink = run.log.sink(sourceOf(target), output.add)
  const seconds = tools.env.SCRIPT_TIMEOUT_SECONDS
  const options: FollowOptions = {
    ...step,
    signal: run.signal,
    timeoutMs: seconds * 1e3,
    keepFiles: true,
    onOutput: (text, offset) => sink.take(Buffer.from(text), 'out', offset),
  }
  const name = `${target.name}: ${nameOf(piece)}`
  const check = (end: StepEnd): string => {
    sink.end()
    if (end.code === 0) return output.text()
    throw new StageError(`${name} ${endOf(piece, end, output.text())}`, maskText(output.text(), run.secrets))
  }
  const explain = async (error: unknown): Promise<never> => {
    if (run.isDetached) await halt()
    run.signal.throwIfAborted()
    if (error instanceof StageError) throw error
    sink.end()
    throw new StageError(`${name}: ${reasonOf(error)}`, maskText(output.text(), run.secrets))
  }
  return { options, check, explain }
}

/** The outcome is written down, so the files of the step are of no use any more. */
async function forgetStep(run: DeployRun, { ssh }: ServerTools, target: SshTarget): Promise<void> {
  const { step } = run.progress.servers[target.serverId] ?? {}
  if (step === undefined || run.isDetached) return
  await removeRemoteStep(ssh, target, step).catch((error: unknown) => {
    run.log.info(sourceOf(target), `the files of the script could not be removed: ${reasonOf(error)}`)
  })
}

interface PieceRun extends Piece {
  program: StepProgram
  /** Done before it, in the same record of the trace. */
  first?: ((source: LogSource) => Promise<void>) | undefined
}

const extOf = (target: SshTarget, { script, step }: Piece) => ({
  serverId: target.serverId,
  serverName: target.name,
  script,
  ...(step !== undefined && { step }),
})

/** After a step of a pipeline that did not end by itself its container may go on. */
const removeContainer = (run: DeployRun, tools: ServerTools, target: SshTarget, piece: Piece) =>
  piece.index === undefined ? undefined : removeServerContainers(run, tools, target)

/** Runs one program on a server, with its record in the trace. */
async function runPiece(run: DeployRun, tools: ServerTools, target: SshTarget, piece: PieceRun): Promise<void> {
  const source = sourceOf(target)
  const startTime = Date.now()
  await run
    .traced({ type: TraceType.AfterDeploy, ext: extOf(target, piece), source, startTime }, async () => {
      try {
        await piece.first?.(source)
      } catch (error) {
        throw new StageError(`${target.name}: ${reasonOf(error)}`)
      }
      if (piece.program.script === '') return { detail: '', result: undefined }
      const id = randomUUID()
      // The log of this step begins here: the place where an earlier one ended means nothing to it.
      await run.log.flush()
      // Written down before it starts: a console that dies in between looks for it and finds the truth.
      const { step: stepName, index: stepIndex } = piece
      const known = { step: id, startTime, script: maskText(piece.script, run.secrets), logStart: run.log.offset() }
      await run.setServer(target.serverId, { phase: 'script', ...known, stepName, stepIndex })
      const { options, check, explain } = following({ run, tools, target, piece }, { id, offset: 0 })
      const end = await runRemoteStep(tools.ssh, target, { ...options, ...piece.program }).catch(explain)
      return { detail: check(end), result: undefined }
    })
    .catch(async (error: unknown) => {
      await removeContainer(run, tools, target, piece)
      throw error
    })
    .finally(() => forgetStep(run, tools, target))
}

/** Runs the steps of a pipeline on a server, one after another, each in a container of its own. */
async function runPipelineFrom(run: DeployRun, tools: ServerTools, turn: ServerTurn, from: number): Promise<void> {
  const { target } = turn
  const { content } = run.request.script.afterDeploy
  const place = {
    engine: tools.env.CONTAINER_ENGINE,
    where: target.name,
    source: run.project.path,
    stage: 'afterDeploy',
    serverId: target.serverId,
    variables: remoteVariables(run, turn),
  }
  const piece = { type: TraceType.AfterDeploy, ext: extOf(target, { script: content }), source: sourceOf(target) }
  const pieces = await piecesOrRecord(run, piece, () => containerPieces(run, content, place))
  for (const [index, { name, script, program }] of pieces.entries()) {
    if (index < from) continue
    await runPiece(run, tools, target, { script, step: name, index, program: { script: program } })
  }
}

const isPipeline = ({ mode, content }: { mode: string; content: string }) => mode === 'yaml' && content !== ''

/** Switches the link (`first`) and runs the project's script on a server. */
export async function runRemoteScript(
  run: DeployRun,
  tools: ServerTools,
  turn: ServerTurn & { first: (source: LogSource) => Promise<void>; step?: string },
): Promise<void> {
  const { target, first, step } = turn
  const { afterDeploy } = run.request.script
  if (isPipeline(afterDeploy)) {
    // The link first: the steps work in the directory that is live by then.
    if (run.project.symlinkPath !== '') {
      await runPiece(run, tools, target, { script: '', step, program: { script: '' }, first })
    }
    return runPipelineFrom(run, tools, turn, 0)
  }
  const env: Variables = remoteVariables(run, turn)
  const script = substitute(afterDeploy.content, env)
  const interpreter = interpreterWords(afterDeploy.mode)
  await runPiece(run, tools, target, { script, step, program: { script, interpreter, env }, first })
}

/** Takes up the script that a console which is gone has left running on a server, and records how it ends. */
export async function attachRemoteScript(
  run: DeployRun,
  tools: ServerTools,
  { target, offset }: { target: SshTarget; offset: number },
): Promise<void> {
  const known = run.progress.servers[target.serverId]
  const { step = '', script = '', startTime = Date.now(), stepName, stepIndex } = known ?? {}
  const source = sourceOf(target)
  const piece: Piece = { script, step: stepName, index: stepIndex }
  run.log.info(source, 'the console was restarted and follows the script again')
  await run
    .traced({ type: TraceType.AfterDeploy, ext: extOf(target, piece), source, startTime }, async () => {
      const { options, check, explain } = following({ run, tools, target, piece }, { id: step, offset })
      const end = await attachRemoteStep(tools.ssh, target, options).catch(explain)
      return { detail: check(end), result: undefined }
    })
    .catch(async (error: unknown) => {
      await removeContainer(run, tools, target, piece)
      throw error
    })
    .finally(() => forgetStep(run, tools, target))
  if (stepIndex !== undefined) {
    await runPipelineFrom(run, tools, { target, serial: serialOf(run, target) }, stepIndex + 1)
  }
  await run.setServer(target.serverId, { phase: 'done' })
}
