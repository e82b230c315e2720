import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { TraceType } from '@windlass/shared-kit/contract'
import type { ScriptBlock } from '@windlass/shared-kit/contract/project'
import type { Env } from '../../env.ts'
import { programEnv } from '../../platform/programEnv.ts'
import { type ProgramResult, runProgram } from '../../platform/runProgram.ts'
import { createBoundedText } from './boundedText.ts'
import { StageError } from './deployError.ts'
import type { LogSource } from './deployLog.ts'
import type { DeployRun } from './deployRun.ts'
import { extensionOf, interpreterOf, otherInterpreter } from './interpreter.ts'
import { maskText } from './masker.ts'
import { commitVariables, customVariables, projectVariables, substitute, type Variables } from './variables.ts'

/** The console's own machine, as the source of log entries. */
export const HOST = { serverId: 0, serverName: '' }

const TEXTS = {
  afterPull: { type: TraceType.AfterPull, name: 'the script after the pull' },
  finish: { type: TraceType.DeployFinish, name: 'the script at the end' },
} as const

const serversJson = ({ targets }: DeployRun): string =>
  JSON.stringify(
    targets.map((target) => ({
      id: target.serverId,
      name: target.name,
      ip: target.host,
      port: target.port,
      owner: target.user,
      path: target.keyPath,
      password: target.password,
      os: target.os,
      jumpIP: target.jump?.host ?? '',
      jumpPort: target.jump?.port ?? 0,
      jumpOwner: target.jump?.user ?? '',
      jumpPath: target.jump?.keyPath ?? '',
      jumpPassword: target.jump?.password ?? '',
    })),
  )

/** Everything a script on this machine may name. */
function hostVariables(run: DeployRun): Variables {
  const known: Variables = {
    ...commitVariables(run.commit),
    ...projectVariables(run.project, run.publish.token, run.workFolder),
    PROJECT_SERVERS: run.targets.length === 0 ? 'null' : serversJson(run),
  }
  return { ...known, ...customVariables(run.request.script.customVariables, known) }
}

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

/** Runs a script of the project on the console's machine; nothing when it is empty. */
export async function runHostScript(
  run: DeployRun,
  env: Pick<Env, 'DATA_DIR' | 'SCRIPT_TIMEOUT_SECONDS'>,
  stage: 'afterPull' | 'finish',
  { mode, content }: ScriptBlock,
): Promise<void> {
  if (content === '') return
  const variables = hostVariables(run)
  const script = substitute(content, variables)
  const source: LogSource = { stage, ...HOST }
  const { type, name } = TEXTS[stage]
  // Outside of the working copy: the script is neither deployed nor left there after a failure.
  const folder = path.join(env.DATA_DIR, 'deploy', run.publish.token)
  await run.traced({ type, ext: { script }, source }, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = path.join(folder, `${stage}.${extensionOf(mode)}`)
    await writeFile(file, script, { mode: 0o700 })
    const output = createBoundedText()
    const sink = run.log.sink(source, output.add)
    const seconds = env.SCRIPT_TIMEOUT_SECONDS
    const start = (program: string) =>
      runProgram(program, [file], {
        cwd: run.workFolder,
        env: scriptEnv(variables),
        signal: run.signal,
        timeoutMs: seconds * 1e3,
        onOutput: sink.take,
        onSpawn: run.onSpawn,
        keepBytes: 0,
      })
    try {
      const program = interpreterOf(mode)
      const other = otherInterpreter(program)
      const first = await start(program)
      const result = first.startError !== '' && other !== undefined ? await start(other) : first
      sink.end()
      if (result.code !== 0) {
        throw new StageError(endOf(name, result, seconds), maskText(output.text(), run.secrets))
      }
      return { detail: output.text(), result: undefined }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}
