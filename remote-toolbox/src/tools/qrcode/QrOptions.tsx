import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, InputNumber, Segmented } from 'antd'
import { type ComponentRef, useId, useRef, useState } from 'react'
import type { QrCode } from './encodeQr.ts'
import { LEVELS, type QrLevel, RECOVERY_PERCENT } from './qrLevel.ts'
import { easySizeOf, legibilityOf, MAX_SIZE, MIN_SIZE, readSize } from './qrSize.ts'

interface Props {
  level: QrLevel
  size: number
  /** What is drawn, for a word on whether it can be scanned in this size. */
  code: QrCode | undefined
  onLevelChange: (level: QrLevel) => void
  onSizeChange: (size: number) => void
}

/** How much damage the picture shall survive, and how large it is. */
export function QrOptions({ level, size, code, onLevelChange, onSizeChange }: Props) {
  const { t } = useTranslation('toolbox')
  return (
    <div className="qrcode-options">
      <div className="toolbox-field">
        <span className="qrcode-label">{t('qrcode.level')}</span>
        <Segmented<QrLevel>
          aria-label={t('qrcode.level')}
          value={level}
          options={[...LEVELS]}
          onChange={onLevelChange}
        />
        <small className="wl-faint">{t('qrcode.recovery', { percent: RECOVERY_PERCENT[level] })}</small>
      </div>
      <SizeField size={size} code={code} onChange={onSizeChange} />
    </div>
  )
}

interface SizeProps {
  size: number
  code: QrCode | undefined
  onChange: (size: number) => void
}

function SizeField({ size, code, onChange }: SizeProps) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  /** What is typed while it is no size; the picture keeps the last one. */
  const [draft, setDraft] = useState<{ typed: number | null }>()
  const handleChange = (typed: number | null) => {
    const read = readSize(String(typed))
    setDraft(read === undefined ? { typed } : undefined)
    if (read !== undefined) onChange(read)
  }
  const field = useRef<ComponentRef<typeof InputNumber>>(null)
  const handleEnlarge = () => {
    onChange(easy)
    // The button that had the focus is gone.
    field.current?.focus()
  }
  const side = code?.rows.length ?? 0
  const easy = easySizeOf(side)
  const legibility = legibilityOf(side, size)
  return (
    <div className="toolbox-field">
      <label htmlFor={id}>{t('qrcode.size')}</label>
      <InputNumber
        ref={field}
        id={id}
        suffix="px"
        value={draft ? draft.typed : size}
        status={draft ? 'error' : ''}
        step={10}
        aria-invalid={draft !== undefined}
        aria-describedby={`${id}-note`}
        onChange={handleChange}
      />
      <small id={`${id}-note`} className={draft ? 'toolbox-problem' : 'wl-faint'} role={draft ? 'alert' : undefined}>
        {draft || legibility === 'easy'
          ? t('qrcode.bounds', { min: MIN_SIZE, max: MAX_SIZE })
          : t(`qrcode.legibility.${legibility}`, { easy })}
      </small>
      {!draft && legibility !== 'easy' && (
        <Button size="small" className="qrcode-enlarge" onClick={handleEnlarge}>
          {t('qrcode.enlarge', { size: easy })}
        </Button>
      )}
    </div>
  )
}
