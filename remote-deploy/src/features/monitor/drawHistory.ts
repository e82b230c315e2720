import 'uplot/dist/uPlot.min.css'
import type { MonitorBucket } from '@windlass/shared-kit/contract/monitor'
import { formatDateTime, formatNumber } from '@windlass/shared-kit/i18n'
import { DARK, FONT, LIGHT, type Palette, type ThemeMode } from '@windlass/shared-kit/theme'
import UPlot, { type AlignedData, type Axis, type Options, type Series } from 'uplot'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
const LATENCY_HEIGHT_PX = 200
const STRIP_HEIGHT_PX = 96
const AXIS_FONT = `12px ${FONT.text}`
const AXIS_WIDTH_PX = 72
const X_AXIS_PX = 32
const BAR_SHARE = 0.9
const MOST_BAR_PX = 40
/** Of the band between the fastest and the slowest, as the last two digits of a colour. */
const FAINT = '30'
/** Both plots show the same moment under the pointer. */
const SYNC_KEY = 'monitor-plots'

/** Which of the two pictures. */
export type HistoryKind = 'latency' | 'uptime'

/** What is drawn: every bucket of a range, with a hole where nothing was checked. */
export interface HistoryData {
  from: number
  to: number
  bucketMs: number
  buckets: readonly MonitorBucket[]
}

function timeLabels(splits: readonly number[]): string[] {
  const isLong = ((splits.at(-1) ?? 0) - (splits[0] ?? 0)) * SECOND_MS > DAY_MS
  return splits.map((seconds) => {
    const text = formatDateTime(seconds * SECOND_MS)
    return isLong || text.slice(11, 16) === '00:00' ? text.slice(5, 10) : text.slice(11, 16)
  })
}

/** One column for each bucket of the range, so that holes are seen as holes. */
function columnsOf({ from, to, bucketMs, buckets }: HistoryData, kind: HistoryKind): AlignedData {
  const byTime = new Map(buckets.map((bucket) => [bucket.time, bucket]))
  const times = Array.from({ length: Math.round((to - from) / bucketMs) }, (_each, index) => from + index * bucketMs)
  const column = (of: (bucket: MonitorBucket) => number | null) =>
    times.map((time) => {
      const bucket = byTime.get(time)
      return bucket ? of(bucket) : null
    })
  const seconds = times.map((time) => time / SECOND_MS)
  const passed = (value: (bucket: MonitorBucket) => number) => (bucket: MonitorBucket) =>
    bucket.count > bucket.failures ? value(bucket) : null
  if (kind === 'latency') {
    return [
      seconds,
      column(passed(({ max }) => max)),
      column(passed(({ min }) => min)),
      column(passed(({ mean }) => mean)),
    ]
  }
  const share = ({ count, failures }: MonitorBucket) => ((count - failures) / count) * 100
  // The whole bar says "checked", and the passed share covers it.
  return [seconds, column(({ failures }) => (failures > 0 ? 100 : null)), column(share)]
}

function seriesOf(kind: HistoryKind, palette: Palette): Series[] {
  if (kind === 'latency') {
    const quiet = { stroke: 'transparent', width: 0, points: { show: false } }
    return [{}, quiet, quiet, { stroke: palette.accent, width: 2, points: { size: 4, fill: palette.accent } }]
  }
  const paths = UPlot.paths.bars?.({ size: [BAR_SHARE, MOST_BAR_PX, 1], align: 1 })
  const bar = (color: string) => ({ stroke: color, fill: color, width: 0, paths, points: { show: false } })
  return [{}, bar(palette.failed), bar(palette.success)]
}

function optionsOf(kind: HistoryKind, data: HistoryData, mode: ThemeMode, width: number): Options {
  const palette = mode === 'dark' ? DARK : LIGHT
  const line = { stroke: palette.border, width: 1 }
  const axis: Axis = { stroke: palette.textSecondary, font: AXIS_FONT, grid: line, ticks: { ...line, size: 4 } }
  const isLatency = kind === 'latency'
  return {
    width,
    height: isLatency ? LATENCY_HEIGHT_PX : STRIP_HEIGHT_PX,
    legend: { show: false },
    padding: [8, 24, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, sync: { key: SYNC_KEY }, points: { show: false } },
    scales: {
      x: { time: true, range: [data.from / SECOND_MS, data.to / SECOND_MS] },
      y: { range: (_plot, _least, most) => (isLatency ? [0, Math.max(1, most * 1.1)] : [0, 100]) },
    },
    axes: [
      { ...axis, values: (_plot, splits) => timeLabels(splits), space: 64, size: X_AXIS_PX },
      {
        ...axis,
        size: AXIS_WIDTH_PX,
        space: 30,
        values: (_plot, splits) => splits.map((value) => `${formatNumber(value)} ${isLatency ? 'ms' : '%'}`),
      },
    ],
    series: seriesOf(kind, palette),
    ...(isLatency && { bands: [{ series: [1, 2], fill: `${palette.accent}${FAINT}` }] }),
  }
}

/**
 * Draws into an element and follows its width.
 * @returns takes the picture away
 */
export function drawHistory(target: HTMLElement, kind: HistoryKind, data: HistoryData, mode: ThemeMode): () => void {
  let plot: UPlot | undefined
  const fit = () => {
    const width = Math.floor(target.clientWidth)
    // A page in the background has no size; it is drawn once it is shown.
    if (width === 0) return
    if (plot) return plot.setSize({ width, height: plot.height })
    plot = new UPlot(optionsOf(kind, data, mode, width), columnsOf(data, kind), target)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(target)
  fit()
  return () => {
    observer.disconnect()
    plot?.destroy()
  }
}
