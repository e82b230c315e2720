import { InputNumber } from 'antd'
import { type KeyboardEvent, useId } from 'react'
import { clampTo, type Range } from './passwordChoice.ts'

interface Props<Name extends string> {
  name: Name
  label: string
  value: number
  range: Range
  onChange: (patch: Record<Name, number>) => void
  onEnter: (patch: Record<Name, number>) => void
}

/** A whole number of a range. */
export function NumberField<Name extends string>({ name, label, value, range, onChange, onEnter }: Props<Name>) {
  const id = useId()
  const patch = (number: number) => ({ [name]: number }) as Record<Name, number> // a computed key widens to string
  const handleEnter = ({ target, nativeEvent }: KeyboardEvent) => {
    if (nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
    onEnter(patch(target.value === '' ? value : clampTo(range, Number(target.value))))
  }
  return (
    <div className="password-number">
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        value={value}
        min={range.least}
        max={range.most}
        precision={0}
        inputMode="numeric"
        onChange={(next) => next !== null && onChange(patch(next))}
        onPressEnter={handleEnter}
      />
    </div>
  )
}
