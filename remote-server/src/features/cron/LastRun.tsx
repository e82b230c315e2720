import type { Cron, CronRunState } from '@windlass/shared-kit/contract/cron'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark, TimeText } from '@windlass/shared-kit/ui'
import { utcText } from './utcTime.ts'

/** `11-22 03:00`, without year and seconds. */
const CLOCK_FROM = 5
const CLOCK_END = 16

/** How a run ended, with its code where it failed. */
export function RunState({ state, execCode }: { state: CronRunState; execCode: number }) {
  const { t } = useTranslation('server')
  if (state !== 'failed') return <StateMark state={state}>{t(`cron.state.${state}`)}</StateMark>
  return <StateMark state="failed">{t(execCode === -1 ? 'cron.aborted' : 'cron.failed', { code: execCode })}</StateMark>
}

/** The newest run that was told of, and one that was not. */
export function LastRun({ cron: { lastRun, missedTime = 0 } }: { cron: Cron }) {
  const { t } = useTranslation('server')
  return (
    <span className="cron-lines">
      {lastRun ? (
        <span className="cron-last">
          <RunState {...lastRun} />
          <TimeText value={lastRun.time} />
        </span>
      ) : (
        missedTime === 0 && <span className="wl-faint">{t('cron.never')}</span>
      )}
      {missedTime > 0 && (
        <span title={t('cron.missedHint', { time: utcText(missedTime) })}>
          <StateMark state="waiting">
            {t('cron.missed', { time: utcText(missedTime).slice(CLOCK_FROM, CLOCK_END) })}
          </StateMark>
        </span>
      )}
    </span>
  )
}
