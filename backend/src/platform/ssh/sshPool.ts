import type ssh2 from 'ssh2'
import type { SshConnection } from './connection.ts'
import { SshError } from './sshError.ts'
import { address, connectionKey, type SshTarget } from './sshTarget.ts'

/** Below the ten sessions sshd allows on one connection unless it is told otherwise. */
const SESSIONS_PER_SERVER = 8
const IDLE_MS = 60_000

interface Entry {
  opening: Promise<SshConnection>
  sessions: number
  waiting: (() => void)[]
  idleTimer?: NodeJS.Timeout
  isClosed: boolean
}

/** Connections that are shared by the commands of one server. */
export interface SshPool {
  /** Runs with a connection that at most seven others use at the same time. */
  use<Result>(target: SshTarget, run: (client: ssh2.Client) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  close(): Promise<void>
}

/** Waits in line until one of the sessions is free. */
function takeTurn(entry: Entry, signal?: AbortSignal): Promise<void> {
  if (entry.sessions < SESSIONS_PER_SERVER) {
    entry.sessions++
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    const go = () => {
      signal?.removeEventListener('abort', abort)
      entry.sessions++
      resolve()
    }
    const abort = () => {
      entry.waiting = entry.waiting.filter((other) => other !== go)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', abort, { once: true })
    entry.waiting.push(go)
  })
}

async function endOf(entry: Entry): Promise<void> {
  const connection = await entry.opening
  connection.end()
}

/** Nothing has run yet when a connection turns out to be busy or lost, so once more does no harm. */
const onceMore = <Result>(attempt: () => Promise<Result>): Promise<Result> =>
  attempt().catch((error: unknown) => {
    if (error instanceof SshError && error.failure === 'busy') return attempt()
    throw error
  })

/** Keeps one connection per way to a server, for a minute after its last use. */
export function createSshPool(connect: (target: SshTarget, signal?: AbortSignal) => Promise<SshConnection>): SshPool {
  const entries = new Map<string, Entry>()

  const drop = (key: string, entry: Entry) => {
    entry.isClosed = true
    clearTimeout(entry.idleTimer)
    if (entries.get(key) === entry) entries.delete(key)
  }

  const open = (key: string, target: SshTarget): Entry => {
    // Not bound to one caller's signal: others may wait for the same connection.
    const entry: Entry = { opening: connect(target), sessions: 0, waiting: [], isClosed: false }
    entries.set(key, entry)
    entry.opening.then(
      ({ client }) => client.once('close', () => drop(key, entry)),
      () => drop(key, entry),
    )
    return entry
  }

  const release = (key: string, entry: Entry) => {
    entry.sessions--
    entry.waiting.shift()?.()
    if (entry.sessions > 0) return
    // An entry without sessions has been opened, or it would be closed and its connection have failed.
    if (entry.isClosed) return void endOf(entry).catch(() => undefined)
    entry.idleTimer = setTimeout(() => {
      drop(key, entry)
      void endOf(entry)
    }, IDLE_MS).unref()
  }

  const runOnce = async <Result>(
    target: SshTarget,
    run: (client: ssh2.Client) => Promise<Result>,
    signal?: AbortSignal,
  ) => {
    signal?.throwIfAborted()
    const key = connectionKey(target)
    const entry = entries.get(key) ?? open(key, target)
    clearTimeout(entry.idleTimer)
    await takeTurn(entry, signal)
    try {
      const { client } = await entry.opening
      signal?.throwIfAborted()
      if (entry.isClosed) throw new SshError('busy', `${address(target)}: the connection was lost while waiting for it`)
      return await run(client)
    } catch (error) {
      // Commands that were left behind may fill a connection; those who come later get a new one.
      if (error instanceof SshError && error.failure === 'busy') drop(key, entry)
      throw error
    } finally {
      release(key, entry)
    }
  }

  return {
    use: (target, run, signal) => onceMore(() => runOnce(target, run, signal)),
    close: async () => {
      const open = [...entries]
      for (const [key, entry] of open) drop(key, entry)
      await Promise.allSettled(open.map(([, entry]) => endOf(entry)))
    },
  }
}
