import './password.css'
import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useResult } from '../../box/useResult.ts'
import { useToolState } from '../../box/useToolState.ts'
import { ToolFoot } from '../../parts/ToolFoot.tsx'
import { ToolText } from '../../parts/ToolText.tsx'
import { ClassChoice } from './ClassChoice.tsx'
import { charactersOf } from './characterClasses.ts'
import { NumberField } from './NumberField.tsx'
import { COUNT, checkedChoice, DEFAULT_CHOICE, LENGTH, type PasswordChoice } from './passwordChoice.ts'
import { drawPasswords, passwordSpace } from './passwordSpace.ts'
import { browserBytes } from './randomBelow.ts'
import { StrengthMeter } from './StrengthMeter.tsx'

/** Rows that are shown before the text area grows. */
const MOST_ROWS = 4

const spaceOf = ({ classes, isDistinct, length }: PasswordChoice) =>
  passwordSpace(charactersOf(classes, isDistinct), length)

/** Draws passwords. They stay in this tool alone: nothing keeps them, and no link holds them. */
export default function PasswordTool() {
  const { t } = useTranslation('toolbox')
  const [kept, keep] = useToolState(DEFAULT_CHOICE)
  const choice = checkedChoice(kept)
  const [passwords, setPasswords] = useState<readonly string[]>([])
  const reason = useId()
  const hasClass = choice.classes.length > 0
  const text = passwords.join('\n')
  useResult(text)

  /** Enter in a field takes what was typed there before the field has told it. */
  const draw = (typed: Partial<PasswordChoice> = {}) => {
    if (hasClass)
      setPasswords(drawPasswords(spaceOf({ ...choice, ...typed }), typed.count ?? choice.count, browserBytes))
  }
  const numbers = { onEnter: draw, onChange: keep }
  return (
    <div className="toolbox-tool">
      <ClassChoice choice={choice} onChange={keep} onEnter={draw} />
      <div className="password-draw">
        <NumberField name="length" label={t('password.length')} value={choice.length} range={LENGTH} {...numbers} />
        <NumberField name="count" label={t('password.count')} value={choice.count} range={COUNT} {...numbers} />
        <Button type="primary" disabled={!hasClass} aria-describedby={reason} onClick={() => draw()}>
          {t('password.generate')}
        </Button>
      </div>
      <Note id={reason} choice={choice} />
      {hasClass && <Strength choice={choice} />}
      <div className="password-output">
        <ToolText
          label={t('password.output', { count: choice.count })}
          value={choice.isHidden ? text.replace(/./g, '•') : text}
          rows={Math.min(MOST_ROWS, Math.max(1, passwords.length))}
          placeholder={t('password.placeholder')}
          hint={t('password.private')}
        />
      </div>
      <output className="wl-hidden">{passwords.length > 0 && t('password.made', { count: passwords.length })}</output>
      <ToolFoot result={text} isClean={text === ''} onClear={() => setPasswords([])}>
        <Button
          icon={choice.isHidden ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
          aria-pressed={choice.isHidden}
          onClick={() => keep({ isHidden: !choice.isHidden })}
        >
          {t('password.hide')}
        </Button>
      </ToolFoot>
    </div>
  )
}

/** Why no password can be drawn, or why one lacks a kind of characters. */
function Note({ id, choice: { classes, length } }: { id: string; choice: PasswordChoice }) {
  const { t } = useTranslation('toolbox')
  const count = classes.length
  const text = count === 0 ? t('password.noClass') : length < count ? t('password.tooShort', { count }) : ''
  return (
    <output id={id} className={text === '' ? 'wl-hidden' : count === 0 ? 'toolbox-problem' : 'wl-faint'}>
      {text}
    </output>
  )
}

function Strength({ choice }: { choice: PasswordChoice }) {
  const { isDistinct, length } = choice
  const classes = choice.classes.join('')
  const space = useMemo(
    () => spaceOf({ ...DEFAULT_CHOICE, classes: [...classes], isDistinct, length }),
    [classes, isDistinct, length],
  )
  return <StrengthMeter space={space} />
}
