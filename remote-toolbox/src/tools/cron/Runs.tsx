import { type LanguageCode, offsetAt, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { useMemo, useState } from 'react'
import { clockAt } from '../../parts/calendar.ts'
import { spanText } from '../../parts/changeText.ts'
import { useTick } from '../../parts/useTick.ts'
import { writeOffset } from '../../parts/zonedTime.ts'
import { type CronPlan, cronRuns, type Run } from './cronRuns.ts'
import { RunPlot } from './RunPlot.tsx'
import type { CronExpression } from './readCron.ts'

interface Props {
  expression: CronExpression
  zone: string
  isShown: boolean
}

/** The runs after now, planned again as soon as one of them is over. */
function usePlan(expression: CronExpression, zone: string, now: number): { plan: CronPlan; from: number } {
  const [from, setFrom] = useState(now)
  const plan = useMemo(() => cronRuns(expression, zone, from), [expression, zone, from])
  const first = plan.kind === 'runs' ? plan.runs[0] : undefined
  if (first && first.instant <= now) setFrom(now)
  return { plan, from }
}

/** When an expression runs next, in a zone. */
export function Runs({ expression, zone, isShown }: Props) {
  const { t } = useTranslation('toolbox')
  const now = useTick(isShown)
  const { plan, from } = usePlan(expression, zone, now)
  return (
    <section className="cron-runs" aria-label={t('cron.runs')}>
      <h3>{t('cron.runs')}</h3>
      {plan.kind === 'runs' ? (
        <>
          <RunPlot runs={plan.runs} from={from} zone={zone} />
          <ol>
            {plan.runs.map((run) => (
              <RunRow key={run.instant} run={run} zone={zone} now={now} />
            ))}
          </ol>
        </>
      ) : (
        <p className="wl-faint">{t(`cron.plan.${plan.kind}`)}</p>
      )}
    </section>
  )
}

const pad = (value: number) => String(value).padStart(2, '0')

/** `2026-11-21 08:30`; the seconds only where there are some. */
function writeRun(instant: number, zone: string): string {
  const { year, month, day, hour, minute, second } = clockAt(instant + offsetAt(instant, zone))
  return `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}${second > 0 ? `:${pad(second)}` : ''}`
}

const weekday = (instant: number, zone: string, language: LanguageCode) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: zone }).format(instant)

function RunRow({ run: { instant, note }, zone, now }: { run: Run; zone: string; now: number }) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const offset = writeOffset(offsetAt(instant, zone))
  const text = writeRun(instant, zone)
  return (
    <li>
      <time className="wl-mono" dateTime={new Date(instant).toISOString()} title={`${text} ${offset}`}>
        {text}
      </time>
      <span>{weekday(instant, zone, language)}</span>
      <span className="wl-faint">{t('cron.in', { span: spanText(instant - now, language, 'short') })}</span>
      <CopyButton text={`${text.replace(' ', 'T')}${offset}`} label={t('copyOf', { name: text })} />
      {note && (
        <small className="cron-note">
          {t(`cron.note.${note}`)} <span className="wl-mono">{offset}</span>
        </small>
      )}
    </li>
  )
}
