import { ReloadOutlined } from '@ant-design/icons'
import type { DeployRow, PublishTrace } from '@windlass/shared-kit/contract/deploy'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, LoadState, type MarkState, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { Button, Pagination } from 'antd'
import { Link, useSearchParams } from 'react-router-dom'
import { HistoryFilterButton } from './HistoryFilterButton.tsx'
import { filterCount, type HistoryFilter } from './historyFilter.ts'
import { canRebuild, RebuildButton } from './RebuildButton.tsx'
import { HISTORY_ROWS } from './useDetail.ts'

interface Props {
  of: Loadable
  rows: readonly PublishTrace[]
  project: Pick<DeployRow, 'id' | 'repoType' | 'symlinkPath'>
  token: string
  /** The deploy that runs now; "" when none does. */
  runningToken: string
  total: number
  page: number
  onPage: (page: number) => void
  filter: HistoryFilter
  onFilter: (filter: HistoryFilter) => void
  onRefresh: () => void
  onRebuild: (row: PublishTrace) => void
}

/** The short form of the commit that a row of the history is about; "" when it never had one. */
export const commitOf = (ext: string) => ext.replaceAll('"', '').slice(0, 8)

/** The deploys of a project, the latest first; each has an address of its own. */
export function History(props: Props) {
  const { of, rows, project, token, runningToken, total, page, filter, onPage, onFilter } = props
  const { t } = useTranslation('deploy')
  const addressOf = useAddressOf(project.id)
  const markOf = (row: PublishTrace): MarkState => {
    if (row.token === runningToken) return 'running'
    return row.state === 1 ? 'success' : 'failed'
  }
  return (
    <nav className="dp-history" aria-label={t('detail.history')}>
      <header>
        <h2>{t('detail.history')}</h2>
        <HistoryFilterButton filter={filter} onFilter={onFilter} />
        <Button
          size="small"
          type="text"
          icon={<ReloadOutlined />}
          aria-label={t('detail.refreshHistory')}
          title={t('detail.refreshHistory')}
          onClick={props.onRefresh}
        />
      </header>
      <LoadState of={of}>
        {rows.length === 0 && (
          <p className="wl-faint">{t(filterCount(filter) > 0 ? 'filter.nothing' : 'detail.noHistory')}</p>
        )}
        <ol>
          {rows.map((row) => (
            <li key={row.token}>
              <Link to={addressOf(row.token)} aria-current={row.token === token ? 'true' : undefined}>
                <StateMark state={markOf(row)} isBare />
                <code>{commitOf(row.ext) || row.token.slice(0, 8)}</code>
                <span className="dp-history-who">{row.publisherName}</span>
                <TimeText value={row.insertTime} />
              </Link>
              {canRebuild(project) && row.state === 1 && (
                <RebuildButton row={row} commit={commitOf(row.ext)} onAsk={() => props.onRebuild(row)} />
              )}
            </li>
          ))}
        </ol>
        {total > HISTORY_ROWS && (
          <Pagination simple size="small" current={page} pageSize={HISTORY_ROWS} total={total} onChange={onPage} />
        )}
      </LoadState>
    </nav>
  )
}

/** Another deploy keeps page and filter of the history; what was looked for in the log of this one goes. */
function useAddressOf(projectId: number) {
  const [parameters] = useSearchParams()
  return (token: string) => {
    const next = new URLSearchParams(parameters)
    for (const name of ['line', 'find', 'server']) next.delete(name)
    next.set('token', token)
    return `/deploy/detail/${projectId}?${next}`
  }
}
