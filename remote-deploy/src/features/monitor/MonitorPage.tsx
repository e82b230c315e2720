import '../../components/deploy.css'
import './monitor.css'
import { PlusOutlined } from '@ant-design/icons'
import type { Monitor } from '@windlass/shared-kit/contract/monitor'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ListPage, type SummaryChip, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { MonitorQuestions } from './MonitorQuestions.tsx'
import { MonitorTable } from './MonitorTable.tsx'
import { GROUP_MARKS, groupsOf, MONITOR_GROUPS, matchingMonitors } from './monitorState.ts'
import { useMonitors } from './useMonitors.ts'

const MonitorForm = lazy(() => import('./MonitorForm.tsx'))
const NOTHING: readonly Monitor[] = []

/** What is watched, and how it stands. */
export default function MonitorPage() {
  const { t } = useTranslation('deploy')
  const monitors = useMonitors()
  const url = useUrlState({ q: '', state: '', edit: '', remove: '', suspend: '' })
  const { q, state, edit, remove, suspend } = url.values
  const all = monitors.list.data ?? NOTHING
  const find = (id: string) => all.find((monitor) => String(monitor.id) === id)
  const add = (
    <Can any={[Permission.AddMonitor]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => url.visit({ edit: 'new' })}>
        {t('monitor.add')}
      </Button>
    </Can>
  )
  const handleToggle = async (monitor: Monitor) => {
    if (monitor.state === 1) return url.visit({ suspend: String(monitor.id) })
    await monitors.toggle({ id: monitor.id, state: 1 })
    toast.success(t('monitor.resumed', { name: monitor.name }))
  }
  return (
    <ListPage
      title={t('route.monitor')}
      chips={useChips(all, state, (next) => url.change({ state: next }))}
      search={{ value: q, placeholder: t('monitor.search'), onChange: (text) => url.change({ q: text }) }}
      refresh={{ isRunning: monitors.list.isFetching, onRefresh: () => void monitors.list.refetch() }}
      action={add}
    >
      <MonitorTable
        of={monitors.list}
        rows={matchingMonitors(all, { search: q, group: state })}
        add={add}
        onClearFilters={q + state === '' ? undefined : () => url.change({ q: '', state: '' })}
        onEdit={({ id }) => url.visit({ edit: String(id) })}
        onRemove={({ id }) => url.visit({ remove: String(id) })}
        onToggle={(monitor) => void handleToggle(monitor)}
      />
      {(edit === 'new' || find(edit)) && (
        <Suspense>
          <MonitorForm
            key={edit}
            monitor={find(edit)}
            all={all}
            onAdd={monitors.add}
            onEdit={monitors.edit}
            onClose={() => url.change({ edit: '' })}
          />
        </Suspense>
      )}
      <MonitorQuestions
        removing={find(remove)}
        suspending={find(suspend)}
        onRemove={monitors.remove}
        onToggle={monitors.toggle}
        onClose={() => url.change({ remove: '', suspend: '' })}
      />
    </ListPage>
  )
}

/** How many stand how; each number is a filter. */
function useChips(monitors: readonly Monitor[], chosen: string, onChoose: (group: string) => void): SummaryChip[] {
  const { t } = useTranslation('deploy')
  if (monitors.length === 0) return []
  return MONITOR_GROUPS.map((group) => ({
    key: group,
    label: t(`monitor.group.${group}`),
    state: GROUP_MARKS[group],
    count: monitors.filter((monitor) => groupsOf(monitor).includes(group)).length,
    isActive: chosen === group,
    onToggle: () => onChoose(chosen === group ? '' : group),
  }))
}
