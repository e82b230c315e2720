import './server.css'
import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { State } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ListPage, type SummaryChip, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { BoundProjectsDrawer } from './BoundProjectsDrawer.tsx'
import { ImportDrawer } from './ImportDrawer.tsx'
import { ServerForm } from './ServerForm.tsx'
import { ServerTable } from './ServerTable.tsx'
import { useServers } from './useServers.ts'

const CHIPS = {
  enabled: { state: 'success', fits: (server: ServerRow) => server.state === State.Enabled },
  disabled: { state: 'disabled', fits: (server: ServerRow) => server.state === State.Disabled },
  shared: { state: undefined, fits: (server: ServerRow) => server.namespaceId === 0 },
} as const
type ChipName = keyof typeof CHIPS
const CHIP_NAMES = Object.keys(CHIPS) as ChipName[]

const matches = (server: ServerRow, search: string) =>
  `${server.name}\n${server.ip}:${server.port}\n${server.description}`.toLowerCase().includes(search)

/** Servers: the machines that projects are deployed to. */
export default function ServerPage() {
  const { t } = useTranslation('server')
  const servers = useServers()
  const url = useUrlState({ q: '', show: '', add: '', edit: '', copy: '', projects: '' })
  const { q, show, add, edit, copy, projects } = url.values
  const all = servers.list.data ?? []
  const find = (id: string) => all.find((server) => String(server.id) === id)
  const chosen = CHIP_NAMES.find((name) => name === show)
  const search = q.trim().toLowerCase()
  const rows = all.filter((server) => matches(server, search) && (!chosen || CHIPS[chosen].fits(server)))

  // Going from one server to the next by the browser's history must never show one under the name of the other.
  const subject = [add, edit && `edit ${edit}`, copy && `copy ${copy}`].join('')
  const [shown, setShown] = useState(subject)
  if (subject !== '' && subject !== shown) setShown(subject)

  const chips = CHIP_NAMES.map(
    (name): SummaryChip => ({
      key: name,
      label: t(`server.chip.${name}`),
      count: all.filter(CHIPS[name].fits).length,
      state: CHIPS[name].state,
      isActive: chosen === name,
      onToggle: () => url.change({ show: chosen === name ? '' : name }),
    }),
  ).filter(({ count, isActive }) => count > 0 || isActive)
  const actions = <Actions onAdd={() => url.visit({ add: 'new' })} onImport={() => url.visit({ add: 'import' })} />

  return (
    <ListPage
      title={t('route.serverSetting')}
      chips={chips}
      search={{ value: q, placeholder: t('server.search'), onChange: (text) => url.change({ q: text }) }}
      refresh={{ isRunning: servers.list.isFetching, onRefresh: () => void servers.list.refetch() }}
      action={actions}
    >
      <ServerTable
        of={servers.list}
        rows={rows}
        empty={actions}
        onClearFilters={search === '' && !chosen ? undefined : () => url.change({ q: '', show: '' })}
        onToggle={servers.toggle}
        onEdit={({ id }) => url.visit({ edit: String(id) })}
        onCopy={({ id }) => url.visit({ copy: String(id) })}
        onProjects={({ id }) => url.visit({ projects: String(id) })}
      />
      <ServerForm
        key={shown}
        server={find(edit)}
        template={find(copy)}
        isNew={add === 'new'}
        onAdd={servers.add}
        onEdit={servers.edit}
        onClose={() => url.change({ add: '', edit: '', copy: '' })}
      />
      <BoundProjectsDrawer server={find(projects)} onClose={() => url.change({ projects: '' })} />
      <ImportDrawer open={add === 'import'} onClose={() => url.change({ add: '' })} />
    </ListPage>
  )
}

function Actions({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const { t } = useTranslation('server')
  return (
    <span className="server-actions">
      <Can any={[Permission.ImportCSV]}>
        <Button icon={<UploadOutlined />} onClick={onImport}>
          {t('import.open')}
        </Button>
      </Can>
      <Can any={[Permission.AddServer]}>
        <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
          {t('server.add')}
        </Button>
      </Can>
    </span>
  )
}
