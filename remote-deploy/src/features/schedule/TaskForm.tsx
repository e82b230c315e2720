import { Environment } from '@windlass/shared-kit/contract/enums'
import type { Project } from '@windlass/shared-kit/contract/project'
import { toast } from '@windlass/shared-kit/feedback'
import { fieldTime, ownZone, useTranslation } from '@windlass/shared-kit/i18n'
import { FormDrawer, LoadState } from '@windlass/shared-kit/ui'
import { Alert } from 'antd'
import { useState } from 'react'
import { PublishServers } from '../../components/PublishServers.tsx'
import { initialVariables } from '../../components/publishInput.ts'
import { usePublish } from '../../components/usePublish.ts'
import { VariableFields } from '../../components/VariableFields.tsx'
import { RevisionOfTask } from './RevisionOfTask.tsx'
import { type ScheduleValues, scheduleInput } from './scheduleInput.ts'
import { TimeFields } from './TimeFields.tsx'
import type { useSchedule } from './useSchedule.ts'

const WIDTH_PX = 560
/** Proposed at first: time enough to fill in the rest. */
const AHEAD_MS = 3_600_000

/** The clocks of whoever sits here, a little later. */
const proposal = () => {
  const zone = ownZone()
  return { zone, time: fieldTime(Date.now() + AHEAD_MS, zone) }
}

interface Props {
  project: Project
  onAdd: ReturnType<typeof useSchedule>['add']
  onClose: () => void
}

/** What is deployed, when and where to. */
export function TaskForm({ project, onAdd, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const { servers } = usePublish(project.id)
  const variables = project.script.customVariables ?? []
  const [{ zone, time }] = useState(proposal)
  const handleSubmit = async (values: ScheduleValues) => {
    await onAdd(scheduleInput(project.id, variables, values))
    toast.success(t('schedule.added'))
  }
  return (
    <FormDrawer<ScheduleValues>
      open
      width={WIDTH_PX}
      title={t('schedule.addTitle', { name: project.name, environment: t(`environment.${project.environment}`) })}
      initialValues={{
        branch: project.repoType === 'git' ? `origin/${project.branch}` : undefined,
        ...{ revision: 'commit', repetition: 'once', cron: '', where: 'all', serverIds: [] },
        ...{ time, zone },
        variables: initialVariables(variables),
      }}
      submitText={t('schedule.add')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      {project.environment === Environment.Production && (
        <Alert type="warning" showIcon title={t('schedule.production')} />
      )}
      <RevisionOfTask projectId={project.id} />
      <TimeFields />
      <LoadState of={servers}>
        <PublishServers servers={servers.data ?? []} mustChoose={false} />
      </LoadState>
      <VariableFields variables={variables} />
    </FormDrawer>
  )
}
