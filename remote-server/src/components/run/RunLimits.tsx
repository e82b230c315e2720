import { SCRIPT_CONCURRENCY } from '@windlass/shared-kit/contract/serverScript'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { InputNumber, Select } from 'antd'

/** How a run goes over its servers. */
export interface Limits {
  concurrency: number
  seconds: number
}

const MINUTE = 60
const TIMES = [1, 5, 10, 30, 60, 240, 1440]
const MOST_AT_ONCE = 100

/** Ten minutes on twenty servers at a time. */
export const USUAL_LIMITS: Limits = { concurrency: SCRIPT_CONCURRENCY, seconds: 10 * MINUTE }

/** How long each server has, and how many are served at the same time. */
export function RunLimits({ value, onChange }: { value: Limits; onChange: (limits: Limits) => void }) {
  const { t } = useTranslation('server')
  return (
    <span className="run-limits">
      <Select
        aria-label={t('run.time')}
        value={value.seconds}
        options={TIMES.map((minutes) => ({ value: minutes * MINUTE, label: t('run.minutes', { count: minutes }) }))}
        onChange={(seconds) => onChange({ ...value, seconds })}
        popupMatchSelectWidth={false}
      />
      <InputNumber
        className="run-at-once"
        aria-label={t('run.atOnce')}
        prefix={t('run.atOnce')}
        min={1}
        max={MOST_AT_ONCE}
        value={value.concurrency}
        onChange={(concurrency) => onChange({ ...value, concurrency: concurrency ?? SCRIPT_CONCURRENCY })}
      />
    </span>
  )
}
