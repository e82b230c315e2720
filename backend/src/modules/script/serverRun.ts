import { setTimeout as wait } from 'node:timers/promises'
import {
  type KeptOutput,
  type RunState,
  runFrame,
  SCRIPT_OUTPUT_LENGTH,
} from '@windlass/shared-kit/contract/serverScript'
import { AppError } from '../../platform/errors.ts'
import { createLiveOutput } from '../../platform/liveOutput.ts'
import type { Platform } from '../../platform/platform.ts'
import { serverVariables, substitute } from '../../platform/ssh/serverVariables.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { secretsOf } from '../deploy/variables.ts'
import { createOutputKeeper, shorten } from './keptOutput.ts'
import { runOnServer, type ServerEnd } from './runOnServer.ts'
import type { ScriptRunStore } from './scriptRun.store.ts'

/** Once nothing more is kept of a flood, so much of it is read per second. */
const FLOOD_BYTES_PER_MS = 32 * 1024
/** Of a run that goes on, the end is written down now and then. */
const INTERIM_LENGTH = 64 * 1024

/** What all servers of a run have in common. */
export interface RunPlan {
  id: number
  namespaceId: number
  userId: number
  script: string
  /** Whether the names of the server's own data stand for them. */
  hasVariables: boolean
  env: Readonly<Record<string, string>>
  secrets: readonly string[]
  seconds: number
  /** Of each stream, what is written down in the end. */
  storedLength: number
}

/** What was said on a server. */
export interface ServerOutput {
  stdout: KeptOutput
  stderr: KeptOutput
}

/** A run on one server. */
export interface ServerRun {
  serverId: number
  /** Goes through with it; never rejects. */
  run(): Promise<ServerEnd>
  output(): ServerOutput
  /** Writes down what was said since the last time. */
  save(): Promise<void>
  /** @param reason what is to be told beside its end */
  end(reason?: string): void
}

const unreachable = (reason: string): ServerEnd => ({ state: 'unreachable', code: -1, signal: '', reason })

type Parts = Pick<Platform, 'hub' | 'log' | 'ssh'>

/** What is kept of what a server says. */
function createKept() {
  const keepers = { stdout: createOutputKeeper(SCRIPT_OUTPUT_LENGTH), stderr: createOutputKeeper(SCRIPT_OUTPUT_LENGTH) }
  const output = (): ServerOutput => ({ stdout: keepers.stdout.kept(), stderr: keepers.stderr.kept() })
  return {
    ...keepers,
    output,
    stored: (limit: number): string => {
      const { stdout, stderr } = output()
      return JSON.stringify({ stdout: shorten(stdout, limit), stderr: shorten(stderr, limit) } satisfies ServerOutput)
    },
    /** Not written down yet. */
    isChanged: false,
  }
}

type Kept = ReturnType<typeof createKept>

/** Runs it, shows what it says to whoever started it and keeps it. */
async function runThere({ ssh, hub, log }: Parts, plan: RunPlan, target: SshTarget, kept: Kept, signal: AbortSignal) {
  if (target.os === 'windows' && Object.keys(plan.env).length > 0)
    return unreachable('parameters of templates cannot be handed to Windows servers; write the values into the script')
  const live = createLiveOutput(hub, plan, {
    runId: runFrame(plan.id, target.serverId),
    secrets: [...secretsOf([target]), ...plan.secrets],
    onError: (error) => log.warn({ err: error }, 'cannot show the output of a script'),
    onText: (text, stream) => {
      kept.isChanged = true
      kept[stream].push(text)
    },
  })
  try {
    return await runOnServer(ssh, target, {
      script: plan.hasVariables ? substitute(plan.script, serverVariables(target)) : plan.script,
      env: plan.env,
      timeoutMs: plan.seconds * 1000,
      signal,
      onOutput: (chunk, stream) => {
        live.take(chunk, stream)
        return kept[stream].isCut() ? wait(chunk.length / FLOOD_BYTES_PER_MS) : undefined
      },
    })
  } finally {
    live.end()
  }
}

/** @param target finds the way there */
export function createServerRun(
  parts: Parts,
  store: ScriptRunStore,
  plan: RunPlan,
  serverId: number,
  target: () => Promise<SshTarget>,
): ServerRun {
  const stop = new AbortController()
  const kept = createKept()
  let stopReason = ''
  const attempt = async (): Promise<ServerEnd> => {
    if (stop.signal.aborted) return { state: 'killed', code: -1, signal: '', reason: 'it had not begun' }
    await store.setServer(plan.id, serverId, { state: 'running' satisfies RunState, startTime: Date.now() })
    try {
      return await runThere(parts, plan, await target(), kept, stop.signal)
    } catch (error) {
      const isTold = error instanceof AppError
      if (!isTold) parts.log.error({ err: error, runId: plan.id, serverId }, 'a script could not be run')
      return unreachable(error instanceof Error ? error.message : String(error))
    }
  }
  return {
    serverId,
    output: kept.output,
    end: (reason = '') => {
      stopReason = reason
      stop.abort()
    },
    save: async () => {
      if (!kept.isChanged) return
      kept.isChanged = false
      const output = kept.stored(Math.min(INTERIM_LENGTH, plan.storedLength))
      await store.setServer(plan.id, serverId, { output })
    },
    run: async () => {
      const end = await attempt()
      const isStopped = stopReason !== '' && end.state === 'killed'
      const told: ServerEnd = isStopped
        ? { ...end, state: 'interrupted', reason: [stopReason, end.reason].filter(Boolean).join('; ') }
        : end
      const { code: exitCode, ...rest } = told
      kept.isChanged = false
      const output = kept.stored(plan.storedLength)
      await store.setServer(plan.id, serverId, { ...rest, exitCode, endTime: Date.now(), output })
      return told
    },
  }
}
