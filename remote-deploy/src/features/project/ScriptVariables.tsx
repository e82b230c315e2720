import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import type { ScriptVariable } from './scriptVariables.ts'

interface Props {
  /** Asked each time the list opens, because the form changes meanwhile. */
  variables: () => ScriptVariable[]
  onInsert: (name: string) => void
}

/** What a script may name; choosing one writes it where the cursor is. */
export function ScriptVariables({ variables, onInsert }: Props) {
  const { t } = useTranslation('deploy')
  const [isOpen, setOpen] = useState(false)
  const handleInsert = (name: string) => {
    setOpen(false)
    onInsert(name)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      open={isOpen}
      onOpenChange={setOpen}
      content={<VariableList variables={variables} onInsert={handleInsert} />}
    >
      <Button>{t('project.variables')}</Button>
    </Popover>
  )
}

function VariableList({ variables, onInsert }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <ul className="dp-script-variables">
      {variables().map(({ name, isKnown, value }) => (
        <li key={name}>
          <button type="button" onClick={() => onInsert(name)}>
            <code>{`\${${name}}`}</code>
            <span className="wl-faint">
              {isKnown ? t(`project.variable.${name}`) : t('project.ownVariable')}
              {value ? ` · ${value}` : ''}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
