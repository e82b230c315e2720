import { randomUUID } from 'node:crypto'
import type ssh2 from 'ssh2'
import { type ExecResult, KEPT_BYTES, type Kept, keep, openChannel, sendTerm, textOf } from './execSsh.ts'
import { quoteCommand } from './quotePosix.ts'
import { lostError, SshError } from './sshError.ts'
import type { SshPool } from './sshPool.ts'
import { address, type SshTarget } from './sshTarget.ts'

/*
 * Every command of a connection starts the account's login shell, and what its start-up files do (version managers,
 * completions) often costs more than the command. A shell that stays open pays for them once.
 */

/** How a short program is run. */
export interface ProgramOptions {
  /** Ends the program and the shell; the promise then rejects with the signal's reason. */
  signal?: AbortSignal
  /** No limit when absent. */
  timeoutMs?: number
}

/** How a short program ended; 128 and more when a signal ended it. */
export type ProgramEnd = Pick<ExecResult, 'code' | 'stdout' | 'stderr'>

/** Runs a fixed program of `sh` with words on a server. */
export type RunProgram = (
  target: SshTarget,
  program: string,
  words: readonly string[],
  options?: ProgramOptions,
) => Promise<ProgramEnd>

/** A shell on a server that runs one program after another. */
interface RemoteShell {
  run(command: string, options: ProgramOptions): Promise<ProgramEnd>
  /** Whether another program can be run. */
  isOpen(): boolean
  close(): void
}

const CODE_DIGITS = 3
/** What a shell said last may come after the news of its end. */
const LAST_WORDS_MS = 200

/** Takes output up to a mark that is followed by an exit code. */
function createReader(mark: string) {
  const kept: Kept = { chunks: [], size: 0, isCut: false }
  let rest = Buffer.alloc(0)
  let code: number | undefined
  return {
    take: (chunk: Buffer): void => {
      rest = Buffer.concat([rest, chunk])
      const at = rest.indexOf(mark)
      const codeAt = at + mark.length
      if (at >= 0 && rest.length >= codeAt + CODE_DIGITS) {
        code = Number(rest.toString('latin1', codeAt, codeAt + CODE_DIGITS))
      }
      // What may be the beginning of the mark waits for the next piece.
      const passed = at >= 0 ? at : Math.max(0, rest.length - mark.length)
      keep(kept, rest.subarray(0, passed), KEPT_BYTES)
      rest = rest.subarray(passed)
    },
    code: () => code,
    text: () => textOf(kept),
    /** Everything so far, when no mark will come any more. */
    textWithout: () => `${textOf(kept)}${rest.toString('utf8')}`,
  }
}

interface Turn {
  out: ReturnType<typeof createReader>
  err: ReturnType<typeof createReader>
  resolve(end: ProgramEnd): void
  reject(reason: unknown): void
}

/** What a shell said instead of an answer: of an account without one, that it has none. */
const lastWords = ({ out, err }: Turn): string =>
  `${err.textWithout()}${out.textWithout()}`.trim().split('\n').at(-1) ?? ''

/** Says when the time of a program is up or nobody wants its end any more; answers how to look no longer. */
function watch(target: SshTarget, { signal, timeoutMs }: ProgramOptions, stop: (reason: unknown) => void): () => void {
  const abort = () => stop(signal?.reason)
  const seconds = (timeoutMs ?? 0) / 1000
  const tooLong = () =>
    stop(new SshError('remote', `${address(target)}: the command did not end within ${seconds} s and was ended`))
  const timer = timeoutMs === undefined ? undefined : setTimeout(tooLong, timeoutMs)
  signal?.addEventListener('abort', abort, { once: true })
  return () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function createShell(channel: ssh2.ClientChannel, target: SshTarget): RemoteShell {
  let turn: Turn | undefined
  let isOpen = true
  const close = () => {
    isOpen = false
    sendTerm(channel)
    channel.close()
  }
  const take = (stream: 'out' | 'err', chunk: Buffer) => {
    if (!turn) return
    turn[stream].take(chunk)
    const { out, err, resolve } = turn
    const code = out.code()
    if (code === undefined || err.code() === undefined) return
    resolve({ code, stdout: out.text(), stderr: err.text() })
  }
  const fail = (reason: SshError) => {
    isOpen = false
    turn?.reject(reason)
  }
  channel.on('data', (chunk: Buffer) => take('out', chunk))
  channel.stderr.on('data', (chunk: Buffer) => take('err', chunk))
  channel.on('error', () => fail(lostError(target, 'while a command was running')))
  channel.once('exit', (code: number | null) => {
    isOpen = false
    setTimeout(() => {
      const why = (turn && lastWords(turn)) || `exit ${code ?? 'by a signal'}`
      fail(new SshError('remote', `${address(target)}: the shell on the server has ended: ${why}`))
    }, LAST_WORDS_MS)
  })
  channel.once('close', () => isOpen && fail(lostError(target, 'while a command was running')))

  return {
    isOpen: () => isOpen,
    close,
    run: async (command, options) => {
      // It may have come while the shell was opened, and comes only once.
      options.signal?.throwIfAborted()
      const mark = randomUUID()
      const { promise, resolve, reject } = Promise.withResolvers<ProgramEnd>()
      turn = { out: createReader(mark), err: createReader(mark), resolve, reject }
      const unwatch = watch(target, options, (reason) => {
        close()
        reject(reason)
      })
      channel.write(`${command} < /dev/null; printf '${mark}%03d' "$?"; printf '${mark}000' >&2\n`)
      try {
        return await promise
      } finally {
        turn = undefined
        unwatch()
      }
    },
  }
}

/** Opens a shell. What the account's start-up files print belongs to no program and is read away. */
async function openShell(client: ssh2.Client, target: SshTarget, options: ProgramOptions): Promise<RemoteShell> {
  const shell = createShell(await openChannel(client, target, 'exec sh'), target)
  await shell.run(':', options)
  return shell
}

/** Runs programs on shells that are kept, one for each connection of the pool and as long as it is there. */
export function createRemoteShells(pool: SshPool): RunProgram {
  const idle = new WeakMap<ssh2.Client, RemoteShell>()

  const runOn = async (client: ssh2.Client, target: SshTarget, command: string, options: ProgramOptions) => {
    const kept = idle.get(client)
    idle.delete(client)
    const shell = kept?.isOpen() ? kept : await openShell(client, target, options)
    const end = await shell.run(command, options)
    if (idle.has(client)) shell.close()
    else idle.set(client, shell)
    return end
  }

  return (target, program, words, options = {}) => {
    const command = quoteCommand(['sh', '-c', program, 'sh', ...words])
    return pool.use(target, (client) => runOn(client, target, command, options), options.signal)
  }
}
