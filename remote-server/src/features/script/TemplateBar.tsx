import { variablesIn } from '@windlass/shared-kit/contract/scriptVariables'
import type { Template } from '@windlass/shared-kit/contract/template'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Popover, Select, Tooltip } from 'antd'

interface Props {
  templates: readonly Template[]
  chosen: Template | undefined
  canSave: boolean
  onChoose: (template: Template | undefined) => void
  onSaveAs: () => void
  onEdit: () => void
  onRemove: () => void
}

/** Saved scripts: choosing one, saving what is written, and the names that stand for what the console knows. */
export function TemplateBar({ templates, chosen, canSave, onChoose, onSaveAs, onEdit, onRemove }: Props) {
  const { t } = useTranslation('server')
  return (
    <div className="script-bar">
      <Select
        className="script-template"
        aria-label={t('script.template')}
        placeholder={t('script.template')}
        showSearch={{ optionFilterProp: 'search' }}
        allowClear
        value={chosen?.id}
        notFoundContent={t('script.noTemplates')}
        options={templates.map((template) => ({
          value: template.id,
          label: template.name,
          search: `${template.name} ${template.description}`,
          description: template.description,
          isShared: template.isShared,
        }))}
        optionRender={({ data }) => optionOf(data)}
        onChange={(id?: number) => onChoose(templates.find((template) => template.id === id))}
      />
      {chosen && (
        <>
          <Tooltip title={t('script.savesEditor')}>
            <Button onClick={onEdit}>{t('script.edit')}</Button>
          </Tooltip>
          <Button danger type="text" onClick={onRemove}>
            {t('script.remove')}
          </Button>
        </>
      )}
      <Button disabled={!canSave} onClick={onSaveAs}>
        {t('script.saveAs')}
      </Button>
      <Popover trigger="click" title={t('script.variables')} content={<Variables />}>
        <Button type="text">{t('script.variables')}</Button>
      </Popover>
    </div>
  )
}

const optionOf = ({
  label,
  description,
  isShared,
}: {
  label: string
  description: string
  isShared?: boolean | undefined
}) => <Option {...{ label, description }} isShared={isShared === true} />

function Option({ label, description, isShared }: { label: string; description: string; isShared: boolean }) {
  const { t } = useTranslation('server')
  return (
    <span className="script-option">
      <span>{label}</span>
      {isShared && <span className="wl-faint">{t('script.shared')}</span>}
      {description !== '' && <span className="wl-faint script-option-text">{description}</span>}
    </span>
  )
}

/** The names of what differs from server to server. */
export const SERVER_VARIABLES = variablesIn('server').filter(
  (name) => name.startsWith('SERVER_') && !name.endsWith('_NUMBER'),
)

function Variables() {
  const { t } = useTranslation('server')
  return (
    <div className="script-variables">
      <p>{t('script.variablesHelp')}</p>
      <ul>
        {SERVER_VARIABLES.map((name) => (
          <li key={name}>
            <code className="wl-mono">{`\${${name}}`}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
