import type { SshConnection } from '../ssh/connection.ts'
import type { Ssh } from '../ssh/ssh.ts'
import { connectionKey, type SshTarget } from '../ssh/sshTarget.ts'
import { createSftpClient, type SftpClient } from './sftpClient.ts'
import { startOverOpenssh, startOverSsh2 } from './sftpPrograms.ts'

/** How SFTP is spoken with a server. */
export interface SftpWay {
  target: SshTarget
  /** Through its sudo. */
  asRoot: boolean
}

/** SFTP with every server; a client is lent to one piece of work at a time. */
export interface SftpPool {
  /** For looking around and small files. A client that failed or was left in the middle is not used again. */
  use<Result>(way: SftpWay, run: (sftp: SftpClient) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** For large files, and for many: through the system's ssh, which a program of its own speaks. */
  useBulk<Result>(way: SftpWay, run: (sftp: SftpClient) => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

/** sshd allows ten sessions on one connection unless it is told otherwise. */
const CHANNELS = 8
const IDLE_MS = 30_000
/** Long enough for the next of several requests; deploys share the sessions of this connection. */
const BULK_IDLE_MS = 5_000

interface Line {
  opening: Promise<SshConnection>
  channels: number
}

/** Connections of our own, so that an open file page never takes the sessions that commands and deploys wait for. */
function createLines(ssh: Pick<Ssh, 'connect'>) {
  const lines = new Map<string, Line[]>()
  const drop = (key: string, line: Line) => {
    const left = (lines.get(key) ?? []).filter((other) => other !== line)
    if (left.length > 0) lines.set(key, left)
    else lines.delete(key)
  }
  const lineFor = (target: SshTarget): Line => {
    const key = connectionKey(target)
    const free = (lines.get(key) ?? []).find(({ channels }) => channels < CHANNELS)
    if (free) return free
    const line: Line = { opening: ssh.connect(target), channels: 0 }
    lines.set(key, [...(lines.get(key) ?? []), line])
    line.opening.then(
      ({ client }) => {
        client.once('close', () => drop(key, line))
        client.on('error', () => drop(key, line))
      },
      () => drop(key, line),
    )
    return line
  }
  const leave = (target: SshTarget, line: Line) => {
    line.channels--
    if (line.channels > 0) return
    drop(connectionKey(target), line)
    // A connection that never came about has nothing to end.
    line.opening.then(
      (connection) => connection.end(),
      () => undefined,
    )
  }
  return {
    open: async ({ target, asRoot }: SftpWay): Promise<SftpClient> => {
      const line = lineFor(target)
      line.channels++
      try {
        const { client } = await line.opening
        const sftp = await createSftpClient(await startOverSsh2(client, target, asRoot))
        let isOurs = true
        const end = () => {
          sftp.end()
          if (isOurs) leave(target, line)
          isOurs = false
        }
        return { ...sftp, end }
      } catch (error) {
        leave(target, line)
        throw error
      }
    },
  }
}

interface Idle {
  sftp: SftpClient
  timer: NodeJS.Timeout
}

/** Runs with a client that is ended when the work is given up, so that nothing of it goes on. */
async function withClient<Result>(
  sftp: SftpClient,
  run: (sftp: SftpClient) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const abort = () => sftp.end()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    signal?.throwIfAborted()
    return await run(sftp)
  } catch (error) {
    // Whatever the end of the client was called, this is why.
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** Clients that wait for their next use. */
function createIdle(idleMs: number) {
  const idle = new Map<string, Idle[]>()
  let isStopped = false
  const take = (key: string): SftpClient | undefined => {
    const kept = idle.get(key)?.pop()
    if (!kept) return undefined
    clearTimeout(kept.timer)
    if (kept.sftp.isOpen()) return kept.sftp
    kept.sftp.end()
    return take(key)
  }
  const giveBack = (key: string, sftp: SftpClient): void => {
    if (!sftp.isOpen() || isStopped) return sftp.end()
    const drop = () => {
      const left = (idle.get(key) ?? []).filter((other) => other !== entry)
      if (left.length > 0) idle.set(key, left)
      else idle.delete(key)
      sftp.end()
    }
    const entry: Idle = { sftp, timer: setTimeout(drop, idleMs).unref() }
    idle.set(key, [...(idle.get(key) ?? []), entry])
  }
  const stop = () => {
    isStopped = true
    for (const { sftp, timer } of [...idle.values()].flat()) {
      clearTimeout(timer)
      sftp.end()
    }
    idle.clear()
  }
  return { take, giveBack, stop }
}

/** Over the system's ssh; what it needs is given back when the client ends. */
async function openBulk(ssh: Ssh, { target, asRoot }: SftpWay, signal?: AbortSignal): Promise<SftpClient> {
  const settings = await ssh.openssh(target, signal)
  try {
    const sftp = await createSftpClient(await startOverOpenssh(settings, target, asRoot))
    const end = () => {
      sftp.end()
      // A file that cannot be removed is swept at the next start.
      void settings.dispose().catch(() => undefined)
    }
    return { ...sftp, end }
  } catch (error) {
    await settings.dispose()
    throw error
  }
}

/** Opens the pool; it is closed when the server stops. */
export function createSftpPool(ssh: Ssh, onStop: (run: () => Promise<void>) => void): SftpPool {
  const lines = createLines(ssh)
  const lend = (idleMs: number, open: (way: SftpWay, signal?: AbortSignal) => Promise<SftpClient>): SftpPool['use'] => {
    const idle = createIdle(idleMs)
    onStop(async () => idle.stop())
    return async (way, run, signal) => {
      signal?.throwIfAborted()
      const key = `${connectionKey(way.target)} ${way.asRoot}`
      const sftp = idle.take(key) ?? (await open(way, signal))
      try {
        return await withClient(sftp, run, signal)
      } finally {
        idle.giveBack(key, sftp)
      }
    }
  }
  return {
    use: lend(IDLE_MS, lines.open),
    useBulk: lend(BULK_IDLE_MS, (way, signal) => openBulk(ssh, way, signal)),
  }
}
