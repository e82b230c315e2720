import { useTranslation } from '@windlass/shared-kit/i18n'
import type { Run } from './cronRuns.ts'
import { runsAxis } from './runsAxis.ts'

interface Props {
  runs: readonly Run[]
  /** Where the axis begins: now. */
  from: number
  zone: string
}

const percent = (part: number) => `${(part * 100).toFixed(2)}%`

/** The next runs on an axis of time, which shows at a glance whether they come evenly or in bursts. */
export function RunPlot({ runs, from, zone }: Props) {
  const { t } = useTranslation('toolbox')
  const last = runs.at(-1)
  if (!last) return null
  const to = last.instant
  return (
    <figure className="cron-plot" aria-label={t('cron.plot', { total: runs.length })}>
      <div className="cron-plot-line" aria-hidden="true">
        <span className="cron-plot-now" title={t('cron.now')} />
        {runsAxis(from, to, zone).map(({ at, text }) => (
          <span key={at} className="cron-plot-mark" style={{ left: percent(at) }}>
            {text}
          </span>
        ))}
        {runs.map(({ instant, note }) => (
          <span
            key={instant}
            className="cron-plot-run"
            data-note={note}
            style={{ left: percent((instant - from) / (to - from)) }}
          />
        ))}
      </div>
    </figure>
  )
}
