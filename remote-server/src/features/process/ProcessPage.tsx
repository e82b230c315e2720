import './process.css'
import { HistoryOutlined, PlusOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { CommandSet } from '@windlass/shared-kit/contract/serverProcess'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, ListPage, useUrlState } from '@windlass/shared-kit/ui'
import { Button, Segmented } from 'antd'
import type { ReactNode } from 'react'
import { RunHistory } from '../../components/run/RunHistory.tsx'
import { CommandSetForm } from './CommandSetForm.tsx'
import { CommandSets } from './CommandSets.tsx'
import { PastRun } from './PastRun.tsx'
import { RunDrawer } from './RunDrawer.tsx'
import { Services } from './Services.tsx'
import { useCommandSets } from './useCommandSets.ts'

const ADDRESS = { q: '', view: '', server: '', task: '', set: '', run: '' }

/** Named commands for servers, and the services that run there. */
export default function ProcessPage() {
  const { t } = useTranslation('server')
  const url = useUrlState(ADDRESS)
  const views = (
    <Segmented
      value={url.values.view || 'commands'}
      options={['commands', 'services'].map((value) => ({ value, label: t(`process.view.${value}`) }))}
      onChange={(view) => url.change({ view: view === 'commands' ? '' : view, q: '', task: '', set: '', run: '' })}
    />
  )
  return url.values.view === 'services' ? <Services url={url} views={views} /> : <Commands url={url} views={views} />
}

type Url = ReturnType<typeof useUrlState<typeof ADDRESS>>

function Commands({ url, views }: { url: Url; views: ReactNode }) {
  const { t } = useTranslation('server')
  const sets = useCommandSets()
  const { q, set: setId } = url.values
  const all = sets.list.data ?? []
  const rows = all.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()))
  const chosen = all.find(({ id }) => String(id) === setId)
  const add = (
    <Can any={[Permission.AddServerProcess]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => url.visit({ task: 'add' })}>
        {t('process.add')}
      </Button>
    </Can>
  )
  return (
    <ListPage
      title={t('route.serverProcess')}
      search={{ value: q, placeholder: t('process.search'), onChange: (text) => url.change({ q: text }) }}
      filters={
        <>
          {views}
          <Button icon={<HistoryOutlined />} onClick={() => url.visit({ task: 'history' })}>
            {t('run.history')}
          </Button>
        </>
      }
      refresh={{ isRunning: sets.list.isFetching, onRefresh: () => void sets.list.refetch() }}
      action={add}
    >
      <CommandSets
        of={sets.list}
        rows={rows}
        add={add}
        onClearFilters={q.trim() === '' ? undefined : () => url.change({ q: '' })}
        onTask={(next, { id }) => url.visit({ task: next, set: String(id) })}
      />
      <Dialogs sets={sets} chosen={chosen} url={url} />
    </ListPage>
  )
}

interface DialogsProps {
  sets: ReturnType<typeof useCommandSets>
  chosen: CommandSet | undefined
  url: Url
}

function Dialogs({ sets, chosen, url }: DialogsProps) {
  const { t } = useTranslation('server')
  const { task, set: setId, run } = url.values
  const close = () => url.change({ task: '', set: '', run: '' })
  return (
    <>
      <CommandSetForm
        key={setId}
        open={task === 'add' || ((task === 'edit' || task === 'copy') && chosen !== undefined)}
        from={task === 'add' ? undefined : chosen}
        isCopy={task === 'copy'}
        sets={sets}
        onClose={close}
      />
      <RunDrawer
        set={task === 'run' ? chosen : undefined}
        runId={Number(run)}
        onStart={sets.start}
        onRun={(id) => url.change({ run: id > 0 ? String(id) : '' })}
        onClose={close}
      />
      <RunHistory
        open={task === 'history'}
        kind="process"
        onOpen={(id) => url.change({ task: 'past', run: String(id) })}
        onClose={close}
      />
      <PastRun id={task === 'past' ? Number(run) : 0} onClose={close} />
      <ConfirmDanger
        open={task === 'remove' && chosen !== undefined}
        title={t('process.removeTitle', { name: chosen?.name })}
        explanation={t('process.removeExplanation')}
        verb={t('process.remove')}
        onConfirm={async () => chosen && sets.remove(chosen.id)}
        onClose={close}
      />
    </>
  )
}
