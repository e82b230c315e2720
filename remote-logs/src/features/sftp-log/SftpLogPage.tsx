import type { SftpLog } from '@windlass/shared-kit/contract/sftpLog'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { MonoText, StateMark, TimeText } from '@windlass/shared-kit/ui'
import type { DataColumn } from '@windlass/shared-kit/ui/table'
import { LogPage } from '../../components/LogPage.tsx'
import { PersonLink, ServerLink } from '../../components/RowLinks.tsx'
import { FolderLink } from './FolderLink.tsx'
import { useSftpLog } from './useSftpLog.ts'

/** The log of the file manager: who read or changed what on which server. */
export default function SftpLogPage() {
  const { t } = useTranslation('logs')
  return (
    <LogPage
      title={t('route.sftpLog')}
      log={useSftpLog()}
      fields={{ username: t('sftp.username'), serverName: t('sftp.serverName'), type: t('sftp.typeFilter') }}
      rowKey={({ id }) => id}
      columns={useColumns()}
      permission={t('permission.ShowSFTPLogPage')}
      empty={{ title: t('sftp.emptyTitle'), explanation: t('sftp.emptyExplanation') }}
    />
  )
}

function useColumns(): DataColumn<SftpLog>[] {
  const { t } = useTranslation('logs')
  return [
    { key: 'id', title: t('id'), width: 80, render: ({ id }) => <MonoText>{String(id)}</MonoText> },
    {
      key: 'user',
      title: t('sftp.username'),
      width: 120,
      render: ({ username }) => <PersonLink name={username} none={t('sftp.nobody')} />,
    },
    {
      key: 'server',
      title: t('sftp.server'),
      width: 150,
      render: (row) => <ServerLink row={row} none={t('sftp.noServer')} />,
    },
    {
      key: 'action',
      title: t('sftp.action'),
      width: 160,
      render: ({ type, asRoot }) => (
        <span title={type}>
          {t(`sftp.type.${type}`)} {asRoot && <strong>{t('sftp.root')}</strong>}
        </span>
      ),
    },
    {
      key: 'path',
      title: t('sftp.path'),
      card: 'title',
      render: (row) => <FolderLink row={row} />,
    },
    {
      key: 'result',
      title: t('sftp.result'),
      width: 220,
      render: ({ reason }) => (
        <StateMark state={reason === '' ? 'success' : 'failed'}>
          <span title={reason}>{reason || t('sftp.success')}</span>
        </StateMark>
      ),
    },
    { key: 'time', title: t('time'), width: 130, render: ({ insertTime }) => <TimeText value={insertTime} /> },
    {
      key: 'address',
      title: t('sftp.address'),
      width: 170,
      render: ({ remoteAddr }) => <MonoText isCut>{remoteAddr}</MonoText>,
    },
    {
      key: 'agent',
      title: t('sftp.agent'),
      width: 180,
      render: ({ userAgent }) => <span title={userAgent}>{userAgent}</span>,
    },
  ]
}
