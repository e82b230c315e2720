import type { ReleaseEvent } from '@windlass/shared-kit/contract/release'
import { parseTimestamp } from '@windlass/shared-kit/i18n'
import type { Loads } from './plotSeries.ts'

/** What explains a change of the curves. */
const MARKED = ['promote', 'canary', 'endCanary', 'rollback', 'autoRollback', 'disable', 'enable'] as const
type MarkedKind = (typeof MARKED)[number]

/** A step that was taken within the plotted time. */
export interface Marker {
  kind: MarkedKind
  version: string
  /** Unix milliseconds. */
  time: number
}

/** The steps within the plotted time, oldest first. */
export function markersOf(
  events: readonly ReleaseEvent[],
  { times, spanMs }: Pick<Loads, 'spanMs' | 'times'>,
): Marker[] {
  const from = times[0] ?? 0
  const to = (times.at(-1) ?? 0) + spanMs
  return events
    .flatMap(({ kind, version, insertTime }) => {
      const marked = MARKED.find((one) => one === kind)
      const time = parseTimestamp(insertTime)?.getTime() ?? 0
      return marked && time >= from && time <= to ? [{ kind: marked, version, time }] : []
    })
    .toReversed()
}
