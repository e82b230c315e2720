import { TREE_CHANGES, TREE_ENTRIES, type TreeCompareServer } from '@windlass/shared-kit/contract/compare'
import { formatBytes, formatNumber, isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, LoadState, MonoText, StateMark } from '@windlass/shared-kit/ui'
import { DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import { useState } from 'react'

type Change = (typeof TREE_CHANGES)[number]

interface Props {
  of: Loadable
  result: { total: number; isFiltered: boolean; servers: readonly TreeCompareServer[] } | undefined
  onDiff: (filePath: string, serverId: number) => void
}

/** A whole directory, one section for each server. */
export function TreeResults({ of, result, onDiff }: Props) {
  const { t } = useTranslation('deploy')
  return (
    <LoadState of={of} permission={t('permission.FileCompare')}>
      <p className="wl-faint">
        {t('compare.total', { count: result?.total ?? 0 })} {result?.isFiltered && t('compare.filtered')}
      </p>
      {result?.servers.map((server) => (
        <ServerTree key={server.serverId} of={of} server={server} onDiff={onDiff} />
      ))}
    </LoadState>
  )
}

function ServerTree({ of, server, onDiff }: { of: Loadable; server: TreeCompareServer; onDiff: Props['onDiff'] }) {
  const { t } = useTranslation('deploy')
  const [shown, setShown] = useState<Change>()
  const { counts, reason, entries } = server
  const differing = counts.changed + counts.missing + counts.onlyThere
  const rows = entries.filter(({ change }) => shown === undefined || change === shown)
  return (
    <section className="dp-tree" aria-label={server.serverName}>
      <TreeHeader server={server} differing={differing} shown={shown} onShow={setShown} />
      {reason && <p className="dp-compare-reason">{reason}</p>}
      {entries.length > 0 && <TreeTable of={of} rows={rows} server={server} onDiff={onDiff} />}
      {differing > entries.length && <p className="wl-faint">{t('compare.cut', { count: TREE_ENTRIES })}</p>}
    </section>
  )
}

interface HeaderProps {
  server: TreeCompareServer
  differing: number
  shown: Change | undefined
  onShow: (change: Change | undefined) => void
}

function TreeHeader({ server, differing, shown, onShow }: HeaderProps) {
  const { t } = useTranslation('deploy')
  const { counts, reason, serverName, serverIP } = server
  const isUnknown = reason !== '' && differing + counts.same === 0
  const known = differing === 0 ? 'success' : 'waiting'
  const words = isUnknown ? 'compare.is.unreachable' : differing === 0 ? 'compare.allSame' : 'compare.differing'
  return (
    <header>
      <h2>
        {serverName} <span className="wl-faint">{serverIP}</span>
      </h2>
      <StateMark state={isUnknown ? 'failed' : known}>{t(words, { count: differing })}</StateMark>
      {!isUnknown && (
        <span className="wl-chips">
          {TREE_CHANGES.filter((change) => counts[change] > 0).map((change) => (
            <button
              key={change}
              type="button"
              className="wl-chip"
              aria-pressed={shown === change}
              onClick={() => onShow(shown === change ? undefined : change)}
            >
              <span>
                <b>{formatNumber(counts[change])}</b> {t(`compare.change.${change}`)}
              </span>
            </button>
          ))}
          <span className="wl-faint">{t('compare.sameCount', { count: counts.same })}</span>
        </span>
      )}
    </header>
  )
}

interface TableProps {
  of: Loadable
  rows: TreeCompareServer['entries']
  server: TreeCompareServer
  onDiff: Props['onDiff']
}

function TreeTable({ of, rows, server, onDiff }: TableProps) {
  const { t } = useTranslation('deploy')
  const name = t('compare.diff')
  return (
    <DataTable
      label={server.serverName}
      of={of}
      rows={rows}
      rowKey={({ path }) => path}
      columns={[
        {
          key: 'path',
          title: t('compare.path'),
          card: 'title',
          isTall: true,
          render: ({ path }) => <MonoText>{path}</MonoText>,
        },
        {
          key: 'change',
          title: t('compare.status'),
          width: 150,
          render: ({ change }) => t(`compare.change.${change}`),
        },
        { key: 'size', title: t('compare.here'), width: 120, align: 'right', render: ({ size }) => sizeText(size) },
        {
          key: 'serverSize',
          title: t('compare.there'),
          width: 104,
          align: 'right',
          render: ({ serverSize }) => sizeText(serverSize),
        },
        {
          key: 'actions',
          title: t('actions'),
          width: 120,
          card: 'actions',
          render: ({ change, path }) =>
            change === 'changed' && (
              <Button
                size="small"
                aria-label={`${name}: ${isolated(path)}`}
                onClick={() => onDiff(path, server.serverId)}
              >
                {name}
              </Button>
            ),
        },
      ]}
    />
  )
}

const sizeText = (bytes: number): string => (bytes < 0 ? '–' : formatBytes(bytes))
