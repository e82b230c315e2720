import { setTimeout } from 'node:timers/promises'
import type { Platform } from './platform.ts'

const HOUR_MS = 3_600_000

/**
 * Does a chore after the start, and again an hour after each end. Nobody waits for the first one, which may have
 * millions of rows to remove. Every node does it, so twice at once must be as good as once.
 * @param run gets a signal that comes at the stop, which waits for it; what takes long gives up then
 */
export function everyHour(
  { log, onStart, onStop }: Pick<Platform, 'log' | 'onStart' | 'onStop'>,
  chore: string,
  run: (signal: AbortSignal) => Promise<void>,
): void {
  const stop = new AbortController()
  const { signal } = stop
  const goOn = async () => {
    while (!signal.aborted) {
      await run(signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, `cannot ${chore}; trying again in an hour`)
      })
      await setTimeout(HOUR_MS, undefined, { signal, ref: false }).catch(() => signal.aborted)
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
