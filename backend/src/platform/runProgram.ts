import { execa } from 'execa'

/** How a program of this machine is run. */
export interface ProgramOptions {
  cwd?: string
  /** The whole environment; nothing of the console's own is inherited. */
  env: Record<string, string>
  /** Ends the program and everything it started; the promise then rejects with the signal's reason. */
  signal?: AbortSignal
  timeoutMs?: number
  /** Gets everything, in the order in which it arrives. */
  onOutput?: (chunk: Buffer, stream: 'out' | 'err') => void
  /** Is told the process group, so that another process can end it should this one die. */
  onSpawn?: (pid: number) => void
  /** How much of each stream is kept for the result; 8 MiB when absent. */
  keepBytes?: number
  /** What it reads from its standard input: the place for a secret, which a command line is not. */
  input?: string
}

/** How a program ended. */
export interface ProgramResult {
  /** -1 when a signal ended it or it could not be started. */
  code: number
  /** Name of the signal that ended it, or "". */
  signal: string
  stdout: string
  stderr: string
  isTimedOut: boolean
  /** Why it could not be started, "" when it was. */
  startError: string
}

const KEPT_BYTES = 8 * 1024 * 1024
/** How long a program may tidy up after SIGTERM. */
const GRACE_MS = 2_000
/** A program that left a daemon with open pipes behind has ended all the same. */
const PIPE_MS = 1_000

const LOOK_AGAIN_MS = 50

/** Whether a process group still has members. */
export function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const send = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // Gone already is what was wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Ends a process group: politely first, then for good. */
export async function endGroup(pid: number): Promise<void> {
  send(pid, 'SIGTERM')
  for (let waited = 0; waited < GRACE_MS; waited += LOOK_AGAIN_MS) {
    if (!isGroupAlive(pid)) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  send(pid, 'SIGKILL')
}

function collector(limit: number) {
  const chunks: Buffer[] = []
  let size = 0
  return {
    take: (chunk: Buffer) => {
      const part = chunk.subarray(0, Math.max(0, limit - size))
      if (part.length > 0) chunks.push(part)
      size += part.length
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
  }
}

/**
 * Runs a program of this machine in a process group of its own, without a shell. A failure is an answer, not an
 * exception; only an abort rejects.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramResult> {
  options.signal?.throwIfAborted()
  const child = execa(program, args, {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: options.env,
    extendEnv: false,
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
    ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
  })
  const { pid } = child
  const kept = { out: collector(options.keepBytes ?? KEPT_BYTES), err: collector(options.keepBytes ?? KEPT_BYTES) }
  for (const [name, stream] of [['out', child.stdout] as const, ['err', child.stderr] as const]) {
    stream.on('data', (chunk: Buffer) => {
      kept[name].take(chunk)
      options.onOutput?.(chunk, name)
    })
  }
  let isTimedOut = false
  let ending: Promise<void> | undefined
  const end = () => {
    if (pid !== undefined) ending ??= endGroup(pid)
  }
  if (pid !== undefined) options.onSpawn?.(pid)
  const timer = setTimeout(
    () => {
      isTimedOut = true
      end()
    },
    options.timeoutMs ?? 2 ** 31 - 1,
  )
  options.signal?.addEventListener('abort', end, { once: true })
  child.nodeChildProcess.once('exit', () => {
    setTimeout(() => {
      child.stdout.destroy()
      child.stderr.destroy()
    }, PIPE_MS).unref()
  })
  const result = await child
  clearTimeout(timer)
  options.signal?.removeEventListener('abort', end)
  await ending
  options.signal?.throwIfAborted()
  return {
    code: result.exitCode ?? -1,
    signal: result.signal ?? '',
    stdout: kept.out.text(),
    stderr: kept.err.text(),
    isTimedOut,
    startError: pid === undefined ? startErrorOf(program, result) : '',
  }
}

function startErrorOf(program: string, result: object): string {
  const code = 'code' in result ? String(result.code) : ''
  if (code === 'ENOENT') return `${program} is not installed on the console's machine`
  return `${program} could not be started on the console's machine (${code})`
}
