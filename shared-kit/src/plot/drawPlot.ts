import 'uplot/dist/uPlot.min.css'
import { formatDateTime } from '@windlass/shared-kit/i18n'
import { DARK, FONT, LIGHT, type ThemeMode } from '@windlass/shared-kit/theme'
import UPlot, { type AlignedData, type Axis, type Band, type Options, type Series } from 'uplot'
import { aloneAt } from './aloneAt.ts'
import { drawLevels, drawMarkers, type PlotMarker } from './drawMarkers.ts'

const SECOND_MS = 1_000
const DAY_MS = 86_400_000
const AXIS_FONT = `12px ${FONT.text}`
const AXIS_WIDTH_PX = 72
const LEAST_BAR_PX = 1
const MOST_BAR_PX = 40
const X_AXIS_PX = 32
/** Of the quiet line beside another, and of a band, as the last two digits of a colour. */
const FAINT = 'a0'
const FAINTER = '30'
const BAR_SHARE = 0.8
const LINE_PX = 2
const POINT_PX = 4
const DASHES = [4, 4]
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]
const BINARY_STEPS = Array.from({ length: 50 }, (_each, power) => 2 ** power)
/** Room above the tallest value. */
const HEADROOM = 1.1

/** One number for each time; null where there is none. */
type Values = readonly (number | null)[]

/** What is drawn, from behind: bands, bars that stand on each other, lines. Colours as `#rrggbb`. */
export interface PlotPicture {
  /** Unix milliseconds, ascending. */
  times: readonly number[]
  /** Both ends of the picture, Unix milliseconds. */
  from: number
  to: number
  bands?: readonly { color: string; low: Values; high: Values }[]
  bars?: readonly { color: string; values: Values }[]
  lines?: readonly { color: string; values: Values; isDashed?: boolean; isBridged?: boolean }[]
  markers?: readonly PlotMarker[]
  /** Values that matter, drawn across. */
  levels?: readonly { value: number; color: string }[]
  /** The top of the picture: at least this, or exactly this. */
  top?: { least: number } | { exact: number }
  /** Counts: no fractions at the side. */
  isWhole?: boolean
  /** Bytes: the side counts in powers of two, so that 1024 of a unit are one of the next. */
  isBinary?: boolean
  format: (value: number) => string
}

/** How and for whom it is drawn. */
interface Drawing {
  mode: ThemeMode
  height: number
  group: string
  onPosition: (position: number | undefined) => void
  onRange?: (from: number, to: number) => void
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
function stack(bars: NonNullable<PlotPicture['bars']>): { color: string; values: Values }[] {
  const sums: { color: string; values: Values }[] = []
  for (const { color, values } of bars) {
    const below = sums.at(-1)?.values
    sums.push({ color, values: values.map((value, index) => (value === null ? null : value + (below?.[index] ?? 0))) })
  }
  return sums.toReversed()
}

interface Curve {
  series: Series
  values: Values
}

/** Where lines are too dense for their points, those that nothing leads to are still seen. */
const alone: Series.Points.Filter = (plot, series, isShown) =>
  isShown ? null : (aloneAt([...(plot.data[series] ?? [])]) ?? null)

const UNSEEN = { stroke: 'transparent', width: 0, points: { show: false } }

/** Everything with a colour, in the order in which it is drawn; the ends of bands come in pairs at the start. */
function curvesOf({ bands = [], bars = [], lines = [] }: PlotPicture): Curve[] {
  const paths = UPlot.paths.bars?.({ size: [BAR_SHARE, MOST_BAR_PX, LEAST_BAR_PX], align: 1 })
  return [
    ...bands.flatMap(({ low, high }) => [high, low].map((values) => ({ series: UNSEEN, values }))),
    ...stack(bars).map(({ color, values }) => ({
      series: { stroke: color, fill: color, width: 0, paths, points: { show: false } },
      values,
    })),
    ...lines.map(({ color, values, isDashed = false, isBridged = false }) => ({
      series: {
        stroke: isDashed ? `${color}${FAINT}` : color,
        width: isDashed ? 1 : LINE_PX,
        spanGaps: isBridged,
        ...(isDashed && { dash: DASHES }),
        points: { size: POINT_PX, fill: color, filter: alone, ...(isDashed && { show: false }) },
      },
      values,
    })),
  ]
}

const bandsOf = ({ bands = [] }: PlotPicture): Band[] =>
  bands.map(({ color }, index) => ({ series: [2 * index + 1, 2 * index + 2], fill: `${color}${FAINTER}` }))

function topOf({ top }: PlotPicture, most: number): number {
  if (top && 'exact' in top) return top.exact
  return Math.max(most * HEADROOM, top?.least ?? 1)
}

function optionsOf(picture: PlotPicture, drawing: Drawing, width: number, curves: readonly Curve[]): Options {
  const { mode, height, group, onPosition, onRange } = drawing
  const palette = mode === 'dark' ? DARK : LIGHT
  const line = { stroke: palette.border, width: 1 }
  const axis: Axis = { stroke: palette.textSecondary, font: AXIS_FONT, grid: line, ticks: { ...line, size: 4 } }
  const { markers = [], levels = [] } = picture
  return {
    ...{ width, height },
    legend: { show: false },
    padding: [markers.length > 0 ? 20 : 8, 24, 0, 0],
    cursor: {
      y: false,
      drag: { x: onRange !== undefined, y: false, setScale: false },
      sync: { key: group },
      points: { show: false },
    },
    scales: {
      x: { time: true, range: [picture.from / SECOND_MS, picture.to / SECOND_MS] },
      y: { range: (_plot, _least, most) => [0, topOf(picture, most)] },
    },
    axes: [
      { ...axis, values: (_plot, splits) => timeLabels(splits), space: 64, size: X_AXIS_PX },
      {
        ...axis,
        size: AXIS_WIDTH_PX,
        space: 30,
        ...(picture.isWhole && { incrs: WHOLE_STEPS }),
        ...(picture.isBinary && { incrs: BINARY_STEPS }),
        values: (_plot, splits) => splits.map((value) => (value === 0 ? '0' : picture.format(value))),
      },
    ],
    series: [{}, ...curves.map(({ series }) => series)],
    bands: bandsOf(picture),
    hooks: {
      setCursor: [(plot) => onPosition(plot.cursor.idx ?? undefined)],
      setSelect: [(plot) => tellRange(plot, onRange)],
      draw: [
        (plot) => {
          drawMarkers(plot, markers, palette)
          drawLevels(plot, levels)
        },
      ],
    },
  }
}

/** What was marked becomes a range, and the mark goes. */
function tellRange(plot: UPlot, onRange: Drawing['onRange']): void {
  const { left, width } = plot.select
  if (width === 0) return
  const timeAt = (place: number) => Math.round(plot.posToVal(place, 'x') * SECOND_MS)
  onRange?.(timeAt(left), timeAt(left + width))
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
}

/**
 * Draws into an element and follows its width.
 * @returns takes the picture away
 */
export function drawPlot(target: HTMLElement, picture: PlotPicture, drawing: Drawing): () => void {
  let plot: UPlot | undefined
  const fit = () => {
    const width = Math.floor(target.clientWidth)
    // A page in the background has no size; it is drawn once it is shown.
    if (width === 0) return
    if (plot) return plot.setSize({ width, height: drawing.height })
    const curves = curvesOf(picture)
    const seconds = picture.times.map((time) => time / SECOND_MS)
    // The library wants arrays it might change; these are made for it alone.
    const values = [seconds, ...curves.map((curve) => [...curve.values])] as AlignedData
    plot = new UPlot(optionsOf(picture, drawing, width, curves), values, target)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(target)
  fit()
  return () => {
    observer.disconnect()
    plot?.destroy()
  }
}
