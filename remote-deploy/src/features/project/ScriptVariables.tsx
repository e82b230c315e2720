import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import type { ScriptVariable } from './scriptVariables.ts'

interface Props {
  variables: () => ScriptVariable[]
  onInsert: (name: string) => void
}

/** What a script may name; choosing one writes it where the cursor is. */
export function ScriptVariables({ variables, onInsert }: Props) {
  const { t } = useTranslation('deploy')
  const [isOpen, setOpen] = useState(false)
  const list = isOpen && (
    <ul className="dp-script-variables">
      {variables().map(({ name, meaning, value }) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => {
              setOpen(false)
              onInsert(name)
            }}
          >
            <code>{`\${${name}}`}</code>
            <span className="wl-faint">
              {meaning ? t(`project.variable.${name}`) : t('project.ownVariable')}
              {value ? ` · ${value}` : ''}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <Popover trigger="click" placement="bottomLeft" open={isOpen} onOpenChange={setOpen} content={list}>
      <Button>{t('project.variables')}</Button>
    </Popover>
  )
}
