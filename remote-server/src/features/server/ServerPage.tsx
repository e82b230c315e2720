import './server.css'
import { DownOutlined, PlusOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can, useCan } from '@windlass/shared-kit/permission'
import { ListPage, useUrlState } from '@windlass/shared-kit/ui'
import { Button, Dropdown } from 'antd'
import { type Key, useState } from 'react'
import { BulkBar } from './BulkBar.tsx'
import { ServerDrawers } from './ServerDrawers.tsx'
import { ServerTable } from './ServerTable.tsx'
import { saveCsv } from './saveCsv.ts'
import { serverTags, shownServers } from './shownServers.ts'
import { TagFilter } from './TagFilter.tsx'
import { useChecks } from './useDiagnosis.ts'
import { useServerChips } from './useServerChips.ts'
import { useServers } from './useServers.ts'

const ADDRESS = { q: '', show: '', tag: '', add: '', edit: '', copy: '', projects: '', keys: '', check: '' }

/** Servers: the machines that projects are deployed to. */
export default function ServerPage() {
  const { t } = useTranslation('server')
  const servers = useServers()
  const checks = useChecks(() => void servers.renew())
  const url = useUrlState(ADDRESS)
  const [marked, setMarked] = useState<readonly Key[]>([])
  const { q, show, tag } = url.values
  const all = servers.list.data ?? []
  const tags = tag === '' ? [] : tag.split(',')
  const rows = shownServers(all, { search: q, show, tags })
  // What a filter hides is not acted upon.
  const chosen = rows.filter(({ id }) => marked.includes(id))
  const setTags = (next: readonly string[]) => url.change({ tag: next.join(',') })
  const known = serverTags(all)
  const actions = (
    <Actions
      onAdd={() => url.visit({ add: 'new' })}
      onImport={() => url.visit({ add: 'import' })}
      onExport={rows.length > 0 ? () => saveCsv(rows) : undefined}
    />
  )
  return (
    <ListPage
      title={t('route.serverSetting')}
      chips={useServerChips(all, show, (next) => url.change({ show: next }))}
      search={{ value: q, placeholder: t('server.search'), onChange: (text) => url.change({ q: text }) }}
      filters={known.length > 0 && <TagFilter tags={known} chosen={tags} onChange={setTags} />}
      refresh={{ isRunning: servers.list.isFetching, onRefresh: () => void servers.list.refetch() }}
      action={actions}
    >
      <BulkBar
        servers={chosen}
        tags={known.map((each) => each.tag)}
        isChecking={chosen.some(({ id }) => checks.isWaiting(id))}
        onCheck={(ids) => void checks.start(ids)}
        onTags={servers.changeTags}
        onToggle={servers.toggleMany}
        onClear={() => setMarked([])}
      />
      <ServerTable
        of={servers.list}
        rows={rows}
        empty={actions}
        checks={checks}
        selection={{ keys: chosen.map(({ id }) => id), onChange: setMarked }}
        onClearFilters={q.trim() + show + tag !== '' ? () => url.change({ q: '', show: '', tag: '' }) : undefined}
        onToggle={servers.toggle}
        onOpen={(place, { id }) => url.visit({ [place]: String(id) })}
        onTag={(name) => setTags([...new Set([...tags, name])])}
      />
      <ServerDrawers
        servers={servers}
        checks={checks}
        tags={known.map((each) => each.tag)}
        place={url.values}
        onClose={(places) => url.change(Object.fromEntries(places.map((place) => [place, ''])))}
      />
    </ListPage>
  )
}

interface ActionsProps {
  onAdd: () => void
  onImport: () => void
  /** Absent while there is nothing to export. */
  onExport: (() => void) | undefined
}

function Actions({ onAdd, onImport, onExport }: ActionsProps) {
  const { t } = useTranslation('server')
  const canImport = useCan([Permission.ImportCSV])
  const items = [
    ...(canImport ? [{ key: 'import', label: t('import.open'), onClick: onImport }] : []),
    ...(onExport ? [{ key: 'export', label: t('export.open'), onClick: onExport }] : []),
  ]
  return (
    <span className="server-actions">
      {items.length > 0 && (
        <Dropdown menu={{ items }} trigger={['click']}>
          <Button icon={<DownOutlined />} iconPlacement="end">
            {t('export.csv')}
          </Button>
        </Dropdown>
      )}
      <Can any={[Permission.AddServer]}>
        <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
          {t('server.add')}
        </Button>
      </Can>
    </span>
  )
}
