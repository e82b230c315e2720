import type { ReleaseEvent, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Plot } from '@windlass/shared-kit/plot'
import { EmptyState, type Loadable, LoadState } from '@windlass/shared-kit/ui'
import { Segmented } from 'antd'
import { useState } from 'react'
import { LoadTable } from './LoadTable.tsx'
import { PlotLegend } from './PlotLegend.tsx'
import { markersOf } from './plotMarkers.ts'
import { type Loads, useSeries } from './plotSeries.ts'
import { formatMs } from './releaseFigures.ts'

/** Both show the same moment under the pointer. */
const PLOTS = 'release'
const SPANS = ['6', '24', '168'] as const

interface Props {
  of: Loadable & { data: Loads | undefined }
  row: RemoteOverview
  events: readonly ReleaseEvent[]
  hours: string
  onHours: (hours: string) => void
}

/** How every version fared over time: failures and load times side by side, with what was done meanwhile. */
export function LoadPlots({ of, row, events, hours, onHours }: Props) {
  const { t } = useTranslation('settings')
  return (
    <section className="rl-plots">
      <header>
        <h2>{t('release.plots')}</h2>
        <Segmented
          aria-label={t('release.span')}
          size="small"
          value={hours}
          options={SPANS.map((value) => ({ value, label: t(`release.spans.${value}`) }))}
          onChange={onHours}
        />
      </header>
      <LoadState of={of} loading={<div className="rl-plot-space" />}>
        {of.data && <Plots loads={of.data} row={row} events={events} />}
      </LoadState>
    </section>
  )
}

interface PlotsProps {
  loads: Loads
  row: RemoteOverview
  events: readonly ReleaseEvent[]
}

function Plots({ loads, row, events }: PlotsProps) {
  const { t } = useTranslation('settings')
  const series = useSeries(loads, row)
  const [position, setPosition] = useState<number>()
  if (series.length === 0) {
    return <EmptyState title={t('release.nobody')} explanation={t('release.nobodyExplanation')} />
  }
  const markers = markersOf(events, loads).map((marker) => ({
    ...marker,
    label: t(`release.marker.${marker.kind}`, { version: marker.version }),
  }))
  const common = {
    times: loads.times,
    from: loads.times[0] ?? 0,
    to: (loads.times.at(-1) ?? 0) + loads.spanMs,
    markers,
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const failures = sum(series.map((one) => sum(one.failures)))
  return (
    <>
      <PlotLegend series={series} times={loads.times} spanMs={loads.spanMs} position={position} />
      <div className="rl-plot-pair">
        <Plot
          title={t('release.plotFailures')}
          summary={t('release.plotFailuresSummary', { count: failures, versions: series.length })}
          note={failures === 0 ? t('release.noFailuresHere') : undefined}
          group={PLOTS}
          picture={{
            ...common,
            bars: series.map(({ color, failures: values }) => ({ color, values })),
            top: { least: 4 },
            isWhole: true,
            format: String,
          }}
          onPosition={setPosition}
        />
        <Plot
          title={t('release.plotTimes')}
          summary={t('release.plotTimesSummary', { versions: series.length })}
          group={PLOTS}
          picture={{
            ...common,
            lines: series.flatMap(({ color, medianMs, p95Ms }) => [
              { color, values: medianMs, isBridged: true },
              { color, values: p95Ms, isBridged: true, isDashed: true },
            ]),
            format: formatMs,
          }}
          onPosition={setPosition}
        />
      </div>
      <LoadTable series={series} times={loads.times} />
    </>
  )
}
