import { QuestionCircleOutlined } from '@ant-design/icons'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Popover } from 'antd'

/** What can be done without a mouse, with the keys that do it. */
const KEYS = [
  ['copy', 'Ctrl+Shift+C'],
  ['paste', 'Ctrl+Shift+V'],
  ['find', 'Ctrl+Shift+F'],
  ['zoom', 'Ctrl+ + / − / 0'],
  ['new', 'Alt+Shift+N'],
  ['splitRight', 'Alt+Shift++'],
  ['splitDown', 'Alt+Shift+−'],
  ['go', 'Alt+Shift+← ↑ ↓ →'],
  ['tab', 'Alt+Shift+1 … 9'],
  ['close', 'Alt+Shift+W'],
  ['link', 'Ctrl+Click'],
  ['help', 'Alt+Shift+K'],
] as const

interface Props {
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

/** The keys of this page. */
export function KeyHelp({ isOpen, onChange }: Props) {
  const { t } = useTranslation('server')
  const list = (
    <dl className="terminal-help">
      {KEYS.map(([name, keys]) => (
        <div key={name}>
          <dt>{t(`terminal.keys.${name}`)}</dt>
          <dd>
            <kbd>{keys}</kbd>
          </dd>
        </div>
      ))}
    </dl>
  )
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={isOpen}
      onOpenChange={onChange}
      title={t('terminal.keys.title')}
      content={list}
    >
      <Button
        type="text"
        icon={<QuestionCircleOutlined />}
        aria-label={t('terminal.keys.title')}
        title={t('terminal.keys.title')}
      />
    </Popover>
  )
}
