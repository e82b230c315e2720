import { State } from '@windlass/shared-kit/contract/enums'
import type { ProjectTask } from '@windlass/shared-kit/contract/projectTask'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { TaskMark } from './TaskMark.tsx'
import type { useSchedule } from './useSchedule.ts'

interface Props {
  of: ReturnType<typeof useSchedule>['list']
  page: number
  pageSize: number
  add: ReactNode
  onPage: (page: number, pageSize: number) => void
  onDisable: (task: ProjectTask) => void
}

const SHORT_ID = 8

/** Scheduled deploys, the latest entered first. */
export function TaskTable({ of, page, pageSize, add, onPage, onDisable }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <DataTable
      label={t('pages.schedule')}
      of={of}
      rows={of.data?.list ?? []}
      rowKey={({ id }) => id}
      columns={useColumns(onDisable)}
      permission={t('permission.DeployTask')}
      empty={{ title: t('schedule.emptyTitle'), explanation: t('schedule.emptyExplanation'), action: add }}
      paging={{ page, pageSize, total: of.data?.pagination.total ?? 0, onChange: onPage }}
    />
  )
}

function useColumns(onDisable: Props['onDisable']): DataColumn<ProjectTask>[] {
  const { t } = useTranslation('deploy')
  return [
    {
      key: 'when',
      title: t('schedule.when'),
      width: 250,
      card: 'title',
      isTall: true,
      render: (task) => <When task={task} />,
    },
    { key: 'state', title: t('state'), width: 240, isTall: true, render: (task) => <Outcome task={task} /> },
    {
      key: 'commit',
      title: t('commit'),
      isTall: true,
      render: ({ branch, commit, isNewest }) => (
        <span>
          {branch} · {isNewest ? t('schedule.newest') : <MonoText>{commit.slice(0, SHORT_ID)}</MonoText>}
        </span>
      ),
    },
    {
      key: 'servers',
      title: t('publish.where'),
      width: 120,
      render: ({ serverIds }) =>
        serverIds.length === 0 ? t('schedule.allServers') : t('serverCount', { count: serverIds.length }),
    },
    {
      key: 'creator',
      title: t('schedule.creator'),
      width: 170,
      isTall: true,
      render: ({ creator, insertTime, editor }) => (
        <span>
          {creator} · <TimeText value={insertTime} />
          {editor && <div className="wl-faint">{t('schedule.disabledBy', { name: editor })}</div>}
        </span>
      ),
    },
    {
      key: 'actions',
      title: t('actions'),
      width: 100,
      card: 'actions',
      render: (task) =>
        task.state === State.Enabled &&
        task.isRun === 0 && (
          <Button size="small" type="text" danger onClick={() => onDisable(task)}>
            {t('schedule.disable')}
          </Button>
        ),
    },
  ]
}

/** The next run, on the clocks of its zone and from now. */
function When({ task }: { task: ProjectTask }) {
  const { t } = useTranslation('deploy')
  const isAhead = task.state === State.Enabled && task.isRun === 0
  return (
    <span>
      {task.zonedDate.slice(0, 'YYYY-MM-DD HH:mm'.length)} {isAhead && <TimeText value={task.dueTime} />}
      <div className="wl-faint">
        {task.zone}
        {task.cron !== '' && (
          <>
            {' · '}
            {t('schedule.repeats')} <code>{task.cron}</code>
          </>
        )}
      </div>
    </span>
  )
}

function Outcome({ task }: { task: ProjectTask }) {
  const { t } = useTranslation('deploy')
  return (
    <span>
      <span className="dp-task-state">
        <TaskMark task={task} />
        {task.token && (
          <Link to={`/deploy/detail/${task.projectId}?token=${task.token}`}>{t('schedule.toDeploy')}</Link>
        )}
      </span>
      {task.cron !== '' && task.runTime !== '' && (
        <div className="wl-faint">
          {t('schedule.lastRun')} <TimeText value={task.runTime} />
        </div>
      )}
      {task.reason && <div className="dp-task-reason">{task.reason}</div>}
    </span>
  )
}
