import { EllipsisOutlined } from '@ant-design/icons'
import { type Cron, CronLogLevel } from '@windlass/shared-kit/contract/cron'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { formatZonedTime, isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Can, useCan } from '@windlass/shared-kit/permission'
import { MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button, Dropdown, Switch } from 'antd'
import type { ReactNode } from 'react'
import { taskName } from './cronFilter.ts'
import { LastRun } from './LastRun.tsx'
import { NextRun, ScheduleText } from './ScheduleText.tsx'
import type { Crons } from './useCrons.ts'

/** What a row opens. */
export type CronTask = 'copy' | 'edit' | 'log' | 'remove' | 'run'

interface Props {
  crons: Crons
  rows: readonly Cron[]
  add: ReactNode
  onClearFilters: (() => void) | undefined
  onTask: (task: CronTask, cron: Cron) => void
}

/** The tasks of a server: when they run, how they fared and what may be done. */
export function CronTable({ crons, rows, add, onClearFilters, onTask }: Props) {
  const { t } = useTranslation('server')
  return (
    <DataTable<Cron>
      label={t('route.serverCron')}
      of={crons.list}
      rows={rows}
      rowKey={({ id }) => id}
      columns={useColumns(crons, onTask)}
      permission={t('permission.ShowCronPage')}
      empty={{ title: t('cron.emptyTitle'), explanation: t('cron.emptyExplanation'), action: add }}
      rowClassName={({ isEnabled = true }) => (isEnabled ? '' : 'cron-off')}
      {...(onClearFilters && { onClearFilters })}
    />
  )
}

function useColumns(crons: Crons, onTask: Props['onTask']): DataColumn<Cron>[] {
  const { t } = useTranslation('server')
  return [
    { key: 'on', title: t('cron.on'), width: 64, render: (cron) => <OnSwitch cron={cron} crons={crons} /> },
    {
      key: 'task',
      title: t('cron.task'),
      card: 'title',
      isTall: true,
      compare: (one, other) => taskName(one).localeCompare(taskName(other)),
      render: (cron) => <TaskText cron={cron} />,
    },
    {
      key: 'expression',
      title: t('cron.schedule'),
      width: 188,
      isTall: true,
      render: ({ expression }) => <ScheduleText expression={expression} />,
    },
    { key: 'next', title: t('cron.next'), width: 150, isTall: true, render: (cron) => <NextRun cron={cron} /> },
    { key: 'last', title: t('cron.last'), width: 196, isTall: true, render: (cron) => <LastRun cron={cron} /> },
    { key: 'ways', title: t('cron.ways'), width: 130, isTall: true, render: (cron) => <Ways cron={cron} /> },
    { key: 'changed', title: t('cron.changed'), width: 126, isTall: true, render: (cron) => <Changed cron={cron} /> },
    {
      key: 'actions',
      title: t('server.actions'),
      width: 212,
      card: 'actions',
      render: (cron) => <Actions cron={cron} onTask={(task) => onTask(task, cron)} />,
    },
  ]
}

function OnSwitch({ cron, crons: { toggle } }: { cron: Cron; crons: Crons }) {
  const { t } = useTranslation('server')
  const mayEdit = useCan([Permission.EditCron])
  const { id, isEnabled = true } = cron
  const isRunning = toggle.isPending && toggle.variables.id === id
  return (
    <Switch
      size="small"
      checked={isRunning ? toggle.variables.isEnabled : isEnabled}
      loading={isRunning}
      disabled={!mayEdit}
      aria-label={t('cron.toggle', { name: taskName(cron) })}
      onChange={(checked) => toggle.mutate({ id, isEnabled: checked })}
    />
  )
}

function TaskText({ cron: { command, description } }: { cron: Cron }) {
  return (
    <span className="cron-task">
      {description.trim() !== '' && <b title={description}>{taskName({ command, description })}</b>}
      <MonoText isCut>{command}</MonoText>
    </span>
  )
}

function Ways({ cron: { singleMode, logLevel } }: { cron: Cron }) {
  const { t } = useTranslation('server')
  const level = Math.min(logLevel, CronLogLevel.Errors)
  return (
    <span className="cron-lines">
      <span>{t(singleMode === 1 ? 'cron.single' : 'cron.overlapping')}</span>
      <span className="wl-faint">{t(`cron.level.${level}`)}</span>
    </span>
  )
}

function Changed({ cron: { creator, editor, insertTime, updateTime } }: { cron: Cron }) {
  const { t } = useTranslation('server')
  const by = editor === '' ? creator : editor
  return (
    <span className="cron-lines" title={t('cron.created', { name: creator, time: formatZonedTime(insertTime) })}>
      <TimeText value={updateTime} />
      <span className="wl-faint">{by}</span>
    </span>
  )
}

function Actions({ cron, onTask }: { cron: Cron; onTask: (task: CronTask) => void }) {
  const { t } = useTranslation('server')
  const [mayAdd, mayRemove] = [useCan([Permission.AddCron]), useCan([Permission.DeleteCron])]
  const name = taskName(cron)
  const named = (task: CronTask) => `${t(`cron.${task}`)}: ${isolated(name)}`
  const more = [
    ...(mayAdd ? [{ key: 'copy', label: t('cron.copy'), onClick: () => onTask('copy') }] : []),
    ...(mayRemove ? [{ key: 'remove', label: t('cron.remove'), danger: true, onClick: () => onTask('remove') }] : []),
  ]
  return (
    <span className="wl-row-actions">
      <Button size="small" aria-label={named('log')} onClick={() => onTask('log')}>
        {t('cron.log')}
      </Button>
      <Can any={[Permission.EditCron]}>
        <Button size="small" type="text" aria-label={named('run')} onClick={() => onTask('run')}>
          {t('cron.run')}
        </Button>
        <Button size="small" type="text" aria-label={named('edit')} onClick={() => onTask('edit')}>
          {t('cron.edit')}
        </Button>
      </Can>
      {more.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: more }}>
          <Button
            size="small"
            type="text"
            icon={<EllipsisOutlined />}
            aria-label={t('server.more', { name })}
            title={t('server.more', { name })}
          />
        </Dropdown>
      )}
    </span>
  )
}
