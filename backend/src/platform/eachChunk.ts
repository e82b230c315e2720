import type { Readable } from 'node:stream'
import { finished } from 'node:stream'

/**
 * Hands on what a stream brings, as it comes, and holds the stream while the taker has no room. Unlike `for await` it does
 * not stop and start the stream for every chunk, and it leaves it in one piece when the taker fails.
 * @param take answers with a promise when it has no room for more until then
 * @throws what the taker threw, or why the stream ended before its end
 */
export function eachChunk(body: Readable, take: (chunk: Buffer) => Promise<unknown> | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = finished(body, { writable: false }, (error) => (error ? reject(error) : resolve()))
  const hand = (chunk: Buffer) => {
    try {
      const room = take(chunk)
      if (room === undefined) return
      body.pause()
      room.then(() => body.resume(), fail)
    } catch (error) {
      fail(error)
    }
  }
  const fail = (error: unknown) => {
    body.off('data', hand)
    body.pause()
    reject(error)
  }
  body.on('data', hand)
  return promise.finally(() => {
    stop()
    body.off('data', hand)
  })
}
