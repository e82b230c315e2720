import type ssh2 from 'ssh2'
import { lostError, SshError } from './sshError.ts'
import { address, type SshTarget } from './sshTarget.ts'

/** How a remote command is run. */
export interface ExecOptions {
  /**
   * Asks the command to end and leaves it without its pipes; the promise then rejects with the signal's reason. Some
   * servers do not pass signals on (OpenSSH to root), so what must be gone afterwards belongs in a remote step.
   */
  signal?: AbortSignal
  /** No limit when absent. */
  timeoutMs?: number
  /**
   * How long the rest of the output is waited for once the command has ended; without it, a program that the command
   * has left behind is waited for as long as it holds the output.
   */
  pipeMs?: number
  /** What the command reads; it sees the end of its input afterwards. */
  stdin?: string | Buffer
  /** Gets everything; reading goes on when the promise it returns is fulfilled, so a slow taker slows the command. */
  onOutput?: (chunk: Buffer, stream: 'stdout' | 'stderr') => void | Promise<void>
  /** How much of each stream is kept for the result; 1 MiB when absent. */
  keepBytes?: number
}

/** How a remote command ended. */
export interface ExecResult {
  /** -1 when a signal ended it. */
  code: number
  /** As POSIX names it without SIG, "" when the command ended by itself. */
  signal: string
  stdout: string
  stderr: string
  /** More came than is kept. */
  isCut: boolean
  /** Something that the command has left behind still held its output after `pipeMs`. */
  isLeftOpen: boolean
}

/** How much of an output is kept unless somebody says otherwise. */
export const KEPT_BYTES = 1024 * 1024

/** The part of an output that is kept. */
export interface Kept {
  chunks: Buffer[]
  size: number
  isCut: boolean
}

/** Keeps as much of a piece of output as there is room for. */
export const keep = (kept: Kept, chunk: Buffer, limit: number): void => {
  const part = chunk.subarray(0, Math.max(0, limit - kept.size))
  if (part.length > 0) kept.chunks.push(part)
  kept.size += part.length
  kept.isCut ||= part.length < chunk.length
}

/** What was kept, as text. */
export const textOf = ({ chunks }: Kept): string => Buffer.concat(chunks).toString('utf8')

/** Starts a command on an open connection. */
export const openChannel = (client: ssh2.Client, target: SshTarget, command: string): Promise<ssh2.ClientChannel> =>
  new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (!error) return resolve(channel)
      reject(openError(target, error, 'does not run commands'))
    })
  })

/** Why a session could not be opened on a connection that is there. */
export function openError(target: SshTarget, error: Error, what: string): SshError {
  if (/not connected|no response/i.test(error.message)) return lostError(target)
  if (/open failure/i.test(error.message)) {
    return new SshError('busy', `${address(target)}: the server opens no further session (MaxSessions)`)
  }
  return new SshError('remote', `${address(target)}: the server ${what}: ${error.message}`)
}

/** ssh2 sends no signal once the input has ended, although the protocol allows it. */
export function sendTerm(channel: ssh2.ClientChannel): void {
  const { outgoing } = channel as unknown as { outgoing: { state: string } }
  const { state } = outgoing
  if (state === 'closed') return
  outgoing.state = 'open'
  // Servers before OpenSSH 7.9 do not pass it on; closing the channel then leaves the command without its pipes.
  channel.signal('TERM')
  outgoing.state = state
}

interface Streams {
  stdout: Kept
  stderr: Kept
}

/** Reads both streams as fast as the taker takes them. */
function takeOutput(channel: ssh2.ClientChannel, options: ExecOptions, fail: (error: unknown) => void): Streams {
  const limit = options.keepBytes ?? KEPT_BYTES
  const streams: Streams = {
    stdout: { chunks: [], size: 0, isCut: false },
    stderr: { chunks: [], size: 0, isCut: false },
  }
  for (const [name, readable] of [['stdout', channel] as const, ['stderr', channel.stderr] as const]) {
    readable.on('data', (chunk: Buffer) => {
      keep(streams[name], chunk, limit)
      const taken = options.onOutput?.(chunk, name)
      if (!taken) return
      readable.pause()
      taken.then(() => readable.resume(), fail)
    })
  }
  return streams
}

/** Runs one command on an open connection and waits for its end. */
export async function execSsh(
  client: ssh2.Client,
  target: SshTarget,
  command: string,
  options: ExecOptions = {},
): Promise<ExecResult> {
  const { signal, timeoutMs, stdin } = options
  const channel = await openChannel(client, target, command)
  return new Promise((resolve, reject) => {
    let end: { code: number | null; signal: string } | undefined
    let pipeTimer: NodeJS.Timeout | undefined
    const stop = (reason: unknown) => {
      cleanUp()
      sendTerm(channel)
      channel.close()
      reject(reason)
    }
    const abort = () => stop(signal?.reason)
    const cleanUp = () => {
      clearTimeout(timer)
      clearTimeout(pipeTimer)
      signal?.removeEventListener('abort', abort)
    }
    const seconds = (timeoutMs ?? 0) / 1000
    const tooLong = () =>
      stop(new SshError('remote', `${address(target)}: the command did not end within ${seconds} s and was ended`))
    const timer = timeoutMs === undefined ? undefined : setTimeout(tooLong, timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
    const { stdout, stderr } = takeOutput(channel, options, stop)
    const settle = (isLeftOpen: boolean) => {
      cleanUp()
      if (!end) return reject(lostError(target, 'while a command was running'))
      const texts = { stdout: textOf(stdout), stderr: textOf(stderr) }
      const isCut = stdout.isCut || stderr.isCut
      resolve({ code: end.code ?? -1, signal: end.signal, ...texts, isCut, isLeftOpen })
    }
    channel.on('exit', (code: number | null, name?: string) => {
      end = { code, signal: (name ?? '').replace(/^SIG/, '') }
      if (options.pipeMs === undefined) return
      // The server may keep the channel for as long as the pipes are held, so its answer is not waited for.
      pipeTimer = setTimeout(() => {
        settle(true)
        channel.close()
      }, options.pipeMs)
    })
    channel.once('error', stop)
    channel.once('close', () => settle(false))
    // It comes only once, and may have come while the channel was opened.
    if (signal?.aborted) return abort()
    channel.end(stdin)
  })
}
