import { useTranslation } from '@windlass/shared-kit/i18n'
import { CopyButton } from '@windlass/shared-kit/ui'
import { Input } from 'antd'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react'

interface Props {
  label: string
  value: string
  /** Absent for what is only read. */
  onChange?: (text: string) => void
  /** Enter, unless an input method is composing; with several rows together with Ctrl or Cmd. */
  onEnter?: () => void
  placeholder?: string
  /** One quiet line below. */
  hint?: ReactNode
  /** What is wrong, in place of the hint. */
  problem?: string | undefined
  /** More than one makes a text area that grows up to three times as high. */
  rows?: number
  /** Shows a button that copies the value. */
  isCopied?: boolean
  /** Buttons of the same line, such as Convert. */
  action?: ReactNode
  inputMode?: 'decimal' | 'numeric' | 'text'
}

/**
 * The style sheet lets it grow with its text. Measured by a script, it would put an area of its own into the page, which
 * may belong to somebody else.
 */
const growing = (rows: number) => ({
  rows,
  className: 'wl-mono toolbox-growing',
  style: { '--rows': rows } as CSSProperties,
})

/** A labelled field of a tool: what it holds, what it expects, and what is wrong with it. */
export function ToolText({ label, value, hint, problem, action, isCopied = false, rows = 1, ...field }: Props) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  const note = problem ?? hint
  const { onChange, onEnter } = field
  const handleKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
    if (!isEnter || !onEnter || (rows > 1 && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    onEnter()
  }
  const common = {
    id,
    value,
    className: 'wl-mono',
    placeholder: field.placeholder,
    inputMode: field.inputMode,
    readOnly: onChange === undefined,
    autoComplete: 'off',
    spellCheck: false,
    'aria-invalid': problem !== undefined,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    onKeyDown: handleKeyDown,
    ...(problem !== undefined && { status: 'error' as const }),
  }
  const change = (event: { target: { value: string } }) => onChange?.(event.target.value)
  return (
    <div className="toolbox-field">
      <label htmlFor={id}>{label}</label>
      <div className="toolbox-line">
        {rows > 1 ? (
          <Input.TextArea {...common} {...growing(rows)} onChange={change} />
        ) : (
          <Input {...common} onChange={change} />
        )}
        {action}
        {isCopied && <CopyButton text={value} label={t('copyOf', { name: label })} />}
      </div>
      {note !== undefined && (
        <small
          id={`${id}-note`}
          className={problem ? 'toolbox-problem' : 'wl-faint'}
          role={problem ? 'alert' : undefined}
        >
          {note}
        </small>
      )}
    </div>
  )
}
