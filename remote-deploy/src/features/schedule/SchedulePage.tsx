import './schedule.css'
import { PlusOutlined } from '@ant-design/icons'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ProjectTask } from '@windlass/shared-kit/contract/projectTask'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { ConfirmDanger, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { ProjectFrame } from '../../components/ProjectFrame.tsx'
import { TaskForm } from './TaskForm.tsx'
import { TaskTable } from './TaskTable.tsx'
import { useSchedule } from './useSchedule.ts'

/** Deploys of a project for stated times. */
export default function SchedulePage() {
  const { t } = useTranslation('deploy')
  const projectId = Number(useParams()['projectId'])
  const url = useUrlState({ page: '1', rows: '20', add: '' })
  const [page, rows] = [Number(url.values.page), Number(url.values.rows)]
  const schedule = useSchedule(projectId, { page, rows })
  const [disabling, setDisabling] = useState<ProjectTask>()
  const add = (
    <Can any={[Permission.DeployTask]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => url.visit({ add: '1' })}>
        {t('schedule.add')}
      </Button>
    </Can>
  )
  return (
    <ProjectFrame projectId={projectId} current="schedule" actions={add}>
      {(project) => (
        <>
          <TaskTable
            of={schedule.list}
            page={page}
            pageSize={rows}
            add={add}
            onPage={(next, size) => url.change({ page: String(next), rows: String(size) })}
            onDisable={setDisabling}
          />
          {url.values.add !== '' && (
            <TaskForm project={project} onAdd={schedule.add} onClose={() => url.change({ add: '', page: '1' })} />
          )}
          <ConfirmDanger
            open={disabling !== undefined}
            title={t('schedule.disableTitle', { date: disabling?.zonedDate })}
            explanation={t(disabling?.cron ? 'schedule.disableAll' : 'schedule.disableOne', {
              zone: disabling?.zone,
              branch: disabling?.branch,
            })}
            verb={t('schedule.disable')}
            onConfirm={async () => {
              if (!disabling) return
              await schedule.remove(disabling.id)
              toast.success(t('schedule.disabled'))
            }}
            onClose={() => setDisabling(undefined)}
          />
        </>
      )}
    </ProjectFrame>
  )
}
