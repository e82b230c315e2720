import './cron.css'
import { PlusOutlined } from '@ant-design/icons'
import type { Cron } from '@windlass/shared-kit/contract/cron'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { EmptyState, ListPage } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { AgentNotice } from './AgentNotice.tsx'
import { CronDialogs } from './CronDialogs.tsx'
import { CronTable } from './CronTable.tsx'
import { type CronFilter, isShown, matches } from './cronFilter.ts'
import { useCrons } from './useCrons.ts'
import { type CronUrl, useCronUrl } from './useCronUrl.ts'

/** What agents run on servers, when, and what came of it. */
export default function CronPage() {
  const { t } = useTranslation('server')
  const url = useCronUrl()
  const serverId = Number(url.values.server) || 0
  const picker = (
    <ServerPicker
      className="cron-picker"
      value={serverId > 0 ? serverId : undefined}
      // What was looked for is looked for there too; what was open belongs to the server before.
      onChange={(id) => url.visit({ server: String(id ?? ''), task: '', id: '' })}
    />
  )
  if (serverId > 0) return <OneServer serverId={serverId} url={url} picker={picker} />
  return (
    <ListPage title={t('route.serverCron')}>
      <EmptyState title={t('cron.chooseTitle')} explanation={t('cron.chooseExplanation')} action={picker} />
    </ListPage>
  )
}

function useChips(tasks: readonly Cron[], url: CronUrl) {
  const { t } = useTranslation('server')
  const states = { failed: 'failed', missed: 'waiting', disabled: 'disabled' } as const
  return (Object.keys(states) as (keyof typeof states)[]).flatMap((key) => {
    const count = tasks.filter((task) => isShown(task, key)).length
    const isActive = url.values.only === key
    if (count === 0 && !isActive) return []
    const onToggle = () => url.change({ only: isActive ? '' : key })
    return [{ key, count, isActive, onToggle, state: states[key], label: t(`cron.only.${key}`, { count }) }]
  })
}

function OneServer({ serverId, url, picker }: { serverId: number; url: CronUrl; picker: React.ReactNode }) {
  const { t } = useTranslation('server')
  const crons = useCrons(serverId)
  const { q, only } = url.values
  const tasks = crons.list.data?.list ?? []
  // The address may hold anything; what is no filter shows all.
  const rows = tasks.filter((task) => matches(task, q) && isShown(task, only as CronFilter))
  const isFiltered = q.trim() !== '' || only !== ''
  const add = (
    <Can any={[Permission.AddCron]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => url.visit({ task: 'add', id: '' })}>
        {t('cron.add')}
      </Button>
    </Can>
  )
  return (
    <ListPage
      title={t('route.serverCron')}
      chips={useChips(tasks, url)}
      search={{ value: q, placeholder: t('cron.search'), onChange: (text) => url.change({ q: text }) }}
      filters={picker}
      refresh={{ isRunning: crons.list.isFetching, onRefresh: () => void crons.list.refetch() }}
      action={add}
    >
      {crons.list.data?.agent && <AgentNotice serverId={serverId} agent={crons.list.data.agent} />}
      <CronTable
        crons={crons}
        rows={rows}
        add={add}
        onClearFilters={isFiltered ? () => url.change({ q: '', only: '' }) : undefined}
        onTask={(task, { id }) => url.visit({ task, id: String(id), result: '' })}
      />
      <CronDialogs serverId={serverId} crons={crons} url={url} />
    </ListPage>
  )
}
