import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { TraceType } from '@windlass/shared-kit/contract'
import type { ScriptBlock } from '@windlass/shared-kit/contract/project'
import type { Env } from '../../env.ts'
import { maskText } from '../../platform/masker.ts'
import { programEnv } from '../../platform/programEnv.ts'
import { type ProgramResult, runProgram } from '../../platform/runProgram.ts'
import { createBoundedText } from './boundedText.ts'
import { containerEnd, containerPieces, piecesOrRecord } from './containerPieces.ts'
import { removeHostContainers } from './containerRemoval.ts'
import { StageError } from './deployError.ts'
import type { LogSource } from './deployLog.ts'
import type { DeployRun } from './deployRun.ts'
import { extensionOf, interpreterOf, otherInterpreter } from './interpreter.ts'
import { hostVariables } from './runVariables.ts'
import { substitute, type Variables } from './variables.ts'

type HostEnv = Pick<Env, 'DATA_DIR' | 'SCRIPT_TIMEOUT_SECONDS' | 'CONTAINER_ENGINE'>
type HostStage = 'afterPull' | 'finish'

/** The console's own machine, as the source of log entries. */
export const HOST = { serverId: 0, serverName: '' }

const TEXTS = {
  afterPull: { type: TraceType.AfterPull, place: 'after the pull' },
  finish: { type: TraceType.DeployFinish, place: 'at the end' },
} as const

/** The variables as environment; what the system itself needs (PATH, HOME) is not theirs to change. */
function scriptEnv(variables: Variables): Record<string, string> {
  const base = programEnv()
  const added = Object.entries(variables).filter(([name, value]) => !(name in base) && !value.includes('\0'))
  return { ...base, ...Object.fromEntries(added) }
}

/** Says how a program ended when it did not succeed. */
export function endOf(name: string, result: ProgramResult, seconds: number): string {
  if (result.startError !== '') return `${name}: ${result.startError}`
  if (result.isTimedOut) return `${name} did not end within ${seconds} s and was ended`
  return result.signal === ''
    ? `${name} failed with exit status ${result.code}`
    : `${name} was ended by the signal ${result.signal}`
}

/** One program on this machine: the whole script, or one step of a pipeline. */
interface Piece {
  /** How sentences call it. */
  name: string
  /** What the record of the trace shows of it. */
  ext: { script: string; step?: string }
  extension: string
  text: string
  programs: readonly string[]
  env: Record<string, string>
  isContainer: boolean
}

// Outside of the working copy: the script is neither deployed nor left there after a failure.
const folderOf = ({ publish }: DeployRun, { DATA_DIR }: HostEnv) => path.join(DATA_DIR, 'deploy', publish.token)

/** Runs one program to its end; of several names of it the first that is installed. */
async function startPiece(
  run: DeployRun,
  {
    seconds,
    file,
    onOutput,
  }: { seconds: number; file: string; onOutput: (chunk: Buffer, stream: 'out' | 'err') => void },
  { programs, env }: Piece,
): Promise<ProgramResult> {
  const { workFolder: cwd, signal, onSpawn } = run
  const options = { cwd, env, signal, timeoutMs: seconds * 1e3, onOutput, onSpawn, keepBytes: 0 }
  const [program = 'sh', other] = programs
  const first = await runProgram(program, [file], options)
  return first.startError !== '' && other !== undefined ? runProgram(other, [file], options) : first
}

async function runPiece(run: DeployRun, env: HostEnv, stage: HostStage, piece: Piece): Promise<void> {
  const source: LogSource = { stage, ...HOST }
  const folder = folderOf(run, env)
  await run.traced({ type: TEXTS[stage].type, ext: piece.ext, source }, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = path.join(folder, `${stage}.${piece.extension}`)
    await writeFile(file, piece.text, { mode: 0o700 })
    const output = createBoundedText()
    const sink = run.log.sink(source, output.add)
    const seconds = env.SCRIPT_TIMEOUT_SECONDS
    let hasEnded = false
    try {
      const result = await startPiece(run, { seconds, file, onOutput: sink.take }, piece)
      sink.end()
      hasEnded = !result.isTimedOut && result.signal === ''
      if (result.code === 0) return { detail: output.text(), result: undefined }
      const isByItself = piece.isContainer && hasEnded
      const end = isByItself
        ? `${piece.name} ${containerEnd(result.code, output.text())}`
        : endOf(piece.name, result, seconds)
      throw new StageError(end, maskText(output.text(), run.secrets))
    } finally {
      // Ending the program that started a container does not end the container.
      if (piece.isContainer && !hasEnded) await removeHostContainers(run, env)
      await rm(folder, { recursive: true, force: true })
    }
  })
}

/** Runs the steps of a pipeline one after another, each in a container of its own. */
async function runSteps(run: DeployRun, env: HostEnv, stage: HostStage, content: string): Promise<void> {
  const { type, place } = TEXTS[stage]
  const where = {
    engine: env.CONTAINER_ENGINE,
    where: "the console's machine",
    source: run.workFolder,
    serverId: 0,
    stage,
    variables: hostVariables(run),
  }
  const record = { type, ext: { script: content }, source: { stage, ...HOST } }
  const pieces = await piecesOrRecord(run, record, () => containerPieces(run, content, where))
  for (const { name, script, program } of pieces) {
    await runPiece(run, env, stage, {
      name: `the step "${name}" ${place}`,
      ext: { script, step: name },
      extension: 'sh',
      text: program,
      programs: ['sh'],
      env: programEnv(),
      isContainer: true,
    })
  }
}

/** Runs a script of the project on the console's machine; nothing when it is empty. */
export async function runHostScript(
  run: DeployRun,
  env: HostEnv,
  stage: HostStage,
  { mode, content }: ScriptBlock,
): Promise<void> {
  if (content === '') return
  if (mode === 'yaml') return runSteps(run, env, stage, content)
  const variables = hostVariables(run)
  const script = substitute(content, variables)
  const program = interpreterOf(mode)
  const other = otherInterpreter(program)
  await runPiece(run, env, stage, {
    name: `the script ${TEXTS[stage].place}`,
    ext: { script },
    extension: extensionOf(mode),
    text: script,
    programs: other === undefined ? [program] : [program, other],
    env: scriptEnv(variables),
    isContainer: false,
  })
}

/** Removes what the scripts of a console that is gone have left on this machine. */
export async function forgetHostScript(run: DeployRun, env: HostEnv): Promise<void> {
  const { afterPull, deployFinish } = run.request.script
  await rm(folderOf(run, env), { recursive: true, force: true })
  if ([afterPull, deployFinish].some(({ mode }) => mode === 'yaml')) await removeHostContainers(run, env)
}
