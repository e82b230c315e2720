import { setTimeout } from 'node:timers/promises'
import type { Platform } from './platform.ts'

interface Rhythm {
  /** From the end of one round to the next. */
  everyMs: number
  /** From the start of the console to the first round; `everyMs` without it. */
  firstMs?: number
  /** What the log says when a round fails. */
  problem: string
}

/**
 * Does something again and again while the console runs, one round at a time, in the background: no start waits for it.
 * @param run gets a signal that comes at the stop, which waits for the round; what takes long gives up then
 */
export function repeat(
  { log, onStart, onStop }: Pick<Platform, 'log' | 'onStart' | 'onStop'>,
  { everyMs, firstMs = everyMs, problem }: Rhythm,
  run: (signal: AbortSignal) => Promise<unknown>,
): void {
  const stop = new AbortController()
  const { signal } = stop
  /** Until the time is up or the console stops, whichever comes first. */
  const pause = (ms: number) => setTimeout(ms, undefined, { signal, ref: false }).catch(() => signal.aborted)
  const goOn = async () => {
    if (firstMs > 0) await pause(firstMs)
    while (!signal.aborted) {
      await run(signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, problem)
      })
      await pause(everyMs)
    }
  }
  let rounds = Promise.resolve()
  onStart(async () => {
    rounds = goOn()
  })
  onStop(async () => {
    stop.abort()
    await rounds
  })
}
