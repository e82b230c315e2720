import type { DeployTrain, TrainCar } from '@windlass/shared-kit/contract/deployTrain'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { TrainMark } from './TrainMark.tsx'
import type { useTrains } from './useTrains.ts'

interface Actions {
  onStart: (train: DeployTrain) => void
  onEdit: (train: DeployTrain) => void
  onRemove: (train: DeployTrain) => void
}

interface Props extends Actions {
  of: ReturnType<typeof useTrains>['list']
  /** The button for the first train. */
  add: ReactNode
}

/** Trains with their cars in order, and how the latest run went. */
export function TrainTable({ of, add, ...actions }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <DataTable
      label={t('route.train')}
      of={of}
      rows={of.data ?? []}
      rowKey={({ id }) => id}
      columns={useColumns(actions)}
      permission={t('permission.ShowDeployPage')}
      empty={{ title: t('train.emptyTitle'), explanation: t('train.emptyExplanation'), action: add }}
    />
  )
}

function useColumns(actions: Actions): DataColumn<DeployTrain>[] {
  const { t } = useTranslation('deploy')
  return [
    {
      key: 'name',
      title: t('name'),
      width: 220,
      card: 'title',
      compare: (one, other) => one.name.localeCompare(other.name),
      render: ({ name }) => <b>{name}</b>,
    },
    { key: 'cars', title: t('train.cars'), isTall: true, render: ({ cars }) => <Cars cars={cars} /> },
    { key: 'owner', title: t('train.owner'), width: 140, render: ({ ownerName }) => ownerName },
    { key: 'lastRun', title: t('train.lastRun'), width: 260, render: ({ lastRun }) => <LastRun run={lastRun} /> },
    {
      key: 'actions',
      title: t('actions'),
      width: 220,
      card: 'actions',
      render: (train) => <RowActions train={train} {...actions} />,
    },
  ]
}

function Cars({ cars }: { cars: readonly TrainCar[] }) {
  const { t } = useTranslation('deploy')
  return (
    <ol className="dt-cars">
      {cars.map((car) => (
        <li key={car.projectId}>
          {car.projectName || <i>{t('train.projectGone', { id: car.projectId })}</i>}
          {car.kind !== 'newest' && <MonoText>{car.revision}</MonoText>}
        </li>
      ))}
    </ol>
  )
}

function LastRun({ run }: { run: DeployTrain['lastRun'] }) {
  const { t } = useTranslation('deploy')
  if (!run) return <span className="wl-faint">{t('train.neverRun')}</span>
  return (
    <Link className="dt-last-run" to={`/deploy/train/${run.id}`}>
      <TrainMark state={run.state} /> <TimeText value={run.startTime} />
    </Link>
  )
}

function RowActions({ train, onStart, onEdit, onRemove }: Actions & { train: DeployTrain }) {
  const { t } = useTranslation('deploy')
  const isMoving = ['running', 'goingBack'].includes(train.lastRun?.state ?? '')
  return (
    <span className="wl-row-actions">
      <Can any={[Permission.DeployProject]}>
        <Button size="small" type="text" disabled={isMoving} onClick={() => onStart(train)}>
          {t('train.start')}
        </Button>
      </Can>
      <Can any={[Permission.ManageDeployTrain]}>
        <Button size="small" type="text" onClick={() => onEdit(train)}>
          {t('train.edit')}
        </Button>
        <Button className="wl-apart" size="small" type="text" danger onClick={() => onRemove(train)}>
          {t('train.remove')}
        </Button>
      </Can>
    </span>
  )
}
