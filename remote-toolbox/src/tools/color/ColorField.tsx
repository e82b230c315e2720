import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { ToolText } from '../../parts/ToolText.tsx'
import type { Field } from './colorView.ts'
import type { Conversion } from './convertColor.ts'
import { writeHex } from './rgb.ts'

/** Specification 2. */
const PLACEHOLDERS: Readonly<Record<Field, string>> = { hex: '#FFFFFF', rgb: '(255,255,255)' }

interface Props {
  field: Field
  value: string
  result: Conversion | undefined
  onChange: (text: string) => void
  onConvert: () => void
}

/** One way of writing a colour, and beside it the other. */
export function ColorField({ field, value, result, onChange, onConvert }: Props) {
  const { t } = useTranslation('toolbox')
  const other: Field = field === 'hex' ? 'rgb' : 'hex'
  const note = result?.problem && t(`color.${field}.${result.problem}`, { nearest: writeHex(result.color) })
  return (
    <div className="color-field">
      <ToolText
        label={t(`color.${field}.label`)}
        value={value}
        placeholder={PLACEHOLDERS[field]}
        // Quietly: the specification has a result for everything, so this is no error.
        hint={note ?? t(`color.${field}.hint`)}
        onChange={onChange}
        onEnter={onConvert}
        action={
          <Button type="primary" onClick={onConvert}>
            {t('color.convert')}
          </Button>
        }
      />
      <ToolText
        label={t('color.as', { name: t(`color.${other}.label`) })}
        value={result?.text ?? ''}
        isCopied={result !== undefined}
      />
    </div>
  )
}
