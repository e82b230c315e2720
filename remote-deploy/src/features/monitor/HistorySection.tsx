import { MONITOR_RANGES, type MonitorRange } from '@windlass/shared-kit/contract/monitor'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { Plot, usePlotColors } from '@windlass/shared-kit/plot'
import { EmptyState, LoadState } from '@windlass/shared-kit/ui'
import { Segmented } from 'antd'
import { type HistoryData, latencyPicture, uptimePicture } from './historyPicture.ts'
import { useMonitorHistory } from './useMonitors.ts'

/** Both show the same moment under the pointer. */
const PLOTS = 'monitor'
const STRIP_PX = 96

interface Props {
  id: number
  range: MonitorRange
  onRange: (range: MonitorRange) => void
}

/** How long checks took and how many passed, over a range. */
export function HistorySection({ id, range, onRange }: Props) {
  const { t } = useTranslation('deploy')
  const history = useMonitorHistory(id, range)
  return (
    <section className="dm-section">
      <header>
        <h2>{t('monitor.history')}</h2>
        <Segmented<MonitorRange>
          aria-label={t('monitor.range')}
          size="small"
          value={range}
          options={MONITOR_RANGES.map((value) => ({ value, label: t(`monitor.ranges.${value}`) }))}
          onChange={onRange}
        />
      </header>
      <LoadState of={history} loading={<div className="dm-plot-space" />}>
        {history.data && <Plots data={history.data} />}
      </LoadState>
    </section>
  )
}

function Plots({ data }: { data: HistoryData }) {
  const { t } = useTranslation('deploy')
  const { palette } = usePlotColors()
  const sum = (of: (bucket: HistoryData['buckets'][number]) => number) =>
    data.buckets.reduce((total, bucket) => total + of(bucket), 0)
  const count = sum((bucket) => bucket.count)
  if (count === 0) {
    return <EmptyState title={t('monitor.nothingYet')} explanation={t('monitor.nothingYetExplanation')} />
  }
  const failures = sum((bucket) => bucket.failures)
  const passed = count - failures
  const mean = passed === 0 ? 0 : sum((bucket) => bucket.mean * (bucket.count - bucket.failures)) / passed
  const share = formatNumber(passed / count, { style: 'percent', maximumFractionDigits: 3 })
  return (
    <>
      <Plot
        isSummaryShown
        title={t('monitor.plot.uptime')}
        group={PLOTS}
        height={STRIP_PX}
        picture={uptimePicture(data, palette)}
        summary={t('monitor.plot.uptimeSummary', {
          share,
          count: formatNumber(count),
          failures: formatNumber(failures),
        })}
      />
      {passed > 0 && (
        <Plot
          isSummaryShown
          title={t('monitor.plot.latency')}
          group={PLOTS}
          picture={latencyPicture(data, palette)}
          summary={t('monitor.plot.latencySummary', { mean: formatNumber(Math.round(mean)) })}
        />
      )}
    </>
  )
}
