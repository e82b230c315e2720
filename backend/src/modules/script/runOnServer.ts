import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunState } from '@windlass/shared-kit/contract/serverScript'
import { endGroupProgram } from '../../platform/ssh/remoteStepScript.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { createGroupReader, remoteProgram } from './remoteProgram.ts'

/** What is run on a server and for how long. */
export interface ServerWish {
  script: string
  /** Added to its environment. */
  env?: Readonly<Record<string, string>>
  /** No limit when absent. */
  timeoutMs?: number
  /** Ends it with all that it has started. */
  signal: AbortSignal
  /** A promise it answers holds up the program until it is fulfilled. */
  onOutput: (chunk: Buffer, stream: 'stderr' | 'stdout') => void | Promise<void>
}

/** How it ended there. */
export interface ServerEnd {
  state: Exclude<RunState, 'running' | 'waiting'>
  code: number
  signal: string
  reason: string
}

const GRACE_SECONDS = 5
const CONTROL_MS = 30_000
/** How long the end of a program that was ended is waited for. */
const LAST_WORDS_MS = 3_000
/** How long the output of what a program leaves behind is listened to. */
const PIPE_MS = 1_000
/** A program that was ended in the moment of its start may not have told its number yet. */
const GROUP_MS = 3_000
const LOOK_MS = 100

const unfinished = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Ends a process group on a server. Answers what is to be known about it, "" when nothing is left. */
async function endGroup(ssh: Ssh, target: SshTarget, group: number): Promise<string> {
  try {
    const program = endGroupProgram(group, GRACE_SECONDS)
    const { stdout } = await ssh.exec(target, 'sh', { stdin: program, timeoutMs: CONTROL_MS })
    return stdout.trim() === 'ended' ? '' : 'processes are still alive after KILL; look at the server'
  } catch (error) {
    return `it may go on there, because it could not be ended: ${unfinished(error)}`
  }
}

/** Watches the time and the wish to end. Answers why it was ended and when that is done. */
function createEnding(ssh: Ssh, target: SshTarget, wish: ServerWish, group: () => number | undefined) {
  const leave = new AbortController()
  let why: 'killed' | 'timeout' | undefined
  let done = Promise.resolve('')
  const endThere = async (): Promise<string> => {
    for (let waited = 0; target.os !== 'windows' && group() === undefined && waited < GROUP_MS; waited += LOOK_MS) {
      await wait(LOOK_MS)
    }
    const number = group() ?? 0
    return number > 1 ? endGroup(ssh, target, number) : ''
  }
  /** Its end is told by the channel; without one, the channel is left and takes the program's pipes with it. */
  const leaveLater = async () => {
    await done
    const isTold = await wait(LAST_WORDS_MS, false, { signal: leave.signal, ref: false }).catch(() => true)
    if (!isTold) leave.abort(new Error('ended'))
  }
  const end = (cause: 'killed' | 'timeout') => {
    if (why) return
    why = cause
    done = endThere()
    void leaveLater()
  }
  const onAbort = () => end('killed')
  const timer = wish.timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), wish.timeoutMs)
  if (wish.signal.aborted) onAbort()
  wish.signal.addEventListener('abort', onAbort, { once: true })
  return {
    signal: leave.signal,
    why: () => why,
    note: () => done,
    stop: () => {
      clearTimeout(timer)
      wish.signal.removeEventListener('abort', onAbort)
      leave.abort(new Error('ended'))
    },
  }
}

/** Runs a script by the login shell of a server; whatever becomes of it is told by the answer. */
export async function runOnServer(ssh: Ssh, target: SshTarget, wish: ServerWish): Promise<ServerEnd> {
  const mark = `windlass-${randomUUID()}`
  const reader = createGroupReader(mark)
  const isWindows = target.os === 'windows'
  const program = isWindows ? { command: wish.script } : remoteProgram(wish.script, wish.env ?? {}, mark)
  const ending = createEnding(ssh, target, wish, reader.group)
  let hasSpoken = false
  const ended = { code: -1, signal: '' }
  try {
    const result = await ssh.exec(target, program.command, {
      ...(program.stdin !== undefined && { stdin: program.stdin }),
      signal: ending.signal,
      pipeMs: PIPE_MS,
      keepBytes: 0,
      onOutput: (chunk, stream) => {
        hasSpoken = true
        if (isWindows || stream === 'stdout') return wish.onOutput(chunk, stream)
        const rest = reader.take(chunk)
        return rest.length > 0 ? wish.onOutput(rest, stream) : undefined
      },
    })
    ended.code = result.code
    ended.signal = result.signal
    const note = result.isLeftOpen ? 'something it has started goes on and still holds its output' : ''
    const why = ending.why()
    if (why) return { state: why, ...ended, reason: (await ending.note()) || note }
    return { state: result.code === 0 ? 'success' : 'failed', ...ended, reason: note }
  } catch (error) {
    const why = ending.why()
    if (why) return { state: why, ...ended, reason: await ending.note() }
    if (!hasSpoken) return { state: 'unreachable', ...ended, reason: unfinished(error) }
    return { state: 'interrupted', ...ended, reason: `${unfinished(error)}; how it ended there is not known` }
  } finally {
    const rest = reader.end()
    if (rest.length > 0) await wish.onOutput(rest, 'stderr')
    ending.stop()
  }
}
