import type { ReleaseEvent, ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { formatNumber } from '@windlass/shared-kit/i18n'

const SECOND_MS = 1_000
/** From this share of failed loads on, an area is counted as failing. */
const FAILING_RATE = 0.01

interface Outcomes {
  loads: number
  failures: number
}

/** Share of all tries that failed, 0 to 1. */
export const failureRate = ({ loads, failures }: Outcomes): number => failures / Math.max(1, loads + failures)

/** Whether so much fails that somebody should look. */
export const isFailing = (of: Outcomes): boolean => failureRate(of) >= FAILING_RATE

/** Whether one version fails more often than another, and often enough to matter. */
export const failsMore = (one: Outcomes | undefined, than: Outcomes | undefined): boolean =>
  one !== undefined && isFailing(one) && failureRate(one) > failureRate(than ?? { loads: 0, failures: 0 })

/** "1.2 %", never "0 %" for what is more than nothing. */
export function formatShare(share: number): string {
  const format = (value: number) => formatNumber(value, { style: 'percent', maximumFractionDigits: 1 })
  return share > 0 && share < 0.001 ? `< ${format(0.001)}` : format(share)
}

/** "350 ms", "1.2 s"; a dash where nothing was loaded. */
export function formatMs(ms: number): string {
  if (ms === 0) return '–'
  if (ms < SECOND_MS) return `${formatNumber(ms)} ms`
  return `${formatNumber(ms / SECOND_MS, { maximumFractionDigits: 1 })} s`
}

/** What the chips on top count and filter by. */
export const AREA_STATES = ['failing', 'canary', 'off', 'unfit', 'pinned'] as const
export type AreaState = (typeof AREA_STATES)[number]

/** Everything about an area that an operator has to know at a glance. */
export function statesOf(row: RemoteOverview): ReadonlySet<AreaState> {
  const holds: Record<AreaState, boolean> = {
    failing: isFailing(row),
    canary: row.canary !== null,
    off: row.isDisabled,
    unfit: row.unfit !== '',
    pinned: row.isPinned,
  }
  return new Set(AREA_STATES.filter((state) => holds[state]))
}

/** Whether a version can be given to anybody. */
export const isUsable = ({ unfit, damage }: ReleaseVersion): boolean => unfit === '' && damage === ''

/** What one click promotes: the canary, else the newest usable version above the stable one. `versions` is newest first. */
export function nextVersion(row: RemoteOverview, versions: readonly ReleaseVersion[]): string {
  if (row.canary) return row.canary.version
  const position = versions.findIndex(({ version }) => version === row.stable)
  const newer = position < 0 ? versions : versions.slice(0, position)
  return newer.find(isUsable)?.version ?? ''
}

/** Versions to go back to, newest first: older than the stable one, and once given to everybody. */
export function wayBack(
  row: RemoteOverview,
  versions: readonly ReleaseVersion[],
  events: readonly ReleaseEvent[],
): ReleaseVersion[] {
  const position = versions.findIndex(({ version }) => version === row.stable)
  const wasStable = new Set(
    events.filter(({ kind }) => kind === 'promote' || kind === 'pin').map(({ version }) => version),
  )
  const older = position < 0 ? [] : versions.slice(position + 1)
  return older.filter(({ version }) => version === row.builtIn || wasStable.has(version))
}
