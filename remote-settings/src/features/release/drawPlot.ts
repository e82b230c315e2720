import 'uplot/dist/uPlot.min.css'
import { formatDateTime } from '@windlass/shared-kit/i18n'
import { DARK, FONT, LIGHT, type ThemeMode } from '@windlass/shared-kit/theme'
import UPlot, { type AlignedData, type Axis, type Options, type Series } from 'uplot'
import { drawMarkers, type LabelledMarker } from './drawMarkers.ts'

const HEIGHT_PX = 200
const SECOND_MS = 1_000
const DAY_MS = 86_400_000
const AXIS_FONT = `12px ${FONT.text}`
const AXIS_WIDTH_PX = 64
const MOST_BAR_PX = 14
const LEAST_BAR_PX = 3
const X_AXIS_PX = 32
/** Of the quiet line beside the median's, as the last two digits of a colour. */
const FAINT = 'a0'
const BAR_SHARE = 0.7
const LINE_PX = 2
const POINT_PX = 5
const DASHES = [4, 4]
/** Both plots of a page show the same moment under the pointer. */
const SYNC_KEY = 'release-plots'

/** What is drawn: bars that stand on each other, or lines. */
export interface PlotData {
  /** Starts of the spans, Unix milliseconds. */
  times: readonly number[]
  spanMs: number
  markers: readonly LabelledMarker[]
  bars?: readonly { color: string; values: readonly number[] }[]
  lines?: readonly { color: string; values: readonly (number | null)[]; isDashed: boolean }[]
  format: (value: number) => string
}

/** "14:30", and the day where it begins or when several are shown. */
function timeLabels(splits: readonly number[]): string[] {
  const isLong = ((splits.at(-1) ?? 0) - (splits[0] ?? 0)) * SECOND_MS > DAY_MS
  return splits.map((seconds) => {
    const text = formatDateTime(seconds * SECOND_MS)
    const isMidnight = text.slice(11, 16) === '00:00'
    return isLong || isMidnight ? text.slice(5, 10) : text.slice(11, 16)
  })
}

/** Bars that stand on each other are drawn from the tallest sum to the first value. */
function stack(bars: NonNullable<PlotData['bars']>): { color: string; values: number[] }[] {
  const sums: { color: string; values: number[] }[] = []
  for (const { color, values } of bars) {
    const below = sums.at(-1)?.values
    sums.push({ color, values: values.map((value, index) => value + (below?.[index] ?? 0)) })
  }
  return sums.toReversed()
}

function seriesOf({ bars = [], lines = [] }: PlotData): { series: Series[]; values: (readonly (number | null)[])[] } {
  const paths = UPlot.paths.bars?.({ size: [BAR_SHARE, MOST_BAR_PX, LEAST_BAR_PX], align: 1 })
  const stacked = stack(bars)
  return {
    series: [
      ...stacked.map(({ color }) => ({ stroke: color, fill: color, width: 0, paths, points: { show: false } })),
      ...lines.map(({ color, isDashed }) => ({
        stroke: isDashed ? `${color}${FAINT}` : color,
        width: isDashed ? 1 : LINE_PX,
        spanGaps: true,
        ...(isDashed ? { dash: DASHES, points: { show: false } } : { points: { size: POINT_PX, fill: color } }),
      })),
    ],
    values: [...stacked, ...lines].map(({ values }) => values),
  }
}

function optionsOf(
  data: PlotData,
  mode: ThemeMode,
  width: number,
  onPosition: (index: number | undefined) => void,
): Options {
  const palette = mode === 'dark' ? DARK : LIGHT
  const line = { stroke: palette.border, width: 1 }
  const axis: Axis = { stroke: palette.textSecondary, font: AXIS_FONT, grid: line, ticks: { ...line, size: 4 } }
  const last = (data.times.at(-1) ?? 0) + data.spanMs
  return {
    width,
    height: HEIGHT_PX,
    legend: { show: false },
    padding: [20, 8, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, sync: { key: SYNC_KEY }, points: { show: false } },
    scales: {
      x: { time: true, range: [(data.times[0] ?? 0) / SECOND_MS, last / SECOND_MS] },
      y: { range: (_plot, _least, most) => [0, Math.max(most * 1.1, data.bars ? 4 : 1)] },
    },
    axes: [
      { ...axis, values: (_plot, splits) => timeLabels(splits), space: 64, size: X_AXIS_PX },
      {
        ...axis,
        size: AXIS_WIDTH_PX,
        space: 36,
        incrs: data.bars ? [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] : undefined,
        values: (_plot, splits) => splits.map((value) => (value === 0 ? '0' : data.format(value))),
      },
    ],
    series: [{}, ...seriesOf(data).series],
    hooks: {
      setCursor: [(plot) => onPosition(plot.cursor.idx ?? undefined)],
      draw: [(plot) => drawMarkers(plot, data.markers, palette)],
    },
  }
}

/**
 * Draws into an element and follows its width.
 * @returns takes the picture away
 */
export function drawPlot(
  target: HTMLElement,
  data: PlotData,
  mode: ThemeMode,
  onPosition: (index: number | undefined) => void,
): () => void {
  let plot: UPlot | undefined
  const fit = () => {
    const width = Math.floor(target.clientWidth)
    // A page in the background has no size; it is drawn once it is shown.
    if (width === 0) return
    if (plot) return plot.setSize({ width, height: HEIGHT_PX })
    const seconds = data.times.map((time) => time / SECOND_MS)
    // The library wants arrays it might change; these are made for it alone.
    const values = [seconds, ...seriesOf(data).values.map((list) => [...list])] as AlignedData
    plot = new UPlot(optionsOf(data, mode, width, onPosition), values, target)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(target)
  fit()
  return () => {
    observer.disconnect()
    plot?.destroy()
  }
}
