import { Code } from '@windlass/shared-kit/contract'
import { errorEnvelope } from './errorEnvelope.ts'
import type { Exchange } from './mount.ts'

/** Sends one line; false when the reader is slow and `drain` is worth waiting for. */
export type WriteLine = (line: object) => boolean

/**
 * Answers lines of JSON while some work goes on, and its end as the last: an envelope with the type `end`. What fails
 * before the first line is an ordinary envelope.
 */
export async function streamLines(
  { request, reply }: Exchange,
  run: (write: WriteLine) => Promise<unknown>,
): Promise<null> {
  const { raw } = reply
  const write: WriteLine = (line) => {
    if (!raw.headersSent) {
      reply.hijack()
      raw.writeHead(200, {
        ...{ 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' },
        ...{ 'x-accel-buffering': 'no', 'x-content-type-options': 'nosniff', 'x-request-id': request.id },
      })
    }
    return raw.write(`${JSON.stringify(line)}\n`)
  }
  try {
    const data = (await run(write)) ?? null
    write({ type: 'end', code: Code.Ok, message: '', data })
  } catch (error) {
    if (!raw.headersSent) throw error
    write({ type: 'end', ...errorEnvelope(error, request) })
    throw error
  } finally {
    if (raw.headersSent) raw.end()
  }
  return null
}
