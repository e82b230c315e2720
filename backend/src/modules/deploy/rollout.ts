import { setTimeout as wait } from 'node:timers/promises'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { readPolicy } from '../project/projectPolicy.ts'
import { reasonOf, StageError } from './deployError.ts'
import type { DeployRun } from './deployRun.ts'
import { stopOnDrift } from './driftStage.ts'
import { HOST } from './hostScript.ts'
import { batchesOf, thresholdOf } from './rolloutShape.ts'
import { serveTarget } from './serverStage.ts'
import type { ServerTurn } from './serverTools.ts'
import { goBackOnAll, type WayBackTools } from './wayBack.ts'

/** Servers that are served at once. */
const AT_ONCE = 10

type Problems = Map<SshTarget, string>

/** Runs the work on each server of a batch, some at once; one that fails leaves the others alone. */
async function serveBatch(run: DeployRun, tools: WayBackTools, batch: readonly ServerTurn[], problems: Problems) {
  const waiting = [...batch]
  const work = async () => {
    for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) {
      if (run.signal.aborted) return
      const { target } = turn
      try {
        await serveTarget(run, tools, turn)
      } catch (error) {
        problems.set(target, reasonOf(error))
        await run.setServer(target.serverId, { phase: 'failed', error: reasonOf(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, work))
}

/** Waits between two batches; the end of the wait is written down, so that pages can count down to it. */
async function pause(run: DeployRun, seconds: number, { done, all }: { done: number; all: number }): Promise<void> {
  if (seconds === 0) return
  await run.enter('pause', 'Pause')
  const until = Date.now() + seconds * 1e3
  await run.setRollout({ pauseUntil: until })
  const at = new Date(until).toISOString().slice(11, 19)
  run.log.info(
    { stage: 'pause', ...HOST },
    `batch ${done} of ${all} is done; the next one begins in ${seconds} s, at ${at} UTC`,
  )
  await run.log.flush()
  try {
    await wait(seconds * 1e3, undefined, { signal: run.signal })
  } catch (error) {
    run.signal.throwIfAborted()
    throw error
  }
  await run.setRollout({ pauseUntil: 0 })
  await run.enter('transfer', 'Sync')
}

const namesOf = (targets: readonly SshTarget[]): string => targets.map(({ name }) => name).join(', ')

const untouchedOf = (run: DeployRun): SshTarget[] =>
  run.targets.filter(({ serverId }) => run.progress.servers[serverId] === undefined)

function sentence(run: DeployRun, problems: Problems): string {
  const said = [...problems].map(([{ name }, reason]) =>
    reason.startsWith(`${name}: `) ? reason : `${name}: ${reason}`,
  )
  const untouched = untouchedOf(run)
  return `${said.join(', ')}${untouched.length === 0 ? '' : `; not touched: ${namesOf(untouched)}`}`
}

/** Says that no further batch begins, and brings those already served back where the policy asks for it. */
async function haltRollout(run: DeployRun, tools: WayBackTools, problems: Problems): Promise<string> {
  const haltReason = `${problems.size} of ${run.targets.length} ${run.targets.length === 1 ? 'server' : 'servers'} failed (${namesOf([...problems.keys()])})`
  await run.setRollout({ haltReason })
  if (readPolicy(run.project.policy).onHalt !== 'rollback') return ''
  if (run.project.symlinkPath === '') {
    const remark = 'servers already served keep the new files: without releases there is nothing to go back to'
    run.log.info({ stage: 'rollback', ...HOST }, remark)
    return `; ${remark}`
  }
  await run.enter('rollback', 'Rollback')
  return `; ${await goBackOnAll(run, tools)}`
}

/** Brings all servers to the release, batch by batch. @throws StageError that tells what each server is left with */
export async function serveInBatches(run: DeployRun, tools: WayBackTools): Promise<void> {
  const policy = readPolicy(run.project.policy)
  const isSerial = run.project.deployServerMode === 'serial'
  const turns = run.targets.map((target, index) => ({ target, serial: isSerial ? index + 1 : 0 }))
  const batches = batchesOf(turns, policy.batchSize, isSerial)
  const threshold = thresholdOf(policy.failureThreshold, turns.length)
  await run.enter('transfer', 'Sync')
  if (turns.length === 0) run.log.info({ stage: 'transfer', ...HOST }, 'the project has no servers')
  const named = (batch: ServerTurn[]) =>
    batch.map(({ target }) => ({ serverId: target.serverId, serverName: target.name }))
  await run.setRollout({ batches: batches.map(named) })
  await stopOnDrift(run, tools)
  const problems: Problems = new Map()
  for (const [index, batch] of batches.entries()) {
    if (index > 0) await pause(run, policy.batchPauseSeconds, { done: index, all: batches.length })
    await serveBatch(run, tools, batch, problems)
    run.signal.throwIfAborted()
    if (problems.size < threshold) continue
    const wayBack = await haltRollout(run, tools, problems)
    throw new StageError(`${sentence(run, problems)}${wayBack}`)
  }
  if (problems.size > 0) throw new StageError(sentence(run, problems))
}
