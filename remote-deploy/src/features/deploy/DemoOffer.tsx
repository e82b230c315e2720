import { Permission } from '@windlass/shared-kit/contract/permission'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { ConfirmDanger, EmptyState } from '@windlass/shared-kit/ui'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useDemo } from './useBoard.ts'

/** The empty board: what it is for, and the two ways to the first deploy. */
export function FirstUse() {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  const mayAdd = useCan([Permission.AddProject])
  const { state, create } = useDemo()
  const handleCreate = async () => {
    await create.mutateAsync()
    toast.success(t('demo.created'))
  }
  const offer = state.data?.canCreate && (
    <Button loading={create.isPending} onClick={() => void handleCreate()}>
      {t('demo.create')}
    </Button>
  )
  return (
    <EmptyState
      title={t('board.emptyTitle')}
      explanation={
        <>
          {t(mayAdd ? 'board.emptyExplanation' : 'board.emptyForReader')}
          {mayAdd && state.data && (
            <span className="dp-demo-note">{state.data.canCreate ? t('demo.what') : state.data.reason}</span>
          )}
        </>
      }
      action={
        mayAdd && (
          <span className="dp-actions">
            <Button type="primary" onClick={() => navigate('/project/index?edit=new')}>
              {t('project.add')}
            </Button>
            {offer}
          </span>
        )
      }
    />
  )
}

/** Says that the demo is there and how it goes away again. */
export function DemoNotice() {
  const { t } = useTranslation('deploy')
  const { state, remove } = useDemo()
  const [isAsking, setAsking] = useState(false)
  if (!state.data?.exists) return null
  return (
    <>
      <Alert
        type="info"
        title={t('demo.isThere')}
        action={
          <Button size="small" onClick={() => setAsking(true)}>
            {t('demo.remove')}
          </Button>
        }
      />
      <ConfirmDanger
        open={isAsking}
        title={t('demo.removeTitle')}
        explanation={t('demo.removeExplanation')}
        verb={t('demo.remove')}
        onConfirm={async () => {
          await remove.mutateAsync()
          toast.success(t('demo.removed'))
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
