import type { ReleaseFailure } from '@windlass/shared-kit/contract/releaseLoads'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, MonoText, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'

interface Props {
  of: Loadable
  rows: readonly ReleaseFailure[]
}

/** Distinct failures that browsers reported, the latest first. */
export function FailureTable({ of, rows }: Props) {
  const { t } = useTranslation('settings')
  return (
    <div className="rl-wide">
      <DataTable
        label={t('release.failuresTitle')}
        of={of}
        rows={rows}
        rowKey={({ version, kind, message }) => `${version} ${kind} ${message}`}
        columns={useColumns()}
        empty={{ title: t('release.noFailures'), explanation: t('release.noFailuresExplanation') }}
      />
    </div>
  )
}

function useColumns(): DataColumn<ReleaseFailure>[] {
  const { t } = useTranslation('settings')
  return [
    {
      key: 'message',
      title: t('release.message'),
      card: 'title',
      isTall: true,
      render: ({ message, kind }) => (
        <span className="rl-message">
          <small className="wl-faint">{t(`release.failureKind.${kind}`)}</small> {message}
        </span>
      ),
    },
    {
      key: 'version',
      title: t('release.version'),
      width: 120,
      render: ({ version }) => <MonoText>{version}</MonoText>,
    },
    {
      key: 'count',
      title: t('release.count'),
      width: 80,
      align: 'right',
      compare: (one, other) => one.count - other.count,
      render: ({ count }) => <span className="rl-number">{formatNumber(count)}</span>,
    },
    {
      key: 'last',
      title: t('release.lastSeen'),
      width: 230,
      compare: (one, other) => one.lastTime.localeCompare(other.lastTime),
      render: ({ lastTime, lastUser, lastUserAgent }) => (
        <span title={lastUserAgent}>
          <TimeText value={lastTime} /> <span className="wl-faint">· {lastUser}</span>
        </span>
      ),
    },
    {
      key: 'errorId',
      title: t('release.errorId'),
      width: 200,
      render: ({ lastErrorId }) =>
        lastErrorId === '' ? (
          <span className="wl-faint">–</span>
        ) : (
          <MonoText isCut canCopy>
            {lastErrorId}
          </MonoText>
        ),
    },
  ]
}
