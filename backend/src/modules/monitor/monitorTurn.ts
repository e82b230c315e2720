import { MonitorType } from '@windlass/shared-kit/contract/monitor'
import type { Logger } from 'pino'
import { createLane, type Lane } from '../../platform/lane.ts'
import { expiringCertificate } from './checks/expiringCertificate.ts'
import { failureText } from './checks/failureText.ts'
import { type CheckResult, runCheck } from './checks/runCheck.ts'
import { judge, type Verdict } from './judge.ts'
import { checkColumnsOf } from './monitorRow.ts'
import { runMonitorScript, type ScriptTools } from './monitorScript.ts'
import type { Quiet } from './quiet.ts'
import type { Recorder } from './recorder.ts'
import { stateOf, type Watched } from './watched.ts'
import type { WriteBehind } from './writeBehind.ts'

/** What one turn of a monitor leans on. */
export interface TurnParts {
  tools: ScriptTools
  quiet: Quiet
  recorder: Recorder
  written: WriteBehind
  log: Logger
  /** Aborts when the server stops. */
  signal: AbortSignal
  /** Whether this node still looks after it as it is here: not edited, not removed, not taken over. */
  isCurrent(watched: Watched): boolean
  /** The monitor belongs to another node now. */
  drop(watched: Watched): void
}

const HOUR_MS = 3_600_000

/**
 * How many checks run side by side on a node. Each kind has a lane of its own, so that servers that hang do not delay
 * sites. A socket costs nothing while it waits; a ping is a process, and each SSH check a connection.
 */
const createLanes = (): Record<number, Lane> => {
  const network = createLane(2_000)
  const servers = createLane(64)
  return {
    [MonitorType.Site]: network,
    [MonitorType.Port]: network,
    [MonitorType.Ping]: createLane(100),
    [MonitorType.Process]: servers,
    [MonitorType.Script]: servers,
  }
}

const textOf = (watched: Watched, { tell }: Verdict, { error }: CheckResult): string =>
  tell === 'up' ? failureText(`${watched.monitor.name} is up again. It was down: ${watched.standing.error}`) : error

/** Writes down what people are told; when that fails, the count grows and the next failure tries again. */
async function tell(watched: Watched, verdict: Verdict, result: CheckResult, parts: TurnParts): Promise<boolean> {
  const before = watched.standing
  const text = textOf(watched, verdict, result)
  watched.standing = verdict.standing
  try {
    const { monitor } = watched
    const now = Date.now()
    const event = verdict.tell === 'up' ? 'up' : 'down'
    if (await parts.recorder.record({ monitor, state: stateOf(watched), event, text, now })) {
      if (event === 'down') watched.monitor = { ...monitor, errorContent: text }
      return true
    }
    parts.drop(watched)
  } catch (error) {
    parts.log.error({ err: error, monitor: watched.monitor.id }, 'a notice of a monitor cannot be recorded')
    watched.standing =
      verdict.tell === 'up' ? before : { ...before, failures: before.failures + 1, error: result.error }
  }
  return false
}

/** Runs a script beside the checks; one that is still running is not joined by another. */
async function runScripts(watched: Watched, verdict: Verdict, result: CheckResult, parts: TurnParts): Promise<void> {
  const which = verdict.script
  if (which === '' || watched.isScriptRunning) return
  const columns = checkColumnsOf(watched.monitor)
  const items = which === 'fail' ? [result.failedItem] : (columns.target.items ?? [])
  const { namespaceId, id } = watched.monitor
  watched.isScriptRunning = true
  for (const item of items) {
    try {
      await runMonitorScript({ namespaceId, columns, which, item, signal: parts.signal }, parts.tools)
    } catch (error) {
      if (!parts.signal.aborted) parts.log.warn({ err: error, monitor: id, which, item }, 'a monitor’s script failed')
    }
  }
  watched.isScriptRunning = false
}

/** Looks at certificates once an hour, after a check that passed. */
async function lookAtCertificate(watched: Watched, parts: TurnParts): Promise<void> {
  const now = Date.now()
  if (watched.order.certificateDays === 0 || now - watched.certificateLook < HOUR_MS) return
  watched.certificateLook = now
  const found = await expiringCertificate(watched.order, now, parts.signal)
  if (!parts.isCurrent(watched)) return
  watched.certificateTime = found.endTime
  parts.written.touch(watched.monitor.id)
  await parts.recorder.recordCertificate(watched.monitor, found.text, now)
}

/** Creates what checks one monitor once, judges, and does what follows. */
export function createTurn(parts: TurnParts): (watched: Watched) => Promise<void> {
  const lanes = createLanes()

  const quietFor = (watched: Watched, { error }: CheckResult, now: number) =>
    // A pass is judged the same in quiet times, but for its script.
    error === '' && watched.monitor.successScript === ''
      ? Promise.resolve('' as const)
      : parts.quiet.reasonFor(watched.monitor, now, parts.signal)

  return async (watched) => {
    const { monitor, order } = watched
    const check = () => {
      watched.lastCheck = Date.now()
      return runCheck(order, parts.tools, parts.signal)
    }
    const result = await (lanes[order.type]?.run(check) ?? check())
    const now = Date.now()
    const quiet = await quietFor(watched, result, now)
    if (!parts.isCurrent(watched)) return
    watched.latency = result.latency
    const before = watched.standing
    const verdict = judge(before, monitor, { error: result.error, now, quiet })
    // What is not to count is no downtime either.
    if (result.error === '' || quiet === '') {
      const { lastCheck: startTime, latency } = watched
      parts.written.add({ monitorId: monitor.id, startTime, isPassed: result.error === '', latency })
    }
    if (verdict.tell === '') watched.standing = verdict.standing
    else if (!(await tell(watched, verdict, result, parts)) && !parts.isCurrent(watched)) return
    parts.written.touch(monitor.id)
    const hasChanged = before.health !== watched.standing.health || before.quiet !== watched.standing.quiet
    if (hasChanged || verdict.tell !== '') {
      // Whoever is told looks, and must not find what was written before.
      await parts.written.flush()
      await parts.recorder.show(watched.monitor, stateOf(watched))
    }
    // An edit that met the end of a check may have left an incident of the old monitor behind.
    if (before.health === 'waiting' && result.error === '') await parts.recorder.settle(watched.monitor, now)
    void runScripts(watched, verdict, result, parts)
    if (result.error === '') await lookAtCertificate(watched, parts)
  }
}
