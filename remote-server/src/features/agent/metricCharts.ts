import {
  METRIC_KEPT_DAYS,
  METRIC_STALE_MS,
  type MetricPoint,
  MetricType,
  type MetricTypeNumber,
} from '@windlass/shared-kit/contract/serverMetrics'
import { formatBytes, formatNumber } from '@windlass/shared-kit/i18n'

/** Longer ranges hold nothing (`METRIC_KEPT_DAYS`). */
export const LONGEST_RANGE_MS = METRIC_KEPT_DAYS * 86_400_000

/** What a chart measures. */
export type MetricUnit = 'percent' | 'bytes' | 'count' | 'rate'

const UNITS: Readonly<Record<MetricTypeNumber, MetricUnit>> = {
  [MetricType.Cpu]: 'percent',
  [MetricType.Ram]: 'percent',
  [MetricType.Load]: 'count',
  [MetricType.Tcp]: 'count',
  [MetricType.PublicNetwork]: 'bytes',
  [MetricType.PrivateNetwork]: 'bytes',
  [MetricType.DiskUsage]: 'percent',
  [MetricType.DiskIo]: 'rate',
}

/** The charts in the order of the page. */
export const CHART_TYPES = Object.values(MetricType)

export const unitOf = (type: MetricTypeNumber): MetricUnit => UNITS[type]

/** A value with its unit. */
export function valueText(unit: MetricUnit, value: number): string {
  if (unit === 'bytes') return `${formatBytes(value)}/s`
  const text = formatNumber(value, { maximumFractionDigits: 2 })
  if (unit === 'percent') return `${text} %`
  return unit === 'rate' ? `${text}/s` : text
}

/** One line of a chart: a value for each time, null where nothing was measured. */
export interface ChartLine {
  item: string
  values: (number | null)[]
  /** Least and most of each step; undefined where steps are single minutes. */
  band: { low: (number | null)[]; high: (number | null)[] } | undefined
}

export interface ChartData {
  from: number
  to: number
  step: number
  times: readonly number[]
  lines: readonly ChartLine[]
}

/** What is bridged: up to three minutes, or two steps (a report may come late). */
const bridged = (step: number) => Math.max(2, Math.floor(METRIC_STALE_MS / step))

/** Fills short holes between two values with what lies between them, so that a late report tears no line. */
function bridge(values: readonly (number | null)[], most: number): (number | null)[] {
  const filled = [...values]
  let last = -1
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const before = values[last] ?? null
    const steps = index - last
    if (last >= 0 && before !== null && steps > 1 && steps <= most) {
      for (let place = last + 1; place < index; place++) {
        filled[place] = before + ((value - before) * (place - last)) / steps
      }
    }
    last = index
  }
  return filled
}

/** Every time of a range, so that holes are seen as holes. */
export function timesOf({ from, to, step }: { from: number; to: number; step: number }): number[] {
  const first = Math.floor(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_each, index) => (first + index) * step)
}

/** What the server answered, as columns of one table of times. */
export function chartDataOf(
  map: Readonly<Record<string, readonly MetricPoint[]>>,
  range: { from: number; to: number; step: number },
): ChartData {
  const times = timesOf(range)
  const [start = 0] = times
  const lines = Object.entries(map).map(([item, points]): ChartLine => {
    const column = (of: (point: MetricPoint) => number) => {
      const values = Array.from<number | null>({ length: times.length }).fill(null)
      for (const point of points) {
        const place = Math.floor(((point.time ?? 0) - start) / range.step)
        if (place >= 0 && place < values.length) values[place] = of(point)
      }
      return bridge(values, bridged(range.step))
    }
    const mean = (point: MetricPoint) => Number(point.value)
    const hasBand = points.some(({ min, max }) => min !== undefined && max !== undefined && max > min)
    return {
      item,
      values: column(mean),
      band: hasBand
        ? { low: column((point) => point.min ?? mean(point)), high: column((point) => point.max ?? mean(point)) }
        : undefined,
    }
  })
  return {
    ...range,
    times,
    lines: lines.toSorted((one, other) => one.item.localeCompare(other.item, undefined, { numeric: true })),
  }
}

/** The newest value of a line. */
export const newestOf = ({ values }: ChartLine): number | undefined =>
  values.findLast((value) => value !== null) ?? undefined
