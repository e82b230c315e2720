import type { LoginLog } from '@windlass/shared-kit/contract/log'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { MonoText, StateMark, TimeText } from '@windlass/shared-kit/ui'
import type { DataColumn } from '@windlass/shared-kit/ui/table'
import { LogPage } from '../../components/LogPage.tsx'
import { PersonLink } from '../../components/RowLinks.tsx'
import { useLoginLog } from './useLoginLog.ts'

/** The sign-in log. */
export default function LoginLogPage() {
  const { t } = useTranslation('logs')
  return (
    <LogPage
      title={t('route.loginLog')}
      log={useLoginLog()}
      fields={{ account: t('login.account') }}
      rowKey={({ id }) => id}
      columns={useColumns()}
      permission={t('permission.ShowLoginLogPage')}
      empty={{ title: t('login.emptyTitle'), explanation: t('login.emptyExplanation') }}
    />
  )
}

function useColumns(): DataColumn<LoginLog>[] {
  const { t } = useTranslation('logs')
  return [
    { key: 'id', title: t('id'), width: 80, render: ({ id }) => <MonoText>{String(id)}</MonoText> },
    {
      key: 'account',
      title: t('account'),
      width: 150,
      card: 'title',
      render: ({ account }) => <PersonLink name={account} none={t('login.unknown')} />,
    },
    {
      key: 'result',
      title: t('login.result'),
      width: 300,
      render: ({ reason }) => (
        <StateMark state={reason === '' ? 'success' : 'failed'}>
          <span title={reason}>{reason || t('login.success')}</span>
        </StateMark>
      ),
    },
    { key: 'time', title: t('time'), width: 130, render: ({ loginTime }) => <TimeText value={loginTime} /> },
    {
      key: 'address',
      title: t('login.address'),
      width: 190,
      render: ({ remoteAddr }) => <MonoText isCut>{remoteAddr}</MonoText>,
    },
    { key: 'agent', title: t('login.agent'), render: ({ userAgent }) => <span title={userAgent}>{userAgent}</span> },
    { key: 'referer', title: t('login.referer'), render: ({ referer }) => <span title={referer}>{referer}</span> },
  ]
}
