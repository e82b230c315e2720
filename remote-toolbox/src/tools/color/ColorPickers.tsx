import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { hasEyeDropper, pickFromScreen } from './eyeDropper.ts'
import { type Rgb, readHex, WHITE, writeHex } from './rgb.ts'

interface Props {
  color: Rgb | undefined
  recent: readonly string[]
  /** A colour was chosen. */
  onPick: (color: Rgb) => void
  /** A colour was passed on the way to another one. */
  onPass: (color: Rgb) => void
}

/** Ways to a colour without typing: the browser's picker, the screen, and what was used before. */
export function ColorPickers({ color, recent, onPick, onPass }: Props) {
  const { t } = useTranslation('toolbox')
  const id = useId()
  return (
    <div className="toolbox-buttons">
      <label htmlFor={id}>{t('color.pick')}</label>
      <NativePicker id={id} color={color ?? WHITE} onPick={onPick} onPass={onPass} />
      {hasEyeDropper() && <ScreenPicker onPick={onPick} />}
      {recent.length > 0 && (
        <fieldset aria-label={t('color.recent')} className="color-recent">
          {recent.map((hex) => (
            <button
              key={hex}
              type="button"
              title={hex}
              aria-label={hex}
              style={{ background: hex }}
              onClick={() => {
                const read = readHex(hex)
                if (read) onPick(read)
              }}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

type NativeProps = Required<Pick<Props, 'onPick' | 'onPass'>> & { id: string; color: Rgb }

function NativePicker({ id, color, onPick, onPass }: NativeProps) {
  const field = useRef<HTMLInputElement>(null)
  const choose = useEffectEvent((text: string) => {
    const read = readHex(text)
    if (read) onPick(read)
  })
  useEffect(() => {
    const input = field.current
    // React tells of every colour on the way; only the event of the browser itself says that one was chosen.
    const handleChange = () => input && choose(input.value)
    input?.addEventListener('change', handleChange)
    return () => input?.removeEventListener('change', handleChange)
  }, [])
  return (
    <input
      ref={field}
      id={id}
      type="color"
      className="color-native"
      value={writeHex(color).toLowerCase()}
      onChange={(event) => {
        const read = readHex(event.target.value)
        if (read) onPass(read)
      }}
    />
  )
}

function ScreenPicker({ onPick }: Pick<Props, 'onPick'>) {
  const { t } = useTranslation('toolbox')
  const [problem, setProblem] = useState('')
  const handleClick = async () => {
    try {
      const picked = await pickFromScreen()
      setProblem('')
      if (picked) onPick(picked)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      <Button onClick={() => void handleClick()}>{t('color.screen')}</Button>
      {problem !== '' && (
        <small role="alert" className="toolbox-problem">
          {problem}
        </small>
      )}
    </>
  )
}
