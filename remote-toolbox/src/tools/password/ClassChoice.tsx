import { useTranslation } from '@windlass/shared-kit/i18n'
import { Checkbox } from 'antd'
import type { KeyboardEvent } from 'react'
import { CHARACTER_CLASSES, LOOK_ALIKES } from './characterClasses.ts'
import type { PasswordChoice } from './passwordChoice.ts'

/** What the classes are called; the symbols are all named, because their name is what they are. */
const LABELS: Readonly<Record<string, string>> = { 1: 'A-Z', 2: 'a-z', 3: '0-9', 4: '!@#$%^&*' }

interface Props {
  choice: PasswordChoice
  onChange: (patch: Partial<PasswordChoice>) => void
  onEnter: () => void
}

/** Which characters a password is made of. */
export function ClassChoice({ choice: { classes, isDistinct }, onChange, onEnter }: Props) {
  const { t } = useTranslation('toolbox')
  const handleKeyDown = ({ key }: KeyboardEvent) => key === 'Enter' && onEnter()
  const toggle = (id: string, isChosen: boolean) =>
    onChange({ classes: isChosen ? [...classes, id] : classes.filter((other) => other !== id) })
  return (
    <fieldset className="password-classes">
      <legend>{t('password.classes')}</legend>
      {CHARACTER_CLASSES.map(({ id }) => (
        <Checkbox
          key={id}
          checked={classes.includes(id)}
          title={t(`password.class${id}`)}
          onKeyDown={handleKeyDown}
          onChange={(event) => toggle(id, event.target.checked)}
        >
          <code className="wl-mono">{LABELS[id]}</code>
        </Checkbox>
      ))}
      <Checkbox
        checked={isDistinct}
        onKeyDown={handleKeyDown}
        onChange={(event) => onChange({ isDistinct: event.target.checked })}
      >
        {t('password.distinct')} <code className="wl-mono">{LOOK_ALIKES}</code>
      </Checkbox>
    </fieldset>
  )
}
