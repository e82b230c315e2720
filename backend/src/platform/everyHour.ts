import type { Platform } from './platform.ts'
import { repeat } from './repeat.ts'

const HOUR_MS = 3_600_000

/**
 * Does a chore after the start, and again an hour after each end. Nobody waits for the first one, which may have
 * millions of rows to remove. Every node does it, so twice at once must be as good as once.
 * @param run gets a signal that comes at the stop, which waits for it; what takes long gives up then
 */
export const everyHour = (
  platform: Pick<Platform, 'log' | 'onStart' | 'onStop'>,
  chore: string,
  run: (signal: AbortSignal) => Promise<void>,
): void => repeat(platform, { everyMs: HOUR_MS, firstMs: 0, problem: `cannot ${chore}; trying again in an hour` }, run)
