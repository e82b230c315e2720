import type { ReleaseEvent, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Link, useNavigate } from 'react-router-dom'
import { AreaMarks } from './AreaMarks.tsx'
import { CanaryCell } from './CanaryCell.tsx'
import { FailureText } from './FailureText.tsx'
import { formatMs } from './releaseFigures.ts'

interface Props {
  of: Loadable
  rows: readonly RemoteOverview[]
  /** Newest first, of all areas. */
  events: readonly ReleaseEvent[]
  onClearFilters: (() => void) | undefined
}

/** Looking at a candidate changes nothing for others. */
const NO_CHANGE: ReadonlySet<ReleaseEvent['kind']> = new Set(['preview', 'openPreview', 'leavePreview'])
const isChange = ({ kind }: ReleaseEvent) => !NO_CHANGE.has(kind)

const addressOf = (remote: string) => `/setting/release/${remote}`

/** One line for each area. */
export function ReleaseTable({ of, rows, events, onClearFilters }: Props) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  return (
    <DataTable
      label={t('route.releaseSetting')}
      of={of}
      rows={rows}
      rowKey={({ remote }) => remote}
      columns={useColumns(events)}
      permission={t('permission.ShowReleasePage')}
      empty={{ title: t('release.emptyTitle'), explanation: t('release.emptyExplanation') }}
      onClearFilters={onClearFilters}
      onOpen={({ remote }) => navigate(addressOf(remote))}
    />
  )
}

function useColumns(events: readonly ReleaseEvent[]): DataColumn<RemoteOverview>[] {
  const { t } = useTranslation('settings')
  return [
    {
      key: 'remote',
      title: t('release.area'),
      width: 104,
      card: 'title',
      compare: (one, other) => one.remote.localeCompare(other.remote),
      render: ({ remote }) => (
        <Link className="rl-area" to={addressOf(remote)}>
          {remote}
        </Link>
      ),
    },
    { key: 'stable', title: t('release.everybody'), width: 210, render: (row) => <StableVersion row={row} /> },
    { key: 'canary', title: t('release.canary'), render: ({ canary }) => <CanaryCell canary={canary} /> },
    { key: 'state', title: t('release.stateTitle'), width: 164, render: (row) => <AreaMarks row={row} /> },
    ...useFigureColumns(),
    {
      key: 'last',
      title: t('release.lastChange'),
      width: 290,
      render: ({ remote }) => <LastChange event={events.find((event) => event.remote === remote && isChange(event))} />,
    },
  ]
}

function useFigureColumns(): DataColumn<RemoteOverview>[] {
  const { t } = useTranslation('settings')
  return [
    {
      key: 'users',
      title: t('release.users'),
      width: 118,
      align: 'right',
      compare: (one, other) => one.users - other.users,
      render: ({ users }) => <span className="rl-number">{formatNumber(users)}</span>,
    },
    {
      key: 'failures',
      title: t('release.failures'),
      width: 132,
      align: 'right',
      compare: (one, other) => one.failures - other.failures,
      render: (row) => <FailureText of={row} />,
    },
    {
      key: 'median',
      title: t('release.median'),
      width: 122,
      align: 'right',
      compare: (one, other) => one.medianMs - other.medianMs,
      render: ({ medianMs }) => <span className="rl-number">{formatMs(medianMs)}</span>,
    },
  ]
}

function StableVersion({ row }: { row: RemoteOverview }) {
  const { t } = useTranslation('settings')
  if (row.stable === '') return <span className="wl-faint">{t('release.none')}</span>
  return (
    <>
      <MonoText>{row.stable}</MonoText>{' '}
      {row.stable === row.builtIn && <small className="wl-faint">{t('release.builtIn')}</small>}
    </>
  )
}

function LastChange({ event }: { event: ReleaseEvent | undefined }) {
  const { t } = useTranslation('settings')
  if (!event) return <span className="wl-faint">–</span>
  const what = t(`release.event.${event.kind}`, { version: event.version })
  return (
    <span title={`${what}\n${event.detail}`}>
      <TimeText value={event.insertTime} />
      <span className="wl-faint"> · {event.userName || t('release.theConsole')} · </span>
      {what}
    </span>
  )
}
