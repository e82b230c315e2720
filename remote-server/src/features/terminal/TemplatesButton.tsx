import { CodeOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type Template, TemplateOptionList, TemplateType } from '@windlass/shared-kit/contract/template'
import { call } from '@windlass/shared-kit/http'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import { templateText } from './templateText.ts'
import { offerPaste } from './terminalActions.ts'

/** Scripts kept for everybody, one click away from the terminal; what they ask for is filled in before they are pasted. */
export function TemplatesButton({ live }: { live: LiveTerminal | undefined }) {
  const { t } = useTranslation('server')
  const [isOpen, setOpen] = useState(false)
  const templates = useQuery({
    queryKey: ['template', 'option'],
    queryFn: ({ signal }) => call(TemplateOptionList, { type: TemplateType.Script }, { signal, quiet: true }),
    select: (data) => data.list,
  })
  if (!live || !templates.data || templates.data.length === 0) return null
  const choose = (template: Template) => {
    setOpen(false)
    offerPaste(live, templateText(template))
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      title={t('terminal.templates')}
      content={<TemplateChoice templates={templates.data} onChoose={choose} />}
    >
      <Button
        type="text"
        icon={<CodeOutlined />}
        aria-label={t('terminal.templates')}
        title={t('terminal.templates')}
      />
    </Popover>
  )
}

interface ChoiceProps {
  templates: readonly Template[]
  onChoose: (template: Template) => void
}

function TemplateChoice({ templates, onChoose }: ChoiceProps) {
  const { t } = useTranslation('server')
  const [wanted, setWanted] = useState('')
  const found = templates.filter(({ name, description }) =>
    `${name}\n${description}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  return (
    <div className="terminal-templates">
      <Input
        allowClear
        aria-label={t('terminal.templateFilter')}
        placeholder={t('terminal.templateFilter')}
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
      />
      <ul>
        {found.map((template) => (
          <li key={template.id}>
            <button type="button" title={template.content} onClick={() => onChoose(template)}>
              <b>{template.name}</b>
              <span className="wl-faint">{template.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
