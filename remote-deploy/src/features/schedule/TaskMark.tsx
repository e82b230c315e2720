import type { ProjectTask, TaskStatus } from '@windlass/shared-kit/contract/projectTask'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, StateMark } from '@windlass/shared-kit/ui'

const MARKS: Readonly<Record<TaskStatus, MarkState>> = {
  waiting: 'waiting',
  running: 'running',
  success: 'success',
  failed: 'failed',
  cancelled: 'failed',
  interrupted: 'failed',
  refused: 'failed',
  missed: 'failed',
  disabled: 'disabled',
}

/** Where a scheduled deploy stands, or how its latest run went. */
export function TaskMark({ task: { status } }: { task: Pick<ProjectTask, 'status'> }) {
  const { t } = useTranslation('deploy')
  return <StateMark state={MARKS[status]}>{t(`schedule.status.${status}`)}</StateMark>
}
