import type { SftpProgress } from '@windlass/shared-kit/contract/sftp'
import { failed } from '../../platform/errors.ts'
import type { Exchange } from '../../platform/mount.ts'
import { streamLines } from '../../platform/streamLines.ts'

/** How far a piece of long work is; who works writes into it, and it is sent now and then. */
export interface Tally {
  done: number
  total: number
  bytes: number
  totalBytes: number
  current: string
}

/** A tally of nothing. */
export const newTally = (): Tally => ({ done: 0, total: 0, bytes: 0, totalBytes: 0, current: '' })

/** What long work gets: whether it is still wanted, and ways to tell how far it is. */
export interface LongWork {
  signal: AbortSignal
  tally: Tally
  /** For work with several parts, each with its own tally. */
  part(serverId: number): Tally
}

const TELL_MS = 250
/** Whoever may not do this any more is stopped within this time. */
const CHECK_MS = 3_000

/**
 * Answers lines of JSON while the work goes on and its end as the last. The first line goes out only when the work has
 * lasted a moment, so that what is refused at once is an ordinary envelope; whoever leaves the request, or may not
 * make it any more, cancels the work.
 */
export function streamProgress(exchange: Exchange, run: (work: LongWork) => Promise<unknown>): Promise<null> {
  const stop = new AbortController()
  const { raw } = exchange.reply
  raw.once('close', () => {
    if (!raw.writableFinished) stop.abort(failed('cancelled'))
  })
  const tally = newTally()
  const parts = new Map<number, Tally>()
  const part = (serverId: number) => {
    const made = parts.get(serverId) ?? newTally()
    parts.set(serverId, made)
    return made
  }
  return streamLines(exchange, async (write) => {
    const send = (line: SftpProgress) => write(line)
    const tell = () => {
      if (parts.size === 0) send({ type: 'progress', ...tally })
      for (const [serverId, one] of parts) send({ type: 'progress', ...one, serverId })
    }
    const timer = setInterval(tell, TELL_MS)
    const check = setInterval(() => exchange.recheck().catch((why: unknown) => stop.abort(why)), CHECK_MS)
    try {
      const data = await run({ signal: stop.signal, tally, part })
      tell()
      return data
    } finally {
      clearInterval(timer)
      clearInterval(check)
    }
  })
}
