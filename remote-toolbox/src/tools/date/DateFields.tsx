import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { ToolText } from '../../parts/ToolText.tsx'
import { useTick } from '../../parts/useTick.ts'
import { writeOffset } from '../../parts/zonedTime.ts'
import { type DateInputs, type Field, offsetOf, type Shown } from './dateState.ts'
import { floorDivide, nanosOf, writeTimestamp } from './readTimestamp.ts'
import { writeDate } from './writeDate.ts'

interface Props {
  inputs: DateInputs
  zone: string
  shown: Shown | undefined
  /** How the timestamp is read, if it can be. */
  read: Shown | undefined
  isTyping: boolean
  isShown: boolean
  onType: (field: Field, text: string) => void
  onConvert: (field: Field) => void
}

/** The two fields; empty ones show the time as it passes (Specification 2). */
export function DateFields({ inputs, zone, shown, read, isTyping, isShown, onType, onConvert }: Props) {
  const { t } = useTranslation('toolbox')
  const now = nanosOf(useTick(isShown))
  const problem = (field: Field) => {
    const found = shown?.field === field ? shown.problem : undefined
    return found && t(`date.${found.key}`, { ...found.values })
  }
  const offset = writeOffset(offsetOf(shown?.nanos ?? floorDivide(now, 1n), zone))
  const field = (name: Field, placeholder: string, hint: string) => (
    <div className="date-field" data-stale={isTyping && inputs.from !== name}>
      <ToolText
        label={t(`date.${name}`)}
        value={inputs[name]}
        placeholder={placeholder}
        hint={hint}
        problem={problem(name)}
        isCopied
        onChange={(text) => onType(name, text)}
        onEnter={() => onConvert(name)}
        action={
          <Button aria-label={`${t('date.convert')}: ${t(`date.${name}`)}`} onClick={() => onConvert(name)}>
            {t('date.convert')}
          </Button>
        }
      />
    </div>
  )
  const unitHint = read?.unit
    ? t(`date.${read.isGuessed && !inputs.isSeconds ? 'guessed' : 'read'}.${read.unit}`)
    : t('date.unitHint')
  return (
    <>
      {field('timestamp', writeTimestamp(now, 's'), unitHint)}
      {field('date', writeDate(now, zone), t('date.dateHint', { zone: zone.replaceAll('_', ' '), offset }))}
    </>
  )
}
