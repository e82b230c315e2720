import type { HealthProbe } from '@windlass/shared-kit/contract/deployPolicy'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Input, InputNumber, Radio, Switch } from 'antd'
import { useState } from 'react'
import { ProbeTest } from './ProbeTest.tsx'

const KINDS = ['http', 'tcp', 'command'] as const
const TARGET_LENGTH = 1000
const OK = 200
const FIRST: HealthProbe = {
  kind: 'http',
  target: '',
  expectedStatus: OK,
  timeoutSeconds: 5,
  attempts: 10,
  intervalSeconds: 3,
}
const NUMBERS = [
  { name: 'attempts', min: 1, max: 100 },
  { name: 'intervalSeconds', min: 0, max: 300 },
  { name: 'timeoutSeconds', min: 1, max: 300 },
] as const

interface Props {
  /** Given by the form. */
  id?: string
  value?: HealthProbe | null
  onChange?: (probe: HealthProbe | null) => void
}

/** How a server proves that it works: nothing is asked, or a probe with its limits. */
export function ProbeField({ id, value = null, onChange }: Props) {
  const { t } = useTranslation('deploy')
  // What was filled in comes back when somebody switches it off by mistake.
  const [last, setLast] = useState(value ?? FIRST)
  const change = (part: Partial<HealthProbe>) => {
    const next = { ...(value ?? last), ...part }
    setLast(next)
    onChange?.(next)
  }
  return (
    <div className="dp-probe">
      <Switch id={id} checked={value !== null} onChange={(isOn) => onChange?.(isOn ? last : null)} />
      {value && (
        <div className="dp-probe-fields">
          <Radio.Group
            aria-label={t('rollout.probe')}
            value={value.kind}
            onChange={(event) => change({ kind: event.target.value as HealthProbe['kind'] })}
            options={KINDS.map((kind) => ({ value: kind, label: t(`rollout.probeKind.${kind}`) }))}
          />
          <Input
            className="dp-mono-field"
            aria-label={t(`rollout.probeTarget.${value.kind}`)}
            placeholder={t(`rollout.probeExample.${value.kind}`, { interpolation: { skipOnVariables: true } })}
            maxLength={TARGET_LENGTH}
            autoComplete="off"
            value={value.target}
            onChange={(event) => change({ target: event.target.value })}
          />
          <ProbeNumbers probe={value} onChange={change} />
          <ProbeTest probe={value} />
        </div>
      )}
    </div>
  )
}

function ProbeNumbers({ probe, onChange }: { probe: HealthProbe; onChange: (part: Partial<HealthProbe>) => void }) {
  const { t } = useTranslation('deploy')
  const status = { name: 'expectedStatus', min: 100, max: 599 } as const
  const fields = probe.kind === 'http' ? [status, ...NUMBERS] : NUMBERS
  return (
    <div className="dp-probe-numbers">
      {fields.map(({ name, min, max }) => (
        <label key={name}>
          <span>{t(`rollout.${name}`)}</span>
          <InputNumber
            min={min}
            max={max}
            precision={0}
            value={probe[name]}
            onChange={(next) => onChange({ [name]: next ?? FIRST[name] })}
          />
        </label>
      ))}
    </div>
  )
}
