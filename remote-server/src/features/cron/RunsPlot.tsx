import type { OutputOf } from '@windlass/shared-kit/contract'
import type { CronHistory } from '@windlass/shared-kit/contract/cron'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { Plot, usePlotColors } from '@windlass/shared-kit/plot'
import { useNow } from '@windlass/shared-kit/ui'
import { durationText } from './durationText.ts'
import { longest, resultBars } from './runBars.ts'

const HEIGHT_PX = 110
const GROUP = 'cron-runs'
const LEAST_RUNS = 2
const LEAST_DURATIONS = 3

type Runs = OutputOf<typeof CronHistory>['list']

/** How runs ended over time, and how long they took where that is known. */
export function RunsPlot({ runs }: { runs: Runs }) {
  const { t } = useTranslation('server')
  const { palette } = usePlotColors()
  const now = useNow()
  if (runs.length < LEAST_RUNS) return null
  const { times, from, to, good, bad } = resultBars(runs, now)
  const failures = runs.filter(({ isFailed }) => isFailed).length
  const timed = runs.filter(({ duration }) => duration >= 0)
  return (
    <div className="cron-plots">
      <Plot
        title={t('cron.plot')}
        summary={t('cron.plotSummary', { total: formatNumber(runs.length), failed: formatNumber(failures) })}
        isSummaryShown
        height={HEIGHT_PX}
        group={GROUP}
        picture={{
          ...{ times, from, to, isWhole: true },
          bars: [
            { color: palette.success, values: good },
            { color: palette.failed, values: bad },
          ],
          format: (value) => formatNumber(value),
        }}
      />
      {timed.length >= LEAST_DURATIONS && (
        <Plot
          title={t('cron.durations')}
          summary={t('cron.durationSummary', { longest: durationText(longest(timed)) })}
          isSummaryShown
          height={HEIGHT_PX}
          group={GROUP}
          picture={{
            times: timed.map(({ time }) => time),
            ...{ from, to },
            lines: [{ color: palette.accent, values: timed.map(({ duration }) => duration) }],
            top: { least: longest(timed) },
            format: durationText,
          }}
        />
      )}
    </div>
  )
}
