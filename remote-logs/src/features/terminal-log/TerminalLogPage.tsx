import { Permission } from '@windlass/shared-kit/contract/permission'
import { TERMINAL_NOT_ENDED, type TerminalLog } from '@windlass/shared-kit/contract/terminalLog'
import { formatBytes, formatElapsed, useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { MonoText, StateMark, TimeText } from '@windlass/shared-kit/ui'
import type { DataColumn } from '@windlass/shared-kit/ui/table'
import { Link } from 'react-router-dom'
import { LogPage } from '../../components/LogPage.tsx'
import { PersonLink, ServerLink } from '../../components/RowLinks.tsx'
import { useTerminalLog } from './useTerminalLog.ts'

/** The terminal log. */
export default function TerminalLogPage() {
  const { t } = useTranslation('logs')
  return (
    <LogPage
      title={t('route.terminalLog')}
      log={useTerminalLog()}
      fields={{ username: t('terminal.username'), serverName: t('terminal.serverName') }}
      rowKey={({ id }) => id}
      columns={useColumns()}
      permission={t('permission.ShowTerminalLogPage')}
      empty={{ title: t('terminal.emptyTitle'), explanation: t('terminal.emptyExplanation') }}
    />
  )
}

const isOpen = ({ endTime }: TerminalLog) => endTime === TERMINAL_NOT_ENDED

function useColumns(): DataColumn<TerminalLog>[] {
  const { t } = useTranslation('logs')
  const mayWatch = useCan([Permission.ShowTerminalRecord])
  const columns: DataColumn<TerminalLog>[] = [
    { key: 'id', title: t('id'), width: 80, render: ({ id }) => <MonoText>{String(id)}</MonoText> },
    {
      key: 'server',
      title: t('terminal.server'),
      width: 180,
      card: 'title',
      render: (row) => <ServerLink row={row} none={t('terminal.gone')} />,
    },
    {
      key: 'user',
      title: t('user'),
      width: 140,
      render: ({ username }) => <PersonLink name={username} none={t('terminal.gone')} />,
    },
    { key: 'start', title: t('terminal.start'), width: 130, render: ({ startTime }) => <TimeText value={startTime} /> },
    { key: 'end', title: t('terminal.end'), width: 240, render: (row) => <EndText row={row} /> },
    {
      key: 'address',
      title: t('terminal.address'),
      width: 190,
      render: ({ remoteAddr }) => <MonoText isCut>{remoteAddr}</MonoText>,
    },
    { key: 'agent', title: t('terminal.agent'), render: ({ userAgent }) => <span title={userAgent}>{userAgent}</span> },
  ]
  if (!mayWatch) return columns
  return [
    ...columns,
    { key: 'record', title: t('terminal.record'), width: 140, card: 'actions', render: (row) => <Record {...row} /> },
  ]
}

function EndText({ row }: { row: TerminalLog }) {
  const { t } = useTranslation('logs')
  // Nobody wrote how it ended: it runs, or the console went down with it.
  if (isOpen(row)) return <StateMark state="running">{t('terminal.notEnded')}</StateMark>
  const lasted = formatElapsed(row.startTime, row.endTime)
  const reason = row.endReason === '' ? '' : t(`terminal.reason.${row.endReason}`, { defaultValue: row.endReason })
  return (
    <span title={reason}>
      {t('terminal.lasted', { lasted })}
      {reason !== '' && <span className="wl-faint"> · {reason}</span>}
    </span>
  )
}

function Record({ id, recordSize, serverName, username }: TerminalLog) {
  const { t } = useTranslation('logs')
  if (recordSize === 0) return <span className="wl-faint">{t('terminal.noRecord')}</span>
  return (
    <span className="wl-one-line">
      <Link to={`/log/terminalRecord/${id}`} aria-label={t('terminal.watchOf', { server: serverName, user: username })}>
        {t('terminal.watch')}
      </Link>{' '}
      <span className="wl-faint">{formatBytes(recordSize)}</span>
    </span>
  )
}
