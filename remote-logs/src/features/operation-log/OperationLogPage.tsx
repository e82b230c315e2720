import type { OperationLog } from '@windlass/shared-kit/contract/log'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { MonoText, StateMark, TimeText, useUrlState } from '@windlass/shared-kit/ui'
import type { DataColumn } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import { LogPage } from '../../components/LogPage.tsx'
import { PersonLink } from '../../components/RowLinks.tsx'
import { answerOf } from './answerOf.ts'
import { ObjectLink } from './ObjectLink.tsx'
import { OperationDrawer } from './OperationDrawer.tsx'
import { useOperationLog } from './useOperationLog.ts'

/** The operation log. */
export default function OperationLogPage() {
  const { t } = useTranslation('logs')
  const log = useOperationLog()
  const url = useUrlState({ entry: '' })
  const open = (row: OperationLog) => url.visit({ entry: String(row.id) })
  return (
    <LogPage
      title={t('route.operationLog')}
      log={log}
      fields={{
        username: t('operation.username'),
        router: t('operation.routerFilter'),
        api: t('operation.apiFilter'),
      }}
      rowKey={({ id }) => id}
      columns={useColumns(open)}
      permission={t('permission.ShowOperationLogPage')}
      empty={{ title: t('operation.emptyTitle'), explanation: t('operation.emptyExplanation') }}
      onOpen={open}
    >
      <OperationDrawer id={Number(url.values.entry) || 0} onClose={() => url.change({ entry: '' })} />
    </LogPage>
  )
}

function useColumns(onOpen: (row: OperationLog) => void): DataColumn<OperationLog>[] {
  const { t } = useTranslation('logs')
  return [
    { key: 'id', title: t('id'), width: 80, render: ({ id }) => <MonoText>{String(id)}</MonoText> },
    {
      key: 'user',
      title: t('user'),
      width: 150,
      card: 'title',
      render: ({ username }) => <PersonLink name={username} none={t('operation.nobody')} />,
    },
    { key: 'api', title: t('operation.api'), render: ({ api }) => <MonoText isCut>{api}</MonoText> },
    { key: 'object', title: t('operation.object'), width: 180, render: (row) => <ObjectLink of={row} /> },
    { key: 'router', title: t('operation.router'), render: ({ router }) => <MonoText isCut>{router || '–'}</MonoText> },
    {
      key: 'result',
      title: t('operation.result'),
      width: 200,
      render: (row) => {
        const { isSuccess, message } = answerOf(row.responseData)
        const words = isSuccess ? t('operation.success') : message || t('operation.failed')
        return (
          <StateMark state={isSuccess ? 'success' : 'failed'}>
            <span title={words}>{words}</span>
          </StateMark>
        )
      },
    },
    { key: 'time', title: t('time'), width: 130, render: ({ requestTime }) => <TimeText value={requestTime} /> },
    {
      key: 'detail',
      title: t('detail'),
      width: 100,
      card: 'actions',
      render: (row) => (
        <Button size="small" type="text" onClick={() => onOpen(row)}>
          {t('detail')}
        </Button>
      ),
    },
  ]
}
