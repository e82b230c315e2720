import type { MonitorStatus } from '@windlass/shared-kit/contract/monitor'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'

const STEP = 4
const BAR = 3
const HEIGHT = 20
const LEAST = 2

/** How long checks took in each of the last 24 hours, and how many of them passed. */
export function Sparkline({ status }: { status: MonitorStatus }) {
  const { t } = useTranslation('deploy')
  const { hours, uptime } = status
  if (uptime === null) return <span className="wl-faint">{t('monitor.noChecks')}</span>
  const most = Math.max(1, ...hours.map((value) => value ?? 0))
  const share = formatNumber(uptime, { style: 'percent', maximumFractionDigits: 2 })
  return (
    <span className="dm-spark" title={t('monitor.sparkHint', { share, most: formatNumber(most) })}>
      <svg viewBox={`0 0 ${hours.length * STEP} ${HEIGHT}`} aria-hidden="true">
        {hours.map((value, index) => {
          if (value === null) return null
          const height = Math.max(LEAST, (value / most) * HEIGHT)
          // The place in the row is what the bar stands for.
          return (
            <rect
              key={`hour ${index - hours.length}`}
              x={index * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          )
        })}
      </svg>
      <span>{share}</span>
    </span>
  )
}
