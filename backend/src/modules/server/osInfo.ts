import type { Logger } from 'pino'
import { execSsh } from '../../platform/ssh/execSsh.ts'
import { quotePosix } from '../../platform/ssh/quotePosix.ts'
import type { Ssh } from '../../platform/ssh/ssh.ts'
import type { SshTarget } from '../../platform/ssh/sshTarget.ts'

const READING_MS = 30_000
const AT_ONCE = 8
const LIMIT = 255

/** Prints `name|cores|memory in KiB`, with what every system has. */
export const OS_INFO_PROGRAM = [
  '[ -r /etc/os-release ] && . /etc/os-release',
  'n=${PRETTY_NAME:-$(uname -sr)}',
  'c=$(getconf _NPROCESSORS_ONLN 2> /dev/null || grep -c ^processor /proc/cpuinfo)',
  'm=$(sed -n "s/^MemTotal: *\\([0-9]*\\) kB/\\1/p" /proc/meminfo 2> /dev/null)',
  'printf "%s|%s|%s" "$n" "${c:-0}" "${m:-0}"',
].join('; ')

const COMMAND = `sh -c ${quotePosix(OS_INFO_PROGRAM)}`

/** What a server told, or "" when that is no such line. */
export const checkedOsInfo = (text: string): string =>
  /^[^|\n]+\|\d+\|\d+$/.test(text) && text.length <= LIMIT ? text : ''

/** `name|cores|memory in KiB` of a server one is connected to; "" when it does not tell. */
export async function readOsInfo(
  client: Parameters<typeof execSsh>[0],
  target: SshTarget,
  signal?: AbortSignal,
): Promise<string> {
  if (target.os === 'windows') return ''
  const options = { timeoutMs: READING_MS, ...(signal && { signal }) }
  const { code, stdout } = await execSsh(client, target, COMMAND, options)
  return code === 0 ? checkedOsInfo(stdout) : ''
}

/** Reads what servers run in the background, because nobody should wait for a machine that does not answer. */
export interface OsInfoReader {
  /** Reads it soon; a server that cannot be reached keeps what is known about it. */
  refresh(target: SshTarget, save: (osInfo: string) => Promise<unknown>): void
  stop(): Promise<void>
}

/** Creates the reader, which asks a few servers at a time. */
export function createOsInfoReader(ssh: Ssh, log: Logger): OsInfoReader {
  const stopping = new AbortController()
  const waiting: (() => Promise<void>)[] = []
  const running = new Set<Promise<void>>()

  const read = async (target: SshTarget, save: (osInfo: string) => Promise<unknown>) => {
    try {
      const connection = await ssh.connect(target, stopping.signal)
      try {
        const osInfo = await readOsInfo(connection.client, target, stopping.signal)
        if (osInfo !== '') await save(osInfo)
      } finally {
        connection.end()
      }
    } catch (error) {
      // Shown as unknown on the page; the check button tells a person why.
      log.info({ err: error, serverId: target.serverId }, 'cannot read what a server runs')
    }
  }

  const next = () => {
    if (running.size >= AT_ONCE || stopping.signal.aborted) return
    const work = waiting.shift()
    if (!work) return
    const done = work().finally(() => {
      running.delete(done)
      next()
    })
    running.add(done)
  }

  return {
    refresh: (target, save) => {
      waiting.push(() => read(target, save))
      next()
    },
    stop: async () => {
      stopping.abort(new Error('the console stops'))
      await Promise.allSettled(running)
    },
  }
}
