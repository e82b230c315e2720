import { Permission } from '@windlass/shared-kit/contract/permission'
import type { CommandSet } from '@windlass/shared-kit/contract/serverProcess'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { readItems } from './commandItems.ts'
import type { useCommandSets } from './useCommandSets.ts'

export type SetTask = 'copy' | 'edit' | 'remove' | 'run'

interface Props {
  of: ReturnType<typeof useCommandSets>['list']
  rows: readonly CommandSet[]
  add: ReactNode
  onClearFilters: (() => void) | undefined
  onTask: (task: SetTask, set: CommandSet) => void
}

/** The command sets with their commands as chips. */
export function CommandSets({ of, rows, add, onClearFilters, onTask }: Props) {
  const { t } = useTranslation('server')
  const columns: DataColumn<CommandSet>[] = [
    { key: 'id', title: 'ID', width: 70, card: 'none', render: ({ id }) => id },
    {
      key: 'name',
      title: t('process.name'),
      card: 'title',
      compare: (one, other) => one.name.localeCompare(other.name),
      render: ({ name }) => <b>{name}</b>,
    },
    { key: 'items', title: t('process.commands'), isTall: true, render: (set) => <Chips set={set} /> },
    {
      key: 'updateTime',
      title: t('process.updateTime'),
      width: 150,
      compare: (one, other) => one.updateTime.localeCompare(other.updateTime),
      render: ({ updateTime }) => <TimeText value={updateTime} />,
    },
    {
      key: 'actions',
      title: t('process.actions'),
      width: 250,
      card: 'actions',
      render: (set) => <Actions set={set} onTask={(task) => onTask(task, set)} />,
    },
  ]
  return (
    <DataTable<CommandSet>
      label={t('process.commandSets')}
      of={of}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      permission={t('permission.ShowServerProcessPage')}
      empty={{ title: t('process.emptyTitle'), explanation: t('process.emptyExplanation'), action: add }}
      {...(onClearFilters && { onClearFilters })}
    />
  )
}

function Chips({ set }: { set: CommandSet }) {
  const { t } = useTranslation('server')
  const items = readItems(set.items)
  if (items.length === 0) return <span className="wl-faint">{t('process.noCommandsTitle')}</span>
  return (
    <span className="process-chips">
      {items.map(({ name, command }) => (
        <span key={name} className="process-chip" title={command}>
          {name}
        </span>
      ))}
    </span>
  )
}

function Actions({ set, onTask }: { set: CommandSet; onTask: (task: SetTask) => void }) {
  const { t } = useTranslation('server')
  const named = (task: SetTask) => `${t(`process.${task}`)}: ${isolated(set.name)}`
  return (
    <span className="process-actions">
      <Button size="small" aria-label={named('run')} onClick={() => onTask('run')}>
        {t('process.run')}
      </Button>
      <Can any={[Permission.EditServerProcess]}>
        <Button size="small" type="text" aria-label={named('edit')} onClick={() => onTask('edit')}>
          {t('process.edit')}
        </Button>
      </Can>
      <Can any={[Permission.AddServerProcess]}>
        <Button size="small" type="text" aria-label={named('copy')} onClick={() => onTask('copy')}>
          {t('process.copy')}
        </Button>
      </Can>
      <Can any={[Permission.DeleteServerProcess]}>
        <Button size="small" type="text" danger aria-label={named('remove')} onClick={() => onTask('remove')}>
          {t('process.remove')}
        </Button>
      </Can>
    </span>
  )
}
