import type { MetricItem } from '@windlass/shared-kit/contract/serverMetrics'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { unitOf, valueText } from './metricCharts.ts'

const WIDTH = 96
const HEIGHT = 24
const PERCENT = 100
const FULL = 90

/** The newest value of every item, with its last hour as a small picture. */
export function NewestValues({ items }: { items: readonly MetricItem[] }) {
  const { t } = useTranslation('server')
  const shown = items.filter(({ value }) => value !== null)
  if (shown.length === 0) return null
  return (
    <section
      className="ag-newest"
      aria-label={t('agent.newest')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard on a narrow screen
      tabIndex={0}
    >
      {shown
        .toSorted(
          (one, other) => one.type - other.type || one.item.localeCompare(other.item, undefined, { numeric: true }),
        )
        .map((item) => (
          <Tile key={`${item.type} ${item.item}`} {...item} />
        ))}
    </section>
  )
}

function Tile({ type, item, value, recent }: MetricItem) {
  const { t } = useTranslation('server')
  const unit = unitOf(type)
  const isFull = unit === 'percent' && (value ?? 0) >= FULL
  return (
    <div className="ag-tile" title={`${t(`agent.chart.${type}`)}: ${item}`}>
      <span className="ag-tile-name">{item}</span>
      <b className={isFull ? 'ag-full' : undefined}>{valueText(unit, value ?? 0)}</b>
      <Trend values={recent} top={unit === 'percent' ? PERCENT : undefined} />
    </div>
  )
}

/** A line through the last hour; where nothing was measured there is none. */
function Trend({ values, top }: { values: MetricItem['recent']; top: number | undefined }) {
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={trendPath(values, top)} />
    </svg>
  )
}

function trendPath(values: MetricItem['recent'], top: number | undefined): string {
  const most = top ?? Math.max(1, ...values.map((value) => value ?? 0))
  const step = WIDTH / Math.max(1, values.length - 1)
  return values
    .map((value, index) => {
      if (value === null) return ''
      const y = HEIGHT - 1 - (Math.min(value, most) / most) * (HEIGHT - 2)
      // A value alone is a dot.
      const isStart = (values[index - 1] ?? null) === null
      const isAlone = isStart && (values[index + 1] ?? null) === null
      const place = `${(index * step).toFixed(1)} ${y.toFixed(1)}`
      return `${isStart ? 'M' : 'L'}${place}${isAlone ? 'h1' : ''}`
    })
    .join('')
}
