import type { DeployRelease, DeployRow, PublishTrace } from '@windlass/shared-kit/contract/deploy'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger } from '@windlass/shared-kit/ui'
import { useNavigate } from 'react-router-dom'
import { commitOf } from './History.tsx'
import { ReleasesDrawer } from './ReleasesDrawer.tsx'
import type { useDetail } from './useDetail.ts'

interface Props {
  project: DeployRow
  detail: Pick<ReturnType<typeof useDetail>, 'rollback'>
  onClose: () => void
}

/** Goes back, says how, and shows the latest deploy, which is this one then. */
function useRollback({ project, detail }: Pick<Props, 'detail' | 'project'>) {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  return async (token: string, commit: string) => {
    const { type } = await detail.rollback(token)
    toast.success(t(type === 'symlink' ? 'rollback.done' : 'rollback.queued', { commit }))
    navigate(`/deploy/detail/${project.id}`)
  }
}

/** What is kept on the servers, and the way back to it. */
export function Releases({ open, onClose, ...props }: Props & { open: boolean }) {
  const { project } = props
  const rollback = useRollback(props)
  const handleRollback = async ({ token, commit }: DeployRelease) => {
    await rollback(token, commit.slice(0, 8))
    onClose()
  }
  return (
    <ReleasesDrawer
      projectId={project.id}
      name={project.name}
      open={open}
      onRollback={handleRollback}
      onClose={onClose}
    />
  )
}

/** The question before one deploy of the history is gone back to. */
export function Rebuild({ row, onClose, ...props }: Props & { row: PublishTrace | undefined }) {
  const { t } = useTranslation('deploy')
  const rollback = useRollback(props)
  const commit = row ? commitOf(row.ext) || row.token.slice(0, 8) : ''
  return (
    <ConfirmDanger
      open={row !== undefined}
      title={t('rollback.confirmTitle', { name: props.project.name, commit })}
      explanation={t('rebuild.explanation')}
      verb={t('rollback.verb')}
      onConfirm={async () => row && rollback(row.token, commit)}
      onClose={onClose}
    />
  )
}
