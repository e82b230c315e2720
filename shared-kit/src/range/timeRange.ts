const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The preset ranges (Specification 4), by their names in an address. */
const PRESETS = {
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '1d': DAY_MS,
  '7d': 7 * DAY_MS,
  '31d': 31 * DAY_MS,
  '92d': 92 * DAY_MS,
} as const
export type Preset = keyof typeof PRESETS
export const PRESET_NAMES = Object.keys(PRESETS) as Preset[]

/** A stretch of time: up to now, or between two moments in Unix milliseconds. */
export type TimeRange = { preset: Preset } | { preset: undefined; from: number; to: number }

/** Where a page keeps its range: the name of a preset, or both ends of one's own. */
export interface RangeInAddress {
  range: string
  from: string
  to: string
}

/** The range an address names; undefined when it names none, or one that is longer than `longestMs`. */
export function timeRangeOf({ range, from, to }: RangeInAddress, longestMs = Number.MAX_SAFE_INTEGER) {
  const [start, end] = [Number(from), Number(to)]
  const isOwn = from !== '' && to !== '' && rangeProblem(start, end, longestMs) === undefined
  if (isOwn) return { preset: undefined, from: start, to: end } satisfies TimeRange
  const preset = PRESET_NAMES.find((name) => name === range)
  return preset && ({ preset } satisfies TimeRange)
}

/** Both ends, at a moment. */
export const endsOf = (range: TimeRange, now: number): { from: number; to: number } =>
  range.preset === undefined ? range : { from: now - PRESETS[range.preset], to: now }

/** Why two moments make no range; undefined when they do. */
export function rangeProblem(from: number, to: number, longestMs: number): 'unset' | 'order' | 'long' | undefined {
  if (Number.isNaN(from) || Number.isNaN(to)) return 'unset'
  if (from >= to) return 'order'
  return to - from > longestMs ? 'long' : undefined
}
