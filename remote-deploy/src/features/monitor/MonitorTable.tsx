import type { Monitor } from '@windlass/shared-kit/contract/monitor'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can, useCan } from '@windlass/shared-kit/permission'
import { type Loadable, MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button, Switch } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { MonitorState } from './MonitorState.tsx'
import { Sparkline } from './Sparkline.tsx'
import { useSaid } from './useSaid.ts'
import { useWatchedNames } from './useWatchedNames.ts'

interface Actions {
  onEdit: (monitor: Monitor) => void
  onRemove: (monitor: Monitor) => void
  onToggle: (monitor: Monitor) => void
}

interface Props extends Actions {
  of: Loadable
  rows: readonly Monitor[]
  add: ReactNode
  /** Set while a filter is on. */
  onClearFilters?: () => void
}

/** Monitors with how they stand, what they look at, and how they fared today. */
export function MonitorTable({ of, rows, add, onClearFilters, ...actions }: Props) {
  const { t } = useTranslation('deploy')
  const mayEdit = useCan([Permission.EditMonitor])
  return (
    <DataTable
      label={t('route.monitor')}
      of={of}
      rows={rows}
      rowKey={({ id }) => id}
      columns={useColumns(actions)}
      permission={t('permission.ShowMonitorPage')}
      empty={{ title: t('monitor.emptyTitle'), explanation: t('monitor.emptyExplanation'), action: add }}
      onClearFilters={onClearFilters}
      onOpen={mayEdit ? actions.onEdit : undefined}
    />
  )
}

function useColumns(actions: Actions): DataColumn<Monitor>[] {
  const { t } = useTranslation('deploy')
  const mayEdit = useCan([Permission.EditMonitor])
  return [
    { key: 'state', title: t('state'), width: 180, render: (row) => <MonitorState monitor={row} /> },
    {
      key: 'name',
      title: t('name'),
      width: 150,
      card: 'title',
      compare: (one, other) => one.name.localeCompare(other.name),
      render: ({ id, name }) => (
        <Link to={`/monitor/detail/${id}`}>
          <b>{name}</b>
        </Link>
      ),
    },
    { key: 'content', title: t('monitor.content'), render: (row) => <Content monitor={row} /> },
    {
      key: 'interval',
      title: t('monitor.interval'),
      width: 80,
      align: 'right',
      compare: (one, other) => one.second - other.second,
      render: ({ second }) => t('monitor.seconds', { count: second }),
    },
    {
      key: 'day',
      title: t('monitor.day'),
      width: 170,
      compare: (one, other) => (one.status?.uptime ?? 1) - (other.status?.uptime ?? 1),
      render: ({ status }) => status && <Sparkline status={status} />,
    },
    { key: 'error', title: t('monitor.error'), isTall: true, render: (row) => <ErrorText monitor={row} /> },
    { key: 'changed', title: t('changed'), width: 105, render: ({ updateTime }) => <TimeText value={updateTime} /> },
    {
      key: 'switch',
      title: t('monitor.on'),
      width: 70,
      render: (row) => (
        <Switch
          size="small"
          checked={row.state === 1}
          disabled={!mayEdit}
          aria-label={t('monitor.switch', { name: row.name })}
          onChange={() => actions.onToggle(row)}
        />
      ),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 140,
      card: 'actions',
      render: (row) => <RowActions monitor={row} {...actions} />,
    },
  ]
}

/** What is looked at: the kind in words, and the items; servers by their names. */
function Content({ monitor }: { monitor: Monitor }) {
  const { t } = useTranslation('deploy')
  const { type, target } = monitor
  const names = useWatchedNames(monitor)
  return (
    <span className="dm-content" title={names.join('\n')}>
      <span className="wl-faint">{t(`monitor.type.${type}`)}</span>
      <MonoText isCut>{[...names, target.process].filter((text) => text !== '').join(', ')}</MonoText>
    </span>
  )
}

/** What is wrong now, or was when somebody was told last. */
function ErrorText({ monitor: { errorContent, errorContentSaid, status } }: { monitor: Monitor }) {
  const said = useSaid()
  const current = status?.error ?? ''
  const text = current === '' ? said(errorContent, errorContentSaid) : said(current, status?.errorSaid)
  if (text === '') return <span className="wl-faint">–</span>
  return (
    <span className={`dm-said ${current === '' && status ? 'wl-faint' : ''}`} title={text}>
      {text}
    </span>
  )
}

function RowActions({ monitor, onEdit, onRemove }: Actions & { monitor: Monitor }) {
  const { t } = useTranslation('deploy')
  return (
    <span className="wl-row-actions">
      <Can any={[Permission.EditMonitor]}>
        <Button size="small" type="text" onClick={() => onEdit(monitor)}>
          {t('monitor.edit')}
        </Button>
      </Can>
      <Can any={[Permission.DeleteMonitor]}>
        <Button className="wl-apart" size="small" type="text" danger onClick={() => onRemove(monitor)}>
          {t('monitor.remove')}
        </Button>
      </Can>
    </span>
  )
}
