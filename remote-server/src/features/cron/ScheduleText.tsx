import type { Cron } from '@windlass/shared-kit/contract/cron'
import { cronRuns, readCron } from '@windlass/shared-kit/contract/cronExpression'
import { useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark, TimeText, useNow } from '@windlass/shared-kit/ui'
import { cronWords } from '../../components/cron/cronWords.ts'
import { useProblemText } from './useProblemText.ts'
import { utcText } from './utcTime.ts'

const DAY_FROM = 5
const CLOCK_END = 16

/** `11-22 03:00`: beside how long it is, what is the same or nothing is left out. */
const nextText = (next: number, now: number): string => {
  const [text, isThisYear] = [utcText(next), new Date(next).getUTCFullYear() === new Date(now).getUTCFullYear()]
  return text.slice(isThisYear ? DAY_FROM : 0, text.endsWith(':00') ? CLOCK_END : undefined)
}

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
      <span className="wl-faint cron-clock">{nextText(next, now)} UTC</span>
    </span>
  )
}
