import { formatNumber, useLanguage, useTranslation } from '@windlass/shared-kit/i18n'
import { useId } from 'react'
import type { PasswordSpace } from './passwordSpace.ts'
import { bitsOf, FULL_BITS, levelOf } from './strength.ts'

/** How much guessing each password of a space withstands: in bits, in words and as a bar. */
export function StrengthMeter({ space }: { space: PasswordSpace }) {
  const { t } = useTranslation('toolbox')
  const language = useLanguage()
  const id = useId()
  const bits = bitsOf(space)
  const level = levelOf(bits)
  // Rounded down: a meter may not promise more than there is.
  const shown = formatNumber(Math.floor(bits * 10) / 10, { minimumFractionDigits: 1 }, language)
  return (
    <div className="password-strength" data-level={level}>
      <label htmlFor={id}>{t('password.strength')}</label>
      <span>
        <strong>{t(`password.level.${level}`)}</strong> · {t('password.bits', { bits: shown })}
      </span>
      <meter id={id} min={0} max={FULL_BITS} value={Math.min(FULL_BITS, bits)} />
      <small className="wl-faint">{t(`password.meaning.${level}`)}</small>
    </div>
  )
}
