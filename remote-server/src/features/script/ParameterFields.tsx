import type { TemplateParameter } from '@windlass/shared-kit/contract/template'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Input, Select, Switch } from 'antd'
import { useId } from 'react'
import { parameterProblem } from './parameterProblem.ts'

interface Props {
  parameters: readonly TemplateParameter[]
  values: Readonly<Record<string, string>>
  /** Also those that nobody has touched yet are complained about. */
  isTried: boolean
  onChange: (values: Record<string, string>) => void
}

/** What a template asks for before it runs. */
export function ParameterFields({ parameters, values, isTried, onChange }: Props) {
  const { t } = useTranslation('server')
  return (
    <section className="script-parameters" aria-label={t('script.parameters')}>
      {parameters.map((parameter) => (
        <Field
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          isTried={isTried}
          onChange={(value) => onChange({ ...values, [parameter.name]: value })}
        />
      ))}
    </section>
  )
}

interface FieldProps {
  parameter: TemplateParameter
  value: string
  isTried: boolean
  onChange: (value: string) => void
}

function Field({ parameter, value, isTried, onChange }: FieldProps) {
  const { t } = useTranslation('server')
  const id = useId()
  const { name, label = '', isRequired = false, pattern = '', choices = [] } = parameter
  const problem = parameterProblem(parameter, value)
  const isBad = problem !== undefined && (isTried || value !== '')
  return (
    <div className="script-parameter">
      <label htmlFor={id}>
        {label || name} <code className="wl-faint">{`$${name}`}</code>
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      <Control {...{ id, parameter, value, isBad, onChange }} />
      {isBad && (
        <span className="script-problem" id={`${id}-problem`} role="alert">
          {t(`script.problem.${problem}`, { pattern, choices: choices.join(', ') })}
        </span>
      )}
    </div>
  )
}

interface ControlProps {
  id: string
  parameter: TemplateParameter
  value: string
  isBad: boolean
  onChange: (value: string) => void
}

function Control({ id, parameter, value, isBad, onChange }: ControlProps) {
  const { type, choices = [], isRequired = false } = parameter
  const state = isBad ? { status: 'error' as const, 'aria-describedby': `${id}-problem` } : {}
  const shared = { id, 'aria-required': isRequired, 'aria-invalid': isBad, ...state }
  if (type === 'switch')
    return <Switch id={id} checked={value === 'true'} onChange={(isOn) => onChange(String(isOn))} />
  if (type === 'choice')
    return (
      <Select
        {...shared}
        value={value || undefined}
        allowClear={!isRequired}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
        onChange={(next?: string) => onChange(next ?? '')}
      />
    )
  if (type === 'secret')
    return (
      <Input.Password
        {...shared}
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <Input
      {...shared}
      inputMode={type === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
