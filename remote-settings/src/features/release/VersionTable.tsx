import type { ReleaseVersion, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { formatBytes, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, MonoText, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { FailureText } from './FailureText.tsx'
import type { Question } from './Questions.tsx'
import { formatMs, formatShare } from './releaseFigures.ts'
import { ShareBar } from './ShareBar.tsx'
import { VersionActions } from './VersionActions.tsx'

const COMMIT_LENGTH = 8

interface Props {
  of: Loadable
  /** Newest first. */
  rows: readonly ReleaseVersion[]
  row: RemoteOverview
  /** What can be gone back to. */
  older: readonly ReleaseVersion[]
  onAsk: (question: Question) => void
  onOpen: (drawer: string, version?: string) => void
}

/** Every version that is kept, with its life so far and what can be done with it. */
export function VersionTable({ of, rows, row, older, onAsk, onOpen }: Props) {
  const { t } = useTranslation('settings')
  const columns: DataColumn<ReleaseVersion>[] = [
    ...useIdentityColumns(),
    ...useLifeColumns(),
    {
      key: 'actions',
      title: t('actions'),
      width: 150,
      card: 'actions',
      render: (version) => (
        <VersionActions
          of={version}
          row={row}
          canGoBackTo={older.some((one) => one.version === version.version)}
          onAsk={onAsk}
          onOpen={onOpen}
        />
      ),
    },
  ]
  return (
    <div className="rl-wide rl-version-table">
      <DataTable
        label={t('release.versions')}
        of={of}
        rows={rows}
        rowKey={({ version }) => version}
        columns={columns}
        empty={{ title: t('release.noVersions'), explanation: t('release.noVersionsExplanation') }}
        rowClassName={({ channel }) => (channel === 'none' ? '' : 'rl-row-out')}
      />
    </div>
  )
}

function useIdentityColumns(): DataColumn<ReleaseVersion>[] {
  const { t } = useTranslation('settings')
  return [
    {
      key: 'version',
      title: t('release.version'),
      width: 210,
      card: 'title',
      render: (of) => <VersionName of={of} />,
    },
    {
      key: 'from',
      title: t('release.from'),
      width: 280,
      render: ({ source, team, keyId, publishedBy, publishTime }) =>
        source === 'built-in' ? (
          <span className="wl-faint">{t('release.withConsole')}</span>
        ) : (
          <span title={t('release.signedWith', { team, key: keyId })}>
            {team} <span className="wl-faint">· {publishedBy} · </span>
            <TimeText value={publishTime} />
          </span>
        ),
    },
    {
      key: 'commit',
      title: t('release.commit'),
      card: 'none',
      width: 100,
      render: ({ commit }) =>
        commit === '' ? (
          <span className="wl-faint">–</span>
        ) : (
          <code className="wl-mono" title={commit}>
            {commit.slice(0, COMMIT_LENGTH)}
          </code>
        ),
    },
    {
      key: 'bytes',
      title: t('release.size'),
      width: 84,
      align: 'right',
      render: ({ bytes }) => <span className="rl-number">{formatBytes(bytes)}</span>,
    },
  ]
}

function useLifeColumns(): DataColumn<ReleaseVersion>[] {
  const { t } = useTranslation('settings')
  return [
    {
      key: 'share',
      title: t('release.people'),
      width: 150,
      render: ({ share, users }) =>
        users === 0 ? (
          <span className="wl-faint">–</span>
        ) : (
          <span className="rl-number">
            <ShareBar share={share} /> {formatNumber(users)} ({formatShare(share)})
          </span>
        ),
    },
    {
      key: 'loads',
      title: t('release.loads'),
      width: 76,
      align: 'right',
      render: ({ loads }) => <span className="rl-number">{formatNumber(loads)}</span>,
    },
    {
      key: 'failures',
      title: t('release.failures'),
      width: 118,
      align: 'right',
      render: (of) => <FailureText of={of} />,
    },
    {
      key: 'median',
      title: t('release.medianP95'),
      width: 136,
      align: 'right',
      render: ({ medianMs, p95Ms }) => (
        <span className="rl-number">
          {formatMs(medianMs)} / {formatMs(p95Ms)}
        </span>
      ),
    },
  ]
}

function VersionName({ of }: { of: ReleaseVersion }) {
  const { t } = useTranslation('settings')
  return (
    <span className="rl-marks">
      <MonoText>{of.version}</MonoText>
      {of.channel !== 'none' && (
        <span className={`rl-tag rl-tag-${of.channel}`}>{t(`release.channel.${of.channel}`)}</span>
      )}
      {of.unfit !== '' && (
        <span title={of.unfit}>
          <StateMark state="disabled">{t('release.state.unfit')}</StateMark>
        </span>
      )}
      {of.damage !== '' && (
        <span title={of.damage}>
          <StateMark state="failed">{t('release.state.damaged')}</StateMark>
        </span>
      )}
    </span>
  )
}
