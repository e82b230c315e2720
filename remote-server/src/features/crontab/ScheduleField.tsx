import { expressionProblem } from '@windlass/shared-kit/contract/crontabText'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Form, Input } from 'antd'
import { useDeferredValue } from 'react'
import { QuickSchedules } from '../../components/cron/QuickSchedules.tsx'
import { isEitherDay } from './crontabRuns.ts'
import type { EntryForm } from './entryForm.ts'
import { NextRuns, ScheduleWords } from './NextRuns.tsx'
import { useProblemText } from './useLineProblems.ts'

const RUNS = 3
const QUICK = {
  minute: '* * * * *',
  quarter: '*/15 * * * *',
  hourly: '@hourly',
  daily: '30 3 * * *',
  weekdays: '0 8 * * 1-5',
  weekly: '30 3 * * 0',
  monthly: '30 3 1 * *',
  yearly: '30 3 1 1 *',
  start: '@reboot',
} as const

/** When a line runs: written or chosen, said in words, with its next runs by both clocks. */
export function ScheduleField({ zone }: { zone: string }) {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<EntryForm>()
  const problemText = useProblemText()
  const expression = useDeferredValue(Form.useWatch('expression', form) ?? '')
  const isRead = expression.trim() !== '' && expressionProblem(expression) === undefined
  const choose = (value: string) => {
    form.setFieldValue('expression', value)
    // A complaint about what stood there before would be wrong now; it has told what it wanted to.
    void form.validateFields(['expression']).catch(() => undefined)
  }
  return (
    <>
      <Form.Item
        name="expression"
        label={t('crontab.when')}
        extra={t('crontab.whenHint')}
        rules={[
          {
            required: true,
            validator: async (_rule, text: string = '') => {
              if (text.trim() === '') throw new Error(t('rule.needed'))
              const problem = expressionProblem(text)
              if (problem) throw new Error(problemText(problem))
            },
          },
        ]}
      >
        <Input className="wl-mono" autoComplete="off" spellCheck={false} placeholder={QUICK.quarter} />
      </Form.Item>
      <QuickSchedules
        label={t('crontab.quick')}
        schedules={Object.entries(QUICK).map(([key, value]) => ({
          name: t(`crontab.quickly.${key}`),
          expression: value,
        }))}
        chosen={expression}
        onChoose={choose}
      />
      {isRead && (
        <section className="crontab-meaning" aria-label={t('crontab.meaning')}>
          <b>
            <ScheduleWords expression={expression} />
          </b>
          {isEitherDay(expression) && <span>{t('cron.eitherDay')}</span>}
          <NextRuns expression={expression} zone={zone} count={RUNS} />
          <small className="wl-faint">{t('crontab.zoneNote', { zone })}</small>
        </section>
      )}
    </>
  )
}
