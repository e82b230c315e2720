import type { Endpoint } from '@windlass/shared-kit/contract'
import type { ServiceLogLine } from '@windlass/shared-kit/contract/serverProcess'
import type { Caller } from '../../platform/caller.ts'
import type { Exchange } from '../../platform/mount.ts'
import type { Platform } from '../../platform/platform.ts'
import { createUtf8Reader } from '../../platform/ssh/utf8Reader.ts'
import { streamLines } from '../../platform/streamLines.ts'

/** Whoever may not read it any more is cut off within this time. */
const CHECK_MS = 5_000

/** Answers what is said as lines of JSON until the reader leaves, loses the right to it, or it ends by itself. */
export function streamLog(
  { access }: Pick<Platform, 'access'>,
  endpoint: Endpoint,
  caller: Caller,
  exchange: Exchange,
  follow: (how: { signal: AbortSignal; onText: (chunk: Buffer) => Promise<void> | undefined }) => Promise<void>,
): Promise<null> {
  const { raw } = exchange.reply
  const leave = new AbortController()
  const text = createUtf8Reader(0)
  /** Why he may not read on, or why it could not be found out whether he may. */
  let lost: unknown
  raw.once('close', () => leave.abort())
  return streamLines(exchange, async (write) => {
    const timer = setInterval(() => {
      access.readmit(caller, exchange.request, endpoint).catch((error: unknown) => {
        lost = error
        leave.abort()
      })
    }, CHECK_MS)
    try {
      await follow({
        signal: leave.signal,
        onText: (chunk) => {
          const line: ServiceLogLine = { type: 'text', text: text.read(chunk) }
          // A slow reader slows the log down instead of filling the memory.
          if (raw.destroyed || write(line)) return
          return new Promise((resolve) => {
            raw.once('drain', resolve)
            raw.once('close', resolve)
          })
        },
      })
    } finally {
      clearInterval(timer)
    }
    if (lost !== undefined) throw lost
  })
}
