import { EllipsisOutlined } from '@ant-design/icons'
import { State } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { MonoText } from '@windlass/shared-kit/ui'
import { type DataColumn, type DataSelection, DataTable } from '@windlass/shared-kit/ui/table'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { ServerLinks } from '../../components/ServerLinks.tsx'
import { CheckText } from './CheckText.tsx'
import { ServerStateSwitch } from './ServerStateSwitch.tsx'
import { SystemIcon } from './SystemIcon.tsx'
import { SystemText } from './SystemText.tsx'
import { parseSystem } from './serverSystem.ts'
import type { useChecks } from './useDiagnosis.ts'
import type { useServers } from './useServers.ts'

type Servers = ReturnType<typeof useServers>

/** What a row opens beside the list. */
export type RowPlace = 'check' | 'copy' | 'edit' | 'keys' | 'projects'

interface Actions {
  checks: ReturnType<typeof useChecks>
  onToggle: Servers['toggle']
  onOpen: (place: RowPlace, server: ServerRow) => void
  onTag: (tag: string) => void
}

interface Props extends Actions {
  of: Servers['list']
  rows: readonly ServerRow[]
  /** The buttons for the first server. */
  empty: ReactNode
  selection: Omit<DataSelection<ServerRow>, 'labelOf'>
  onClearFilters: (() => void) | undefined
}

export function ServerTable({ of, rows, empty, selection, onClearFilters, ...actions }: Props) {
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
      selection={{ ...selection, labelOf: ({ name }) => t('bulk.choose', { name }) }}
      rowClassName={({ state }) => (state === State.Disabled ? 'server-disabled' : '')}
    />
  )
}

const addressOf = ({ ip, port }: ServerRow) => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)

function useColumns(actions: Actions): DataColumn<ServerRow>[] {
  return [...useFacts(actions), ...useDeeds(actions)]
}

/** What a server is. */
function useFacts({ onTag }: Actions): DataColumn<ServerRow>[] {
  const { t } = useTranslation('server')
  return [
    {
      key: 'name',
      title: t('server.name'),
      card: 'title',
      compare: (one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }),
      render: (server) => <NameText server={server} />,
    },
    {
      key: 'tags',
      title: t('tag.title'),
      width: 130,
      compare: (one, other) => one.tags.join().localeCompare(other.tags.join()),
      render: (server) => <Tags tags={server.tags} onTag={onTag} />,
    },
    {
      key: 'host',
      title: t('server.address'),
      width: 190,
      compare: (one, other) => one.ip.localeCompare(other.ip, undefined, { numeric: true }),
      render: (server) => <HostText server={server} />,
    },
    {
      key: 'os',
      title: t('server.os'),
      width: 160,
      compare: (one, other) => one.osInfo.localeCompare(other.osInfo),
      render: (server) => (
        <span className="server-name">
          <SystemIcon os={server.os} name={parseSystem(server.osInfo)?.name ?? ''} />
          <SystemText osInfo={server.osInfo} />
        </span>
      ),
    },
  ]
}

/** How it stands, and what can be done with it. */
function useDeeds({ checks, onToggle, onOpen }: Actions): DataColumn<ServerRow>[] {
  const { t } = useTranslation('server')
  return [
    {
      key: 'check',
      title: t('server.connection'),
      width: 130,
      render: (server) => (
        <CheckText
          server={server}
          run={checks.of(server.id)}
          isWaiting={checks.isWaiting(server.id)}
          onCheck={() => void checks.start([server.id])}
          onShow={() => onOpen('check', server)}
          onKeys={() => onOpen('keys', server)}
        />
      ),
    },
    {
      key: 'projects',
      title: t('server.projects'),
      width: 92,
      align: 'right',
      compare: (one, other) => one.bindCount - other.bindCount,
      render: (server) => (
        <Button
          size="small"
          type="link"
          aria-label={t('server.projectsOf', { count: server.bindCount, name: server.name })}
          onClick={() => onOpen('projects', server)}
        >
          {server.bindCount}
        </Button>
      ),
    },
    {
      key: 'state',
      title: t('server.state'),
      width: 144,
      compare: (one, other) => one.state - other.state,
      render: (server) => <ServerStateSwitch server={server} onToggle={onToggle} />,
    },
    {
      key: 'actions',
      title: t('server.actions'),
      width: 190,
      card: 'actions',
      render: (server) => <RowActions server={server} onOpen={onOpen} />,
    },
  ]
}

function NameText({ server }: { server: ServerRow }) {
  const { t } = useTranslation('server')
  const { name, description } = server
  return (
    <span className="server-name">
      <b title={name}>{name}</b>
      {server.namespaceId === 0 && (
        <span className="server-tag" title={t('server.sharedHint')}>
          {t('server.shared')}
        </span>
      )}
      {description !== '' && (
        <span className="server-about wl-faint" title={description}>
          {description}
        </span>
      )}
    </span>
  )
}

function Tags({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  const { t } = useTranslation('server')
  if (tags.length === 0) return <span className="wl-faint">–</span>
  return (
    <span className="server-tags" title={tags.map(isolated).join(', ')}>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className="server-tag"
          aria-label={t('tag.only', { tag })}
          onClick={() => onTag(tag)}
        >
          {tag}
        </button>
      ))}
    </span>
  )
}

function HostText({ server }: { server: ServerRow }) {
  const { t } = useTranslation('server')
  const hops = [server.jumpIP, ...server.jumps.map(({ host }) => host)]
  const via = t('server.via', { host: hops.join(' → ') })
  return (
    <span className="server-name">
      <span className="server-address">
        <span className="wl-faint">{server.owner}@</span>
        <MonoText isCut>{addressOf(server)}</MonoText>
      </span>
      {server.jumpIP !== '' && (
        <span className="server-tag" title={via}>
          {hops.length > 1 ? t('server.jumpTags', { count: hops.length }) : t('server.jumpTag')}
          <span className="wl-hidden">{via}</span>
        </span>
      )}
    </span>
  )
}

function RowActions({ server, onOpen }: { server: ServerRow; onOpen: Actions['onOpen'] }) {
  const { t } = useTranslation('server')
  const canAdd = useCan([Permission.AddServer])
  const canEdit = useCan([Permission.EditServer])
  const labels = { copy: t('server.copy'), check: t('check.menu'), keys: t('keys.menu') }
  const places: readonly (keyof typeof labels)[] = canAdd ? ['copy', 'check', 'keys'] : ['check', 'keys']
  return (
    <span className="wl-row-actions">
      <ServerLinks server={server} />
      {canEdit && (
        <Button size="small" type="text" onClick={() => onOpen('edit', server)}>
          {t('server.edit')}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: places.map((place) => ({ key: place, label: labels[place], onClick: () => onOpen(place, server) })),
        }}
      >
        <Button
          size="small"
          type="text"
          icon={<EllipsisOutlined />}
          aria-label={t('server.more', { name: server.name })}
          title={t('server.more', { name: server.name })}
        />
      </Dropdown>
    </span>
  )
}
