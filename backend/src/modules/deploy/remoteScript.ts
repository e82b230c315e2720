import { randomUUID } from 'node:crypto'
import { TraceType } from '@windlass/shared-kit/contract'
import {
  attachRemoteStep,
  type FollowOptions,
  removeRemoteStep,
  runRemoteStep,
  type StepEnd,
} from '../../platform/ssh/remoteStep.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { createBoundedText } from './boundedText.ts'
import { reasonOf, StageError } from './deployError.ts'
import type { LogSource } from './deployLog.ts'
import { type DeployRun, halt } from './deployRun.ts'
import { interpreterOf, otherInterpreter } from './interpreter.ts'
import { maskText } from './masker.ts'
import { type ServerTools, type ServerTurn, targetVariables } from './serverTools.ts'
import { customVariables, substitute, type Variables } from './variables.ts'

/** Other people on the server see command lines, so these are not exported on one. */
const NOT_EXPORTED: ReadonlySet<string> = new Set(['REPOSITORY_URL', 'SERVER_PASSWORD', 'SERVER_JUMP_PASSWORD'])
const hasControl = (text: string): boolean => [...text].some((char) => char < ' ' || char === '\u007f')

/** Everything a script on a server may name. */
function remoteVariables(run: DeployRun, { target, serial }: ServerTurn): Variables {
  const known: Variables = {
    ...targetVariables(run, target),
    SERVER_TOTAL_NUMBER: String(run.targets.length),
    SERVER_SERIAL_NUMBER: String(serial),
  }
  return { ...known, ...customVariables(run.request.script.customVariables, known) }
}

const exported = (run: DeployRun, variables: Variables): string[] => {
  const custom = new Set((run.request.script.customVariables ?? []).map(({ name }) => name))
  return Object.entries(variables)
    .filter(([name, value]) => !NOT_EXPORTED.has(name) && !custom.has(name) && !hasControl(value))
    .map(([name, value]) => `${name}=${maskText(value, run.secrets)}`)
}

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

interface Follow {
  run: DeployRun
  tools: ServerTools
  target: SshTarget
}

/** Follows a step and puts what it says into the log; its place there is kept with every piece. */
function following({ run, tools, target }: Follow, step: { id: string; offset: number }) {
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
  const check = (end: StepEnd): string => {
    sink.end()
    if (end.code === 0) return output.text()
    const how = end.signal === undefined ? `failed with exit status ${end.code}` : `was ended by ${end.signal}`
    throw new StageError(`${target.name}: the script after the deploy ${how}`, maskText(output.text(), run.secrets))
  }
  const explain = async (error: unknown): Promise<never> => {
    if (run.isDetached) await halt()
    run.signal.throwIfAborted()
    if (error instanceof StageError) throw error
    sink.end()
    const message = `${target.name}: the script after the deploy: ${reasonOf(error)}`
    throw new StageError(message, maskText(output.text(), run.secrets))
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

/** Switches the link (`first`) and runs the project's script on a server; both are one record of the trace. */
export async function runRemoteScript(
  run: DeployRun,
  tools: ServerTools,
  turn: ServerTurn & { first: (source: LogSource) => Promise<void> },
): Promise<void> {
  const { target } = turn
  const { mode, content } = run.request.script.afterDeploy
  const variables = remoteVariables(run, turn)
  const script = substitute(content, variables)
  const source = sourceOf(target)
  const ext = { serverId: target.serverId, serverName: target.name, script }
  const startTime = Date.now()
  await run
    .traced({ type: TraceType.AfterDeploy, ext, source, startTime }, async () => {
      try {
        await turn.first(source)
      } catch (error) {
        throw new StageError(`${target.name}: ${reasonOf(error)}`)
      }
      if (content === '') return { detail: '', result: undefined }
      const id = randomUUID()
      // Written down before it starts: a console that dies in between looks for it and finds the truth.
      const shown = maskText(script, run.secrets)
      await run.setServer(target.serverId, { phase: 'script', step: id, startTime, script: shown })
      const { options, check, explain } = following({ run, tools, target }, { id, offset: 0 })
      const interpreter = ['env', ...exported(run, variables), ...interpreterWords(mode)]
      const end = await runRemoteStep(tools.ssh, target, { ...options, script, interpreter }).catch(explain)
      return { detail: check(end), result: undefined }
    })
    .finally(() => forgetStep(run, tools, target))
}

/** Takes up the script that a console which is gone has left running on a server, and records how it ends. */
export async function attachRemoteScript(
  run: DeployRun,
  tools: ServerTools,
  { target, offset }: { target: SshTarget; offset: number },
): Promise<void> {
  const { step = '', script = '', startTime = Date.now() } = run.progress.servers[target.serverId] ?? {}
  const source = sourceOf(target)
  const ext = { serverId: target.serverId, serverName: target.name, script }
  run.log.info(source, 'the console was restarted and follows the script again')
  await run
    .traced({ type: TraceType.AfterDeploy, ext, source, startTime }, async () => {
      const { options, check, explain } = following({ run, tools, target }, { id: step, offset })
      const end = await attachRemoteStep(tools.ssh, target, options).catch(explain)
      return { detail: check(end), result: undefined }
    })
    .finally(() => forgetStep(run, tools, target))
  await run.setServer(target.serverId, { phase: 'done' })
}
