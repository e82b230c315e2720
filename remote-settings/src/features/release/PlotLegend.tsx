import { formatDateTime, formatNumber, formatZonedTime, useTranslation } from '@windlass/shared-kit/i18n'
import type { Series } from './plotSeries.ts'
import { formatMs } from './releaseFigures.ts'

const MINUTES_END = 16

interface Props {
  series: readonly Series[]
  times: readonly number[]
  spanMs: number
  /** The span under the pointer. */
  position: number | undefined
}

/** Which colour is which version, and the numbers under the pointer; of the whole time while it is elsewhere. */
export function PlotLegend({ series, times, spanMs, position }: Props) {
  const { t } = useTranslation('settings')
  const time = position === undefined ? undefined : times[position]
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return (
    <div className="rl-legend">
      <ul>
        {series.map((one) => (
          <li key={one.version}>
            <i style={{ background: one.color }} aria-hidden="true" />
            <code className="wl-mono">{one.version}</code>
            <span className="wl-faint">
              {t('release.legendCounts', {
                loads: formatNumber(position === undefined ? sum(one.loads) : (one.loads[position] ?? 0)),
                failures: formatNumber(position === undefined ? sum(one.failures) : (one.failures[position] ?? 0)),
              })}
              {position !== undefined &&
                ` · ${formatMs(one.medianMs[position] ?? 0)} / ${formatMs(one.p95Ms[position] ?? 0)}`}
            </span>
          </li>
        ))}
      </ul>
      <span className="wl-faint rl-legend-time" title={time === undefined ? undefined : formatZonedTime(time)}>
        {time === undefined
          ? t('release.legendLines')
          : `${formatDateTime(time).slice(5, MINUTES_END)}–${formatDateTime(time + spanMs).slice(11, MINUTES_END)}`}
      </span>
    </div>
  )
}
