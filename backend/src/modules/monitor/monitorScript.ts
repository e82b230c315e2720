import { ScriptPlace } from '@windlass/shared-kit/contract/monitor'
import type { Env } from '../../env.ts'
import { failed } from '../../platform/errors.ts'
import { programEnv } from '../../platform/programEnv.ts'
import { runProgram } from '../../platform/runProgram.ts'
import { type CheckTools, secondsOf } from './checks/check.ts'
import { type CheckColumns, isHostScript } from './monitorInput.ts'
import { runServerScript } from './serverScript.ts'

const KEPT_BYTES = 4096
/** A script that puts something right again needs longer than a look. */
const SHORTEST_SECONDS = 60

/** What scripts lean on besides what checks do. */
export interface ScriptTools extends CheckTools {
  env: Pick<Env, 'MONITOR_HOST_SCRIPTS'>
}

/** Which script, and for which of the items. */
export interface ScriptTurn {
  namespaceId: number
  columns: CheckColumns
  which: 'success' | 'fail'
  item: string
  signal?: AbortSignal | undefined
}

const outcome = (code: number, output: string) => {
  if (code !== 0) throw failed(`the script failed with exit status ${code}${output === '' ? '' : `\n${output}`}`)
}

async function runOnHost(script: string, { env }: ScriptTools, signal: AbortSignal): Promise<void> {
  if (!env.MONITOR_HOST_SCRIPTS) {
    throw failed('scripts on the console’s own machine are not allowed here (MONITOR_HOST_SCRIPTS)')
  }
  const result = await runProgram('sh', ['-c', script], { env: programEnv(), signal, keepBytes: KEPT_BYTES })
  if (result.startError !== '') throw failed(result.startError)
  outcome(result.code, `${result.stdout}${result.stderr}`.trim())
}

/** Runs the success or the fail script; nothing when it is empty. @throws AppError when it did not end well */
export async function runMonitorScript(turn: ScriptTurn, tools: ScriptTools): Promise<void> {
  const { columns, which, item, namespaceId } = turn
  const script = which === 'success' ? columns.successScript : columns.failScript
  if (script.trim() === '') return
  const serverId = which === 'success' ? columns.successServerId : columns.failServerId
  const seconds = Math.max(secondsOf(columns.target), SHORTEST_SECONDS)
  const limit = AbortSignal.timeout(seconds * 1000)
  const signal = turn.signal ? AbortSignal.any([turn.signal, limit]) : limit
  try {
    if (isHostScript(columns.type, serverId)) return await runOnHost(script, tools, signal)
    const target = await tools.servers.target(namespaceId, serverId === ScriptPlace.Follow ? Number(item) : serverId)
    const { code, output } = await runServerScript(tools.ssh, target, { script, signal })
    outcome(code, output)
  } catch (error) {
    if (limit.aborted) throw failed(`the script did not end within ${seconds} s and was ended`)
    throw error
  }
}
