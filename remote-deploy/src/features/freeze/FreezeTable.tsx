import type { FreezeWindow } from '@windlass/shared-kit/contract/deployGuard'
import { State } from '@windlass/shared-kit/contract/enums'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { StateMark, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { useFreezes } from './useFreezes.ts'

const MINUTES = 60

interface Actions {
  onEdit: (window: FreezeWindow) => void
  onRemove: (window: FreezeWindow) => void
}

interface Props extends Actions {
  of: ReturnType<typeof useFreezes>['list']
  /** The button for the first window. */
  add: ReactNode
}

/** The freeze windows; those that hold now come first. */
export function FreezeTable({ of, add, ...actions }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <DataTable
      label={t('route.freeze')}
      of={of}
      rows={of.data ?? []}
      rowKey={({ id }) => id}
      columns={useColumns(actions)}
      permission={t('permission.ManageFreezeWindow')}
      empty={{ title: t('freeze.emptyTitle'), explanation: t('freeze.emptyExplanation'), action: add }}
      onOpen={actions.onEdit}
    />
  )
}

/** Whether it holds now, comes, or never will again. */
function FreezeMark({ window }: { window: FreezeWindow }) {
  const { t } = useTranslation('deploy')
  if (window.state === State.Disabled) return <StateMark state="disabled">{t('freeze.off')}</StateMark>
  if (window.isActive) return <StateMark state="running">{t('freeze.active')}</StateMark>
  if (window.nextStart === '') return <StateMark state="disabled">{t('freeze.past')}</StateMark>
  return (
    <StateMark state="waiting">
      <TimeText value={window.nextStart} />
    </StateMark>
  )
}

/** When it holds, on the clocks of its zone. */
function FreezeTime({ window }: { window: FreezeWindow }) {
  const { t } = useTranslation('deploy')
  const when =
    window.kind === 'once'
      ? `${window.startTime.slice(0, 16)} – ${window.endTime.slice(0, 16)}`
      : t('freeze.weeklyText', {
          days: window.days.map((day) => t(`freeze.day.${day}`)).join(', '),
          clock: window.startClock,
          count: Math.round((window.minutes / MINUTES) * 10) / 10,
        })
  return (
    <span>
      {when} <span className="wl-faint">{window.zone}</span>
    </span>
  )
}

function useColumns({ onEdit, onRemove }: Actions): DataColumn<FreezeWindow>[] {
  const { t } = useTranslation('deploy')
  return [
    { key: 'state', title: t('state'), width: 150, render: (window) => <FreezeMark window={window} /> },
    {
      key: 'name',
      title: t('name'),
      card: 'title',
      isTall: true,
      render: ({ name, reason }) => (
        <span>
          <b>{name}</b>
          {reason && <div className="wl-faint">{reason}</div>}
        </span>
      ),
    },
    {
      key: 'environment',
      title: t('environmentTitle'),
      width: 140,
      render: ({ environment }) => (environment === 0 ? t('freeze.everyEnvironment') : t(`environment.${environment}`)),
    },
    {
      key: 'when',
      title: t('freeze.when'),
      width: 320,
      isTall: true,
      render: (window) => <FreezeTime window={window} />,
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 170,
      card: 'actions',
      render: (window) => (
        <Can any={[Permission.ManageFreezeWindow]}>
          <span className="wl-row-actions">
            <Button size="small" type="text" onClick={() => onEdit(window)}>
              {t('freeze.edit')}
            </Button>
            <Button className="wl-apart" size="small" type="text" danger onClick={() => onRemove(window)}>
              {t('freeze.remove')}
            </Button>
          </span>
        </Can>
      ),
    },
  ]
}
