import { formatElapsed, formatNumber } from '@windlass/shared-kit/i18n'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** Any time will do: only the difference counts. */
const SOME_TIME = 1_700_000_000_000

/** `840 ms`, `12.3 s` or `02:05`. */
export function durationText(ms: number): string {
  if (ms < SECOND_MS) return `${formatNumber(ms)} ms`
  if (ms < MINUTE_MS) return `${formatNumber(ms / SECOND_MS, { maximumFractionDigits: 1 })} s`
  return formatElapsed(SOME_TIME, SOME_TIME + ms)
}
