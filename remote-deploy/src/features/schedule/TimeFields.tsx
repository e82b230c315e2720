import { useTranslation } from '@windlass/shared-kit/i18n'
import { TimeText, useErrorText } from '@windlass/shared-kit/ui'
import { ZoneSelect } from '@windlass/shared-kit/zone'
import { Alert, Form, Input, Select } from 'antd'
import { useDeferredValue, useMemo } from 'react'
import { REPETITIONS, type ScheduleValues, whenOf } from './scheduleInput.ts'
import { useTaskPreview } from './useSchedule.ts'

/** When a deploy runs: on the clocks of which zone, once or again and again, and what that means. */
export function TimeFields() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ScheduleValues>()
  const repetition = Form.useWatch('repetition', form) ?? 'once'
  const required = [{ required: true, message: t('publish.required') }]
  return (
    <>
      <div className="dp-when">
        <Form.Item name="time" label={t('schedule.time')} rules={required}>
          <Input type="datetime-local" />
        </Form.Item>
        <Form.Item name="zone" label={t('schedule.zone')} rules={required}>
          <ZoneSelect />
        </Form.Item>
      </div>
      <Form.Item name="repetition" label={t('schedule.repetitionTitle')} required>
        <Select options={REPETITIONS.map((value) => ({ value, label: t(`schedule.repetition.${value}`) }))} />
      </Form.Item>
      {repetition === 'cron' && (
        <Form.Item name="cron" label={t('schedule.cron')} extra={t('schedule.cronHint')} rules={required}>
          <Input className="dp-mono" autoComplete="off" spellCheck={false} placeholder="30 2 * * 1-5" />
        </Form.Item>
      )}
      <Preview />
    </>
  )
}

/** The runs that the fields mean, as the server reckons them. */
function Preview() {
  const { t } = useTranslation('deploy')
  const form = Form.useFormInstance<ScheduleValues>()
  const time = Form.useWatch('time', form) ?? ''
  const zone = Form.useWatch('zone', form) ?? ''
  const repetition = Form.useWatch('repetition', form) ?? 'once'
  const cron = Form.useWatch('cron', form) ?? ''
  const errorText = useErrorText()
  // Typing is not held up, and what is half typed is not asked about letter by letter.
  const when = useDeferredValue(useMemo(() => whenOf({ time, zone, repetition, cron }), [time, zone, repetition, cron]))
  const { data, error } = useTaskPreview(when)
  if (when === undefined) return null
  if (error) return <Alert type="error" showIcon title={errorText(error).text} />
  if (!data) return null
  return (
    <section className="dp-runs" aria-live="polite">
      <h2>{t(repetition === 'once' ? 'schedule.run' : 'schedule.runs')}</h2>
      <ol>
        {data.runs.map(({ dueTime, date, zonedDate }) => (
          <li key={dueTime}>
            <span className="dp-mono">{zonedDate}</span> <TimeText value={dueTime} />
            {zone !== data.serverZone && (
              <div className="wl-faint">{t('schedule.onServer', { date, zone: data.serverZone })}</div>
            )}
          </li>
        ))}
      </ol>
      {data.remark && <Alert type="warning" showIcon title={data.remark} />}
    </section>
  )
}
