import '../../components/deploy.css'
import './train.css'
import { PlusOutlined } from '@ant-design/icons'
import type { DeployTrain } from '@windlass/shared-kit/contract/deployTrain'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, ListPage, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { TrainForm } from './TrainForm.tsx'
import { TrainTable } from './TrainTable.tsx'
import { useTrains } from './useTrains.ts'

/** Release trains: projects that are deployed in a given order. */
export default function TrainPage() {
  const { t } = useTranslation('deploy')
  const trains = useTrains()
  const url = useUrlState({ edit: '' })
  const [removing, setRemoving] = useState<DeployTrain>()
  const [starting, setStarting] = useState<DeployTrain>()
  const add = (
    <Can any={[Permission.ManageDeployTrain]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => url.visit({ edit: 'new' })}>
        {t('train.add')}
      </Button>
    </Can>
  )
  const handleRemove = async ({ id, name }: DeployTrain) => {
    await trains.remove(id)
    toast.success(t('train.removed', { name }))
  }
  return (
    <ListPage
      title={t('route.train')}
      refresh={{ isRunning: trains.list.isFetching, onRefresh: () => void trains.list.refetch() }}
      action={add}
    >
      <TrainTable
        of={trains.list}
        add={add}
        onStart={setStarting}
        onEdit={({ id }) => url.visit({ edit: String(id) })}
        onRemove={setRemoving}
      />
      <TrainForm
        key={url.values.edit}
        train={trains.list.data?.find(({ id }) => String(id) === url.values.edit)}
        isNew={url.values.edit === 'new'}
        onAdd={trains.add}
        onEdit={trains.edit}
        onClose={() => url.change({ edit: '' })}
      />
      <StartQuestion train={starting} onStart={trains.start} onClose={() => setStarting(undefined)} />
      <ConfirmDanger
        open={removing !== undefined}
        title={t('train.removeTitle', { name: removing?.name })}
        explanation={t('train.removeExplanation')}
        verb={t('train.remove')}
        onConfirm={async () => removing && handleRemove(removing)}
        onClose={() => setRemoving(undefined)}
      />
    </ListPage>
  )
}

interface StartProps {
  /** Undefined while nobody asks. */
  train: DeployTrain | undefined
  onStart: ReturnType<typeof useTrains>['start']
  onClose: () => void
}

function StartQuestion({ train, onStart, onClose }: StartProps) {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  const projects = train?.cars.map(({ projectName }) => isolated(projectName)).join(' → ')
  return (
    <ConfirmDanger
      open={train !== undefined}
      title={t('train.startTitle', { name: train?.name })}
      explanation={t('train.startExplanation', { projects })}
      verb={t('train.start')}
      onConfirm={async () => {
        if (!train) return
        const { id } = await onStart(train.id)
        void navigate(`/deploy/train/${id}`)
      }}
      onClose={onClose}
    />
  )
}
