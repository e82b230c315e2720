import { MoreOutlined } from '@ant-design/icons'
import { unwrapCommand } from '@windlass/shared-kit/contract/crontabLog'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button, Dropdown, type MenuProps } from 'antd'
import { duplicateEntry, type EntryRow, entryRows, moveEntry, removeEntry } from './crontabEdit.ts'
import type { CrontabDraft } from './useCrontabDraft.ts'

interface Props {
  draft: CrontabDraft
  row: EntryRow
  canSave: boolean
  onLog: (file: string) => void
}

/** What else can be done with a line. Nothing of it reaches the server before it is saved. */
export function EntryMenu({ draft, row, canSave, onLog }: Props) {
  const { t } = useTranslation('server')
  const rows = entryRows(draft.raw)
  const at = rows.findIndex(({ index }) => index === row.index)
  const { log } = unwrapCommand(row.entry.command)
  const changing: NonNullable<MenuProps['items']> = [
    { key: 'duplicate', label: t('crontab.duplicate') },
    { key: 'up', label: t('crontab.up'), disabled: at <= 0 },
    { key: 'down', label: t('crontab.down'), disabled: at === rows.length - 1 },
    { type: 'divider' },
    { key: 'remove', label: t('crontab.remove'), danger: true },
  ]
  const items = [...(log === '' ? [] : [{ key: 'log', label: t('crontab.log') }]), ...(canSave ? changing : [])]
  if (items.length === 0) return null
  const actions: Readonly<Record<string, () => void>> = {
    log: () => onLog(log),
    duplicate: () => draft.change(duplicateEntry(draft.raw, row)),
    up: () => draft.change(moveEntry(draft.raw, row, -1)),
    down: () => draft.change(moveEntry(draft.raw, row, 1)),
    remove: () => draft.change(removeEntry(draft.raw, row)),
  }
  return (
    <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => actions[key]?.() }}>
      <Button
        size="small"
        type="text"
        icon={<MoreOutlined />}
        aria-label={t('crontab.more', { command: row.description || row.entry.command })}
      />
    </Dropdown>
  )
}
