import type { OutputOf } from '@windlass/shared-kit/contract'
import type { RemoteOverview } from '@windlass/shared-kit/contract/release'
import type { ReleaseLoads } from '@windlass/shared-kit/contract/releaseLoads'
import { DARK, LIGHT, useThemeMode } from '@windlass/shared-kit/theme'

export type Loads = OutputOf<typeof ReleaseLoads>

/** One version as it is drawn. */
export interface Series {
  version: string
  color: string
  loads: readonly number[]
  failures: readonly number[]
  medianMs: readonly (number | null)[]
  p95Ms: readonly (number | null)[]
}

/** More versions than this cannot be told apart; the rest is in the table. */
const MOST_SERIES = 6

const usesOf = ({ loads, failures }: Pick<Series, 'failures' | 'loads'>) =>
  [...loads, ...failures].reduce((sum, value) => sum + value, 0)

/** The versions somebody loaded, with colours: the accent is what everybody has, amber the canary. */
export function useSeries(loads: Loads, row: RemoteOverview): Series[] {
  const palette = useThemeMode() === 'dark' ? DARK : LIGHT
  const others = [palette.success, palette.textTertiary, palette.running, palette.failed]
  const used = loads.versions.filter((one) => usesOf(one) > 0)
  const rank = ({ version }: { version: string }) =>
    version === row.stable ? 0 : version === row.canary?.version ? 1 : 2
  const shown = used
    .toSorted((one, other) => rank(one) - rank(other) || usesOf(other) - usesOf(one))
    .slice(0, MOST_SERIES)
  const rest = shown.filter((one) => rank(one) === 2)
  const colorOf = (one: { version: string }) => {
    if (rank(one) === 0) return palette.accent
    if (rank(one) === 1) return palette.waiting
    return others[rest.findIndex(({ version }) => version === one.version) % others.length] ?? palette.textTertiary
  }
  return shown.map((one) => ({ ...one, color: colorOf(one) }))
}
