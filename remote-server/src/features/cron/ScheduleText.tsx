import type { Cron } from '@windlass/shared-kit/contract/cron'
import { cronRuns, readCron } from '@windlass/shared-kit/contract/cronExpression'
import { useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark, TimeText, useNow } from '@windlass/shared-kit/ui'
import { cronWords } from '../../components/cron/cronWords.ts'
import { useProblemText } from './useProblemText.ts'
import { utcText } from './utcTime.ts'

/** `22 03:00:00`: the day and the clock say enough beside how long it is. */
const DAY_FROM = 5

/** An expression, and what it means. */
export function ScheduleText({ expression }: { expression: string }) {
  const language = useLanguage()
  const problemText = useProblemText()
  const read = readCron(expression)
  return (
    <span className="cron-lines">
      <code className="wl-mono">{expression}</code>
      {read.problem === undefined ? (
        <span className="wl-faint">{cronWords(read.text, language)}</span>
      ) : (
        <StateMark state="failed">{problemText(read)}</StateMark>
      )}
    </span>
  )
}

/** When a task runs next, if it does. */
export function NextRun({ cron: { expression, isEnabled = true } }: { cron: Cron }) {
  const { t } = useTranslation('server')
  const now = useNow()
  const read = readCron(expression)
  const [next] = isEnabled && read.problem === undefined ? cronRuns(read, now) : []
  if (next === undefined) return <span className="wl-faint">{isEnabled ? '–' : t('cron.off')}</span>
  return (
    <span className="cron-lines">
      <TimeText value={next} />
      <span className="wl-faint cron-clock">{utcText(next).slice(DAY_FROM)} UTC</span>
    </span>
  )
}
