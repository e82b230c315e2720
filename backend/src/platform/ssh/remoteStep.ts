import { constants } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { quoteCommand } from './quotePosix.ts'
import {
  endProgram,
  followProgram,
  lookProgram,
  removeProgram,
  type StepProgram,
  startProgram,
} from './remoteStepScript.ts'
import type { Ssh } from './ssh.ts'
import { SshError, type SshFailure } from './sshError.ts'
import { address, type SshTarget } from './sshTarget.ts'
import { createUtf8Reader } from './utf8Reader.ts'

/** How a step is followed. */
export interface FollowOptions {
  /** Names the step on the target; letters, digits, `-` and `_`. */
  id: string
  /** Ends the step on the target; the promise then rejects with the signal's reason. */
  signal?: AbortSignal
  /** Counted from this call; no limit when absent. */
  timeoutMs?: number
  /**
   * Gets what the step says, both streams in order. `offset` is the byte after the text: keep it to go on from there.
   * The step's output is not read further before the promise it returns is fulfilled.
   */
  onOutput?: (text: string, offset: number) => void | Promise<void>
  /** The first byte wanted; 0 when absent. */
  offset?: number
  /** Leaves the files of an ended step until `removeRemoteStep`, for who must write down the outcome first. */
  keepFiles?: boolean
}

/** What to run, by an interpreter or as one command, and how to follow it. */
export type RemoteStep = FollowOptions & {
  /** No step of this id was ever asked for: where nothing could be sent, there is nothing to end. */
  isFirst?: boolean
} & ((StepProgram & { command?: never }) | { command: readonly string[]; folder?: string })

/** How a step ended. */
export interface StepEnd {
  code: number
  /** As SIGKILL, when the code is that of a shell whose command was ended by a signal. */
  signal?: string
  /** Bytes of its log. */
  offset: number
}

/** Where a step stands; `unknown` is one whose files are not there, or whose runner died without an exit code. */
export type StepState = { state: 'running' } | { state: 'ended'; code: number } | { state: 'unknown' }

/** How long a target may be away before its step is given up; it goes on there nevertheless. */
const AWAY_MS = 60_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
const GRACE_SECONDS = 5
const CONTROL_MS = 30_000

/** After these nothing can have been sent. */
const NEVER_CONNECTED: readonly SshFailure[] = ['refused', 'unreachable', 'name']

const SIGNALLED = 128

const signalOf = (code: number) => {
  const found = Object.entries(constants.signals).find(([, number]) => number === code - SIGNALLED)
  return found ? { signal: found[0] } : {}
}

const shell = (ssh: Ssh, target: SshTarget, program: string, timeoutMs = CONTROL_MS) =>
  ssh.exec(target, 'sh', { stdin: program, timeoutMs })

interface Away {
  signal?: AbortSignal | undefined
  /** When the target was heard last; it may be silent for long without being away. */
  heard?: () => number
}

/** Tries again while the target may come back. */
async function throughCuts<Result>(
  run: () => Promise<Result>,
  { signal, heard = () => 0 }: Away = {},
): Promise<Result> {
  let awaySince = 0
  let pause = FIRST_PAUSE_MS
  for (;;) {
    const heardBefore = heard()
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof SshError) || !error.mayPass || signal?.aborted) throw error
      if (awaySince === 0 || heard() !== heardBefore) {
        awaySince = Date.now()
        pause = FIRST_PAUSE_MS
      }
      if (Date.now() + pause - awaySince > AWAY_MS) throw error
    }
    await wait(pause, undefined, signal ? { signal } : {})
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

interface Outcome {
  said: string
  offset: number
}

/** Streams the log until the step has ended, from where the last connection was cut. */
async function follow(ssh: Ssh, target: SshTarget, options: FollowOptions, signal: AbortSignal): Promise<Outcome> {
  const reader = createUtf8Reader(options.offset ?? 0)
  let heard = Date.now()
  const once = async (): Promise<Outcome> => {
    let said = ''
    const result = await ssh.exec(target, 'sh', {
      stdin: followProgram(options.id, reader.received),
      signal,
      keepBytes: 0,
      onOutput: (chunk, stream) => {
        heard = Date.now()
        if (stream === 'stderr') {
          said += chunk.toString('utf8')
          return
        }
        const text = reader.read(chunk)
        return text === '' ? undefined : options.onOutput?.(text, reader.offset)
      },
    })
    // The follower itself was ended, for example by a server that shuts down.
    if (!/^(exit \d+|gone|none)$/m.test(said)) {
      throw new SshError('lost', `${address(target)}: the output of a step broke off (${said.trim() || result.code})`)
    }
    return { said, offset: reader.received }
  }
  const outcome = await throughCuts(once, { signal, heard: () => heard })
  const rest = reader.end()
  if (rest !== '') await options.onOutput?.(rest, reader.offset)
  return outcome
}

const tooLong = (target: SshTarget, timeoutMs: number) =>
  new SshError('remote', `${address(target)}: not done within ${timeoutMs / 1000} s, so it was ended`)

/** The caller's signal and the time limit as one. */
function limitOf(target: SshTarget, { signal, timeoutMs }: FollowOptions): { signal: AbortSignal; clear: () => void } {
  const limit = new AbortController()
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => limit.abort(tooLong(target, timeoutMs)), timeoutMs)
  return {
    signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
    clear: () => clearTimeout(timer),
  }
}

async function followToEnd(ssh: Ssh, target: SshTarget, options: FollowOptions, signal: AbortSignal): Promise<StepEnd> {
  const { said, offset } = await follow(ssh, target, options, signal)
  const exit = /^exit (\d+)$/m.exec(said)
  if (!exit) {
    const reason = said.includes('gone')
      ? 'ended without an exit code (killed, or the machine was restarted)'
      : 'is not there'
    throw new SshError('remote', `${address(target)}: the step ${reason}; how far it came is not known`)
  }
  const code = Number(exit[1])
  return { code, ...signalOf(code), offset }
}

async function settle(
  ssh: Ssh,
  target: SshTarget,
  options: FollowOptions,
  start: (signal: AbortSignal) => Promise<void>,
  mayRun = () => true,
) {
  const { signal, clear } = limitOf(target, options)
  try {
    signal.throwIfAborted()
    await start(signal)
    const end = await followToEnd(ssh, target, options, signal)
    if (!options.keepFiles) await removeRemoteStep(ssh, target, options.id)
    return end
  } catch (error) {
    if (!signal.aborted) throw error
    // Looking for what was never sent would keep the caller for as long as the target may be away.
    if (!mayRun()) throw signal.reason
    await endRemoteStep(ssh, target, options.id).catch((failure: unknown) => {
      const why = failure instanceof Error ? failure.message : String(failure)
      throw new SshError('remote', `the step was to be ended, but may still run: ${why}`)
    })
    throw signal.reason
  } finally {
    clear()
  }
}

const programOf = (step: RemoteStep): StepProgram => {
  if (step.command === undefined) return step
  const { folder } = step
  return { script: `exec ${quoteCommand(step.command)}\n`, ...(folder !== undefined && { folder }) }
}

/**
 * Runs a step on a target so that it survives a cut connection: it is started once, followed by byte offset, and taken
 * up again when the target comes back within a minute. A daemon it leaves behind does not hold it up.
 * @throws SshError when it cannot be started, its end is not known, or its time is up; the signal's reason when cancelled
 */
export function runRemoteStep(ssh: Ssh, target: SshTarget, step: RemoteStep): Promise<StepEnd> {
  const program = startProgram(step.id, programOf(step))
  let mayRun = step.isFirst !== true
  const send = async () => {
    try {
      const sent = await shell(ssh, target, program)
      mayRun = true
      return sent
    } catch (error) {
      mayRun ||= !(error instanceof SshError && NEVER_CONNECTED.includes(error.failure))
      throw error
    }
  }
  const start = async (signal: AbortSignal) => {
    const started = await throughCuts(send, { signal })
    if (started.code === 0) return
    await removeRemoteStep(ssh, target, step.id)
    const reason = started.stderr.trim() || `exit code ${started.code}`
    throw new SshError('remote', `${address(target)}: the step could not be started in ~/.windlass/run: ${reason}`)
  }
  return settle(ssh, target, step, start, () => mayRun)
}

/**
 * Takes up a step that another process started, from a byte offset to its end.
 * @throws SshError as `runRemoteStep`, also when there is no such step
 */
export const attachRemoteStep = (ssh: Ssh, target: SshTarget, options: FollowOptions): Promise<StepEnd> =>
  settle(ssh, target, options, async () => undefined)

/** Tells where a step stands, without waiting for it. */
export async function lookAtRemoteStep(ssh: Ssh, target: SshTarget, id: string): Promise<StepState> {
  const { stdout } = await shell(ssh, target, lookProgram(id))
  const exit = /^exit (\d+)$/m.exec(stdout)
  if (exit) return { state: 'ended', code: Number(exit[1]) }
  return { state: stdout.trim() === 'running' ? 'running' : 'unknown' }
}

/**
 * Ends a step with all processes of its group, TERM first and KILL five seconds later, and removes its files.
 * @throws SshError when something is still alive afterwards
 */
export async function endRemoteStep(ssh: Ssh, target: SshTarget, id: string): Promise<void> {
  const { stdout } = await throughCuts(() => shell(ssh, target, endProgram(id, GRACE_SECONDS)))
  if (stdout.trim() !== 'ended') {
    throw new SshError('remote', `${address(target)}: processes of the step are still alive after KILL; look there`)
  }
  await removeRemoteStep(ssh, target, id)
}

/** Removes the files of a step that has ended. */
export async function removeRemoteStep(ssh: Ssh, target: SshTarget, id: string): Promise<void> {
  await throughCuts(() => shell(ssh, target, removeProgram(id)))
}
