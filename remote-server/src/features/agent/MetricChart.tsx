import { formatDateTime, formatZonedTime, useTranslation } from '@windlass/shared-kit/i18n'
import { Plot, type PlotPicture, usePlotColors } from '@windlass/shared-kit/plot'
import { LoadState } from '@windlass/shared-kit/ui'
import { useState } from 'react'
import { type ChartData, type ChartLine, newestOf, unitOf, valueText } from './metricCharts.ts'
import type { ChartQuery } from './useMetrics.ts'

const HEIGHT_PX = 220
const PERCENT = 100
/** Of a written time, up to its minute. */
const MINUTE_TEXT = 16
/** A chart of nothing but zeros still has a height. */
const LEAST_TOP = { percent: PERCENT, bytes: 1024, count: 1, rate: 1 } as const

interface Props {
  chart: ChartQuery
  /** A stretch was marked; all charts show it. */
  onRange: (from: number, to: number) => void
}

/** One kind of measurement over the range, with a line for each item. */
export function MetricChart({ chart, onRange }: Props) {
  const { t } = useTranslation('server')
  const title = t(`agent.chart.${chart.type}`)
  return (
    <section className="ag-chart" aria-busy={chart.isFetching}>
      <LoadState of={chart} loading={<ChartSpace title={title} />}>
        {chart.data && <Lines type={chart.type} data={chart.data} title={title} onRange={onRange} />}
      </LoadState>
    </section>
  )
}

function ChartSpace({ title }: { title: string }) {
  return (
    <div className="ag-chart-space">
      <h2>{title}</h2>
    </div>
  )
}

type LinesProps = Omit<Props, 'chart'> & { type: ChartQuery['type']; data: ChartData; title: string }

function Lines({ type, data, title, onRange }: LinesProps) {
  const { t } = useTranslation('server')
  const { series } = usePlotColors()
  // The same moment in all charts, wherever the pointer is.
  const [position, setPosition] = useState<number>()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const unit = unitOf(type)
  const colored = data.lines.map((line, index) => ({
    line,
    color: series[index % series.length] ?? '',
    // After the last colour they begin again, as dashes.
    isDashed: index >= series.length,
  }))
  const shown = colored.filter(({ line }) => !hidden.has(line.item))
  const picture: PlotPicture = {
    ...{ times: data.times, from: data.from, to: data.to },
    bands: shown.flatMap(({ line, color }) => (line.band ? [{ color, ...line.band }] : [])),
    lines: shown.map(({ line, color, isDashed }) => ({ color, values: line.values, isDashed })),
    top: unit === 'percent' ? { exact: PERCENT } : { least: LEAST_TOP[unit] },
    isBinary: unit === 'bytes',
    format: (value) => valueText(unit, value),
  }
  const moment = position === undefined ? undefined : data.times[position]
  const toggle = (item: string) => {
    const next = new Set(hidden)
    if (!next.delete(item)) next.add(item)
    setHidden(next)
  }
  return (
    <>
      <Plot
        title={
          <>
            <h2>{title}</h2>{' '}
            {moment !== undefined && (
              <span title={formatZonedTime(moment)}>{formatDateTime(moment).slice(0, MINUTE_TEXT)}</span>
            )}
          </>
        }
        summary={t('agent.chartSummary', { count: data.lines.length })}
        note={data.lines.length === 0 ? t('agent.noValues') : undefined}
        height={HEIGHT_PX}
        group="server-metrics"
        picture={picture}
        onPosition={setPosition}
        onRange={onRange}
      />
      <ul className="ag-legend">
        {colored.map(({ line, color, isDashed }) => (
          <li key={line.item}>
            <button type="button" aria-pressed={!hidden.has(line.item)} onClick={() => toggle(line.item)}>
              <i style={{ borderTopColor: color, borderTopStyle: isDashed ? 'dashed' : 'solid' }} />
              <span>{line.item}</span>
            </button>
            <b>{textAt(line, position, (value) => valueText(unit, value))}</b>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What a line says at the place under the pointer, or last. */
function textAt(line: ChartLine, position: number | undefined, format: (value: number) => string): string {
  const value = position === undefined ? newestOf(line) : line.values[position]
  return value === undefined || value === null ? '–' : format(value)
}
