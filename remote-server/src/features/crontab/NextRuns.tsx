import { CRONTAB_WORDS, plainExpression } from '@windlass/shared-kit/contract/crontabText'
import { useLanguage, useOwnZone, useTranslation } from '@windlass/shared-kit/i18n'
import { useNow } from '@windlass/shared-kit/ui'
import { cronWords } from '../../components/cron/cronWords.ts'
import { nextRuns, zonedTime } from './crontabRuns.ts'

/** What an expression means, in words. */
export function ScheduleWords({ expression }: { expression: string }) {
  const { t } = useTranslation('server')
  const language = useLanguage()
  const plain = plainExpression(expression).toLowerCase()
  if (plain === '@reboot') return <>{t('crontab.atStart')}</>
  return <>{cronWords(CRONTAB_WORDS[plain] ?? plain, language)}</>
}

interface Props {
  expression: string
  /** Of the server. */
  zone: string
  count: number
}

/** When it runs next, by the clock of the server and by the one of whoever looks. */
export function NextRuns({ expression, zone, count }: Props) {
  const { t } = useTranslation('server')
  const language = useLanguage()
  const now = useNow()
  const viewer = useOwnZone()
  const found = nextRuns(expression, zone, new Date(now), count)
  if (found.kind !== 'times') return <span className="wl-faint">{t(`crontab.next.${found.kind}`)}</span>
  return (
    <ol className="crontab-next">
      {found.times.map((time) => (
        <li key={time.getTime()}>
          <time dateTime={time.toISOString()}>{zonedTime(time, zone, language, now)}</time>
          {viewer !== zone && (
            <small title={viewer}>{t('crontab.here', { time: zonedTime(time, viewer, language, now) })}</small>
          )}
        </li>
      ))}
    </ol>
  )
}

/** An expression with its words below it. */
export function WhenCell({ expression }: { expression: string }) {
  return (
    <div className="crontab-when">
      <code>{plainExpression(expression)}</code>
      <span className="wl-faint">
        <ScheduleWords expression={expression} />
      </span>
    </div>
  )
}
