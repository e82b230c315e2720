import { useTranslation } from '@windlass/shared-kit/i18n'
import { useEffect, useId, useRef, useState } from 'react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** Says what is wrong, or nothing. */
  error?: string
  onBlur?: () => void
  isSecret?: boolean
  autoComplete: string
  /** Which keyboard a phone shows. */
  inputMode?: 'numeric' | 'text'
  /** The cursor starts here. */
  isFirst?: boolean
}

/** A labelled input with its error below it, and an eye for secrets. */
export function Field(props: Props) {
  const { label, value, onChange, error, onBlur, isSecret = false, autoComplete, inputMode, isFirst } = props
  const { t } = useTranslation('host')
  const id = useId()
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst])
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-input">
        <input
          id={id}
          ref={input}
          type={isSecret && !isShown ? 'password' : 'text'}
          value={value}
          autoComplete={autoComplete}
          inputMode={inputMode}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
        {isSecret && (
          <button
            type="button"
            className="field-eye"
            aria-pressed={isShown}
            aria-label={t('showPassword')}
            onClick={() => setShown(!isShown)}
          >
            <svg
              viewBox="0 0 24 24"
              width="16"
              height="16"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              aria-hidden="true"
            >
              <path d="M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12Z" />
              <circle cx="12" cy="12" r="3" />
              {!isShown && <path d="M4 20 20 4" />}
            </svg>
          </button>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
