import { CRON_FIELDS, type CronExpression, cronRuns, readCron } from '@windlass/shared-kit/contract/cronExpression'
import { useLanguage, useOwnZone, useTranslation } from '@windlass/shared-kit/i18n'
import { useNow } from '@windlass/shared-kit/ui'
import { Form, Input } from 'antd'
import { useDeferredValue } from 'react'
import { cronWords } from '../../components/cron/cronWords.ts'
import { QuickSchedules } from '../../components/cron/QuickSchedules.tsx'
import { type CronFields, QUICK } from './cronForm.ts'
import { useProblemText } from './useProblemText.ts'
import { changesClocks, ownText, utcText } from './utcTime.ts'

const LENGTH = 255
const RUNS = 3

/** When a task runs: written or chosen, said in words, with its next runs. */
export function ExpressionField() {
  const { t } = useTranslation('server')
  const form = Form.useFormInstance<CronFields>()
  const problemText = useProblemText()
  const expression = Form.useWatch('expression', form) ?? ''
  const read = readCron(useDeferredValue(expression))
  const choose = (chosen: string) => {
    form.setFieldValue('expression', chosen)
    // A complaint about what stood there before would be wrong now; it has told what it wanted to.
    void form.validateFields(['expression']).catch(() => undefined)
  }
  return (
    <>
      <Form.Item
        name="expression"
        label={t('cron.expression')}
        extra={t('cron.expressionHint')}
        rules={[
          { required: true, whitespace: true, message: t('rule.needed') },
          {
            validator: async (_field, text: string = '') => {
              const checked = readCron(text)
              if (text.trim() !== '' && checked.problem !== undefined) throw new Error(problemText(checked))
            },
          },
        ]}
      >
        <Input
          className="wl-mono"
          autoComplete="off"
          spellCheck={false}
          maxLength={LENGTH}
          placeholder={QUICK.minutes}
        />
      </Form.Item>
      <FieldNames expression={expression} />
      <QuickSchedules
        label={t('cron.quick')}
        schedules={Object.entries(QUICK).map(([key, value]) => ({ name: t(`cron.quickly.${key}`), expression: value }))}
        chosen={expression}
        onChoose={choose}
      />
      <section className="cron-runs" aria-label={t('cron.meaning')} aria-live="polite">
        {read.problem === undefined ? <Meaning expression={read} /> : <p className="wl-faint">{t('cron.later')}</p>}
        <ZoneRule />
      </section>
    </>
  )
}

/** Which part of what is typed is which field. */
function FieldNames({ expression }: { expression: string }) {
  const { t } = useTranslation('server')
  const parts = expression.trim().split(/\s+/)
  return (
    <ol className="cron-fields">
      {CRON_FIELDS.map((field, index) => (
        <li key={field}>
          <code className="wl-mono">{parts[index] || '·'}</code>
          <span>{t(`cron.field.${field}`)}</span>
        </li>
      ))}
    </ol>
  )
}

function Meaning({ expression }: { expression: CronExpression }) {
  const { t } = useTranslation('server')
  const language = useLanguage()
  const now = useNow()
  const zone = useOwnZone()
  const isUtc = zone === 'UTC'
  const runs = cronRuns(expression, now, RUNS)
  return (
    <>
      <strong>{cronWords(expression.text, language)}</strong>
      {expression.isEitherDay && <p>{t('cron.eitherDay')}</p>}
      <table>
        <caption className="wl-hidden">{t('cron.nextRuns')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('cron.inUtc')}</th>
            {!isUtc && <th scope="col">{zone}</th>}
          </tr>
        </thead>
        <tbody>
          {runs.map((time) => (
            <tr key={time}>
              <td>{utcText(time)}</td>
              {!isUtc && <td>{ownText(time)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** What the clocks have to do with it. */
function ZoneRule() {
  const { t } = useTranslation('server')
  const now = useNow()
  const zone = useOwnZone()
  return (
    <p className="wl-faint">
      {t('cron.utcRule')} {changesClocks(now) && t('cron.dstRule', { zone })}
    </p>
  )
}
