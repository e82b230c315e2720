import { PlusOutlined } from '@ant-design/icons'
import type { MonitorMaintenance } from '@windlass/shared-kit/contract/monitorMaintenance'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import { useState } from 'react'
import { MaintenanceForm } from './MaintenanceForm.tsx'
import { useMaintenance } from './useMonitors.ts'

/** The times in which nobody is told about failures. */
export function MaintenanceList({ id }: { id: number }) {
  const { t } = useTranslation('deploy')
  const windows = useMaintenance(id)
  const [editing, setEditing] = useState<MonitorMaintenance | 'new'>()
  const [removing, setRemoving] = useState<MonitorMaintenance>()
  const add = (
    <Can any={[Permission.EditMonitor]}>
      <Button size="small" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
        {t('monitor.addWindow')}
      </Button>
    </Can>
  )
  return (
    <section className="dm-section">
      <header>
        <h2>{t('monitor.maintenance')}</h2>
        {add}
      </header>
      <DataTable
        label={t('monitor.maintenance')}
        of={windows.list}
        rows={windows.list.data ?? []}
        rowKey={(row) => row.id}
        columns={useColumns(setEditing, setRemoving)}
        permission={t('permission.ShowMonitorPage')}
        empty={{ title: t('monitor.noWindows'), explanation: t('monitor.noWindowsExplanation') }}
      />
      <MaintenanceForm
        key={editing === 'new' ? editing : editing?.id}
        monitorId={id}
        window={editing === 'new' ? undefined : editing}
        isNew={editing === 'new'}
        onAdd={windows.add}
        onEdit={windows.edit}
        onClose={() => setEditing(undefined)}
      />
      <ConfirmDanger
        open={removing !== undefined}
        title={t('monitor.removeWindowTitle', { name: removing?.name })}
        explanation={t('monitor.removeWindowExplanation')}
        verb={t('monitor.removeWindowVerb')}
        onConfirm={async () => {
          if (!removing) return
          await windows.remove(removing.id)
          toast.success(t('monitor.windowRemoved', { name: removing.name }))
        }}
        onClose={() => setRemoving(undefined)}
      />
    </section>
  )
}

function useColumns(
  onEdit: (window: MonitorMaintenance) => void,
  onRemove: (window: MonitorMaintenance) => void,
): DataColumn<MonitorMaintenance>[] {
  const { t } = useTranslation('deploy')
  const when = ({ kind, startTime, endTime, weekdays, startClock, minutes, timeZone }: MonitorMaintenance) =>
    kind === 'once' ? (
      <>
        <TimeText value={startTime} isExact /> – <TimeText value={endTime} isExact />
      </>
    ) : (
      t('monitor.weeklyText', {
        days: weekdays.map((day) => t(`monitor.day${day}`)).join(', '),
        clock: startClock,
        count: minutes,
        zone: timeZone,
      })
    )
  return [
    { key: 'name', title: t('name'), width: 200, card: 'title', render: ({ name }) => <b>{name}</b> },
    { key: 'when', title: t('monitor.when'), isTall: true, render: when },
    {
      key: 'scope',
      title: t('monitor.scope'),
      width: 150,
      render: ({ monitorId }) => t(monitorId === 0 ? 'monitor.scopeAll' : 'monitor.scopeOne'),
    },
    {
      key: 'now',
      title: t('state'),
      width: 130,
      render: ({ isNow }) => (
        <StateMark state={isNow ? 'waiting' : 'disabled'}>{t(isNow ? 'monitor.openNow' : 'monitor.notOpen')}</StateMark>
      ),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 140,
      card: 'actions',
      render: (window) => (
        <Can any={[Permission.EditMonitor]}>
          <span className="wl-row-actions">
            <Button size="small" type="text" onClick={() => onEdit(window)}>
              {t('monitor.edit')}
            </Button>
            <Button className="wl-apart" size="small" type="text" danger onClick={() => onRemove(window)}>
              {t('monitor.remove')}
            </Button>
          </span>
        </Can>
      ),
    },
  ]
}
