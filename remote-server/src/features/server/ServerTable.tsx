import { State } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { MonoText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ServerStateSwitch } from './ServerStateSwitch.tsx'
import { SystemText } from './SystemText.tsx'
import type { useServers } from './useServers.ts'

type Servers = ReturnType<typeof useServers>

interface Actions {
  onToggle: Servers['toggle']
  onEdit: (server: ServerRow) => void
  onCopy: (server: ServerRow) => void
  onProjects: (server: ServerRow) => void
}

interface Props extends Actions {
  of: Servers['list']
  rows: readonly ServerRow[]
  /** The buttons for the first server. */
  empty: ReactNode
  onClearFilters: (() => void) | undefined
}

export function ServerTable({ of, rows, empty, onClearFilters, ...actions }: Props) {
  const { t } = useTranslation('server')
  return (
    <DataTable
      label={t('route.serverSetting')}
      of={of}
      rows={rows}
      rowKey={(server) => server.id}
      columns={useColumns(actions)}
      permission={t('server.permission')}
      empty={{ title: t('server.emptyTitle'), explanation: t('server.emptyExplanation'), action: empty }}
      onClearFilters={onClearFilters}
      rowClassName={({ state }) => (state === State.Disabled ? 'server-disabled' : '')}
    />
  )
}

const addressOf = ({ ip, port }: ServerRow) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)

function useColumns(actions: Actions): DataColumn<ServerRow>[] {
  const { t } = useTranslation('server')
  return [
    {
      key: 'name',
      title: t('server.name'),
      width: 220,
      card: 'title',
      compare: (one, other) => one.name.localeCompare(other.name),
      render: (server) => <NameText server={server} />,
    },
    {
      key: 'host',
      title: t('server.host'),
      width: 200,
      compare: (one, other) => one.ip.localeCompare(other.ip, undefined, { numeric: true }),
      render: (server) => <HostText server={server} />,
    },
    { key: 'owner', title: t('server.owner'), width: 90, render: ({ owner }) => <MonoText isCut>{owner}</MonoText> },
    { key: 'os', title: t('server.os'), width: 210, render: ({ osInfo }) => <SystemText osInfo={osInfo} /> },
    {
      key: 'description',
      title: t('server.description'),
      render: ({ description }) => (
        <span title={description}>{description || <span className="wl-faint">–</span>}</span>
      ),
    },
    {
      key: 'projects',
      title: t('server.projects'),
      width: 100,
      align: 'right',
      compare: (one, other) => one.bindCount - other.bindCount,
      render: (server) => (
        <Button
          size="small"
          type="link"
          aria-label={t('server.projectsOf', { count: server.bindCount, name: server.name })}
          onClick={() => actions.onProjects(server)}
        >
          {server.bindCount}
        </Button>
      ),
    },
    {
      key: 'state',
      title: t('server.state'),
      width: 150,
      compare: (one, other) => one.state - other.state,
      render: (server) => <ServerStateSwitch server={server} onToggle={actions.onToggle} />,
    },
    {
      key: 'actions',
      title: t('server.actions'),
      width: 140,
      card: 'actions',
      render: (server) => <RowActions server={server} {...actions} />,
    },
  ]
}

function NameText({ server }: { server: ServerRow }) {
  const { t } = useTranslation('server')
  return (
    <span className="server-name">
      <b title={server.name}>{server.name}</b>
      {server.namespaceId === 0 && (
        <span className="server-tag" title={t('server.sharedHint')}>
          {t('server.shared')}
        </span>
      )}
    </span>
  )
}

function HostText({ server }: { server: ServerRow }) {
  const { t } = useTranslation('server')
  const via = t('server.via', { host: server.jumpIP })
  return (
    <span className="server-name">
      <MonoText isCut>{addressOf(server)}</MonoText>
      {server.jumpIP !== '' && (
        <span className="server-tag" title={via}>
          {t('server.jumpTag')}
          <span className="wl-hidden">{via}</span>
        </span>
      )}
    </span>
  )
}

function RowActions({ server, onEdit, onCopy }: Actions & { server: ServerRow }) {
  const { t } = useTranslation('server')
  return (
    <span className="wl-row-actions">
      <Can any={[Permission.EditServer]}>
        <Button size="small" type="text" onClick={() => onEdit(server)}>
          {t('server.edit')}
        </Button>
      </Can>
      <Can any={[Permission.AddServer]}>
        <Button size="small" type="text" onClick={() => onCopy(server)}>
          {t('server.copy')}
        </Button>
      </Can>
    </span>
  )
}
