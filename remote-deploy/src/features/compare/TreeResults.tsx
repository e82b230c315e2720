import { TREE_CHANGES, TREE_ENTRIES, type TreeCompareServer } from '@windlass/shared-kit/contract/compare'
import { formatBytes, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
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
  const { counts, reason, serverName, serverIP, entries, serverId } = server
  const differing = counts.changed + counts.missing + counts.onlyThere
  const isUnknown = reason !== '' && differing + counts.same === 0
  const rows = entries.filter(({ change }) => shown === undefined || change === shown)
  return (
    <section className="dp-tree" aria-label={serverName}>
      <header>
        <h2>
          {serverName} <span className="wl-faint">{serverIP}</span>
        </h2>
        <StateMark state={isUnknown ? 'failed' : differing === 0 ? 'success' : 'waiting'}>
          {t(isUnknown ? 'compare.is.unreachable' : differing === 0 ? 'compare.allSame' : 'compare.differing', {
            count: differing,
          })}
        </StateMark>
        {!isUnknown && (
          <span className="wl-chips">
            {TREE_CHANGES.map((change) => (
              <button
                key={change}
                type="button"
                className="wl-chip"
                aria-pressed={shown === change}
                disabled={counts[change] === 0}
                onClick={() => setShown(shown === change ? undefined : change)}
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
      {reason && <p className="dp-compare-reason">{reason}</p>}
      {entries.length > 0 && (
        <DataTable
          label={serverName}
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
            { key: 'size', title: t('compare.here'), width: 104, align: 'right', render: ({ size }) => sizeText(size) },
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
              width: 110,
              card: 'actions',
              render: ({ change, path }) =>
                change === 'changed' && (
                  <Button
                    size="small"
                    aria-label={`${t('compare.diff')}: ${path}`}
                    onClick={() => onDiff(path, serverId)}
                  >
                    {t('compare.diff')}
                  </Button>
                ),
            },
          ]}
        />
      )}
      {differing > entries.length && <p className="wl-faint">{t('compare.cut', { count: TREE_ENTRIES })}</p>}
    </section>
  )
}

const sizeText = (bytes: number): string => (bytes < 0 ? '–' : formatBytes(bytes))
