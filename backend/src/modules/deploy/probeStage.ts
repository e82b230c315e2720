import { setTimeout as wait } from 'node:timers/promises'
import { TraceType } from '@windlass/shared-kit/contract'
import type { HealthProbe } from '@windlass/shared-kit/contract/deployPolicy'
import { maskText } from '../../platform/masker.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { readPolicy } from '../project/projectPolicy.ts'
import { StageError } from './deployError.ts'
import type { DeployRun } from './deployRun.ts'
import { askProbe } from './probe.ts'
import { type ServerTools, targetVariables } from './serverTools.ts'
import { commitVariables, customVariables, substitute } from './variables.ts'

/** The name of the step in the trace. */
const PROBE_STEP = 'health probe'

function targetOf(run: DeployRun, target: SshTarget, probe: HealthProbe): string {
  const known = { ...commitVariables(run.commit), ...targetVariables(run, target) }
  return substitute(probe.target, { ...known, ...customVariables(run.request.script.customVariables, known) })
}

/** Asks as often as the policy allows until the server is healthy. @throws StageError when it never is */
export async function proveHealthy(run: DeployRun, { ssh }: ServerTools, target: SshTarget): Promise<void> {
  const { probe } = readPolicy(run.project.policy)
  if (probe === null) return
  const { serverId, name } = target
  const source = { stage: 'probe' as const, serverId, serverName: name }
  const ready = { ...probe, target: targetOf(run, target, probe) }
  await run.setServer(serverId, { phase: 'probe' })
  const ext = { serverId, serverName: name, step: PROBE_STEP, command: ready.target }
  await run.traced({ type: TraceType.AfterDeploy, ext, source }, async () => {
    const sink = run.log.sink(source)
    const way = { ssh, target, signal: run.signal, onOutput: (text: string) => sink.take(Buffer.from(text), 'out') }
    let last = ''
    for (let attempt = 1; attempt <= ready.attempts; attempt++) {
      const { isHealthy, message } = await askProbe(ready, way)
      last = maskText(message, run.secrets)
      run.log.info(source, `health probe ${attempt} of ${ready.attempts}: ${last}`)
      if (isHealthy) {
        sink.end()
        return { detail: last, result: undefined }
      }
      if (attempt < ready.attempts) await wait(ready.intervalSeconds * 1e3, undefined, { signal: run.signal })
    }
    sink.end()
    throw new StageError(`${name}: not healthy: ${last}`)
  })
}
