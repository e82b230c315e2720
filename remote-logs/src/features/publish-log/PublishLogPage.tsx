import type { PublishLog } from '@windlass/shared-kit/contract/log'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { MonoText, StateMark, TimeText } from '@windlass/shared-kit/ui'
import type { DataColumn } from '@windlass/shared-kit/ui/table'
import { Link } from 'react-router-dom'
import { LogPage } from '../../components/LogPage.tsx'
import { PersonLink } from '../../components/RowLinks.tsx'
import { usePublishLog } from './usePublishLog.ts'

/** The publish log. */
export default function PublishLogPage() {
  const { t } = useTranslation('logs')
  return (
    <LogPage
      title={t('route.publishLog')}
      log={usePublishLog()}
      fields={{ projectName: t('publish.projectName'), username: t('publish.username') }}
      rowKey={({ token }) => token}
      columns={useColumns()}
      permission={t('permission.ShowPublishLogPage')}
      empty={{ title: t('publish.emptyTitle'), explanation: t('publish.emptyExplanation') }}
    />
  )
}

function useColumns(): DataColumn<PublishLog>[] {
  const { t } = useTranslation('logs')
  const mayOpen = useCan([Permission.DeployDetail])
  const columns: DataColumn<PublishLog>[] = [
    {
      key: 'project',
      title: t('publish.project'),
      width: 190,
      card: 'title',
      render: (row) => <b>{row.projectName}</b>,
    },
    {
      key: 'result',
      title: t('publish.result'),
      width: 120,
      render: ({ state }) => (
        <StateMark state={state === 1 ? 'success' : 'failed'}>
          {t(state === 1 ? 'publish.success' : 'publish.failed')}
        </StateMark>
      ),
    },
    {
      key: 'user',
      title: t('user'),
      width: 140,
      render: ({ publisherName }) => <PersonLink name={publisherName} none="–" />,
    },
    { key: 'time', title: t('time'), width: 130, render: ({ insertTime }) => <TimeText value={insertTime} /> },
    {
      key: 'reason',
      title: t('publish.reason'),
      render: ({ detail }) => <span title={detail}>{detail || <span className="wl-faint">–</span>}</span>,
    },
    {
      key: 'token',
      title: t('publish.token'),
      width: 300,
      render: ({ token }) => (
        <MonoText isCut canCopy>
          {token}
        </MonoText>
      ),
    },
  ]
  if (!mayOpen) return columns
  return [
    ...columns,
    { key: 'detail', title: t('detail'), width: 90, card: 'actions', render: (row) => <Detail {...row} /> },
  ]
}

function Detail({ projectId, token }: PublishLog) {
  const { t } = useTranslation('logs')
  return (
    <Link
      to={`/deploy/detail/${projectId}?token=${encodeURIComponent(token)}`}
      aria-label={t('publish.detailOf', { token })}
    >
      {t('detail')}
    </Link>
  )
}
