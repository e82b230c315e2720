import type ssh2 from 'ssh2'
import { openError } from '../../platform/ssh/execSsh.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'
import { narrowWindow } from './narrowWindow.ts'
import type { Size } from './screenMessages.ts'

/** How a shell ended; without an exit code the connection was lost. */
export type ShellEnd = { code: number; signal: string } | undefined

/** A login shell behind a terminal on a server. Nothing is read before `listen`. */
export interface Shell {
  listen(events: ShellEvents): void
  /** Answers false when it takes no more for now; `onDrain` says when it does. */
  write(bytes: Buffer): boolean
  resize(size: Size): void
  pause(): void
  resume(): void
  /** Hangs up: the shell and what runs in it get SIGHUP. */
  end(): void
}

export interface ShellEvents {
  onOutput(chunk: Buffer): void
  onDrain(): void
  onEnd(end: ShellEnd): void
}

/** A shell may leave programs behind that keep its terminal open; what they still say is waited for so long. */
const LAST_WORDS_MS = 1_000
/** A network that comes back within this time has interrupted nothing. */
const SILENT_SECONDS = 90

const openPty = (client: ssh2.Client, target: SshTarget, { rows, cols }: Size, term: string) =>
  new Promise<ssh2.ClientChannel>((resolve, reject) => {
    const window = { rows, cols, term, width: 0, height: 0 }
    // Most servers drop variables they were not told to accept, without a word.
    client.shell(window, { env: { COLORTERM: 'truecolor' } }, (error, channel) => {
      if (error) reject(openError(target, error, 'opens no terminal'))
      else resolve(channel)
    })
  })

/**
 * Opens a terminal of the given size and starts the login shell in it.
 * @throws SshError that says what went wrong on the way
 */
export async function openShell(
  ssh: Ssh,
  target: SshTarget,
  { size, term, signal }: { size: Size; term: string; signal: AbortSignal },
): Promise<Shell> {
  const connection = await ssh.connect(target, signal, undefined, SILENT_SECONDS)
  const channel = await openPty(connection.client, target, size, term).catch((error: unknown) => {
    connection.end()
    throw error
  })
  if (signal.aborted) {
    connection.end()
    throw signal.reason
  }
  return shellOf(channel, () => connection.end())
}

function shellOf(channel: ssh2.ClientChannel, hangUp: () => void): Shell {
  let end: ShellEnd
  let timer: NodeJS.Timeout | undefined
  const grant = narrowWindow(channel)
  const endNow = () => {
    channel.close()
    hangUp()
  }
  const waitForLastWords = () => {
    clearTimeout(timer)
    if (end) timer = setTimeout(() => (channel.isPaused() ? waitForLastWords() : endNow()), LAST_WORDS_MS)
  }
  return {
    listen: ({ onOutput, onDrain, onEnd }) => {
      const take = (chunk: Buffer) => {
        onOutput(chunk)
        grant(chunk.length)
        if (end) waitForLastWords()
      }
      channel.on('data', take)
      channel.stderr.on('data', take)
      channel.on('drain', onDrain)
      channel.on('error', () => hangUp())
      channel.on('exit', (code: number | null, name?: string) => {
        end = { code: code ?? -1, signal: (name ?? '').replace(/^SIG/, '') }
        waitForLastWords()
      })
      channel.once('close', () => {
        clearTimeout(timer)
        hangUp()
        onEnd(end)
      })
    },
    write: (bytes) => channel.write(bytes),
    resize: ({ rows, cols }) => channel.setWindow(rows, cols, 0, 0),
    pause: () => channel.pause(),
    resume: () => channel.resume(),
    end: endNow,
  }
}
