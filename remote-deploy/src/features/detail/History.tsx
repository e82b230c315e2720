import type { PublishTrace } from '@windlass/shared-kit/contract/deploy'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type Loadable, LoadState, type MarkState, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { Pagination } from 'antd'
import { Link } from 'react-router-dom'
import { HISTORY_ROWS } from './useDetail.ts'

interface Props {
  of: Loadable
  rows: readonly PublishTrace[]
  projectId: number
  token: string
  /** The deploy that runs now; "" when none does. */
  runningToken: string
  total: number
  page: number
  onPage: (page: number) => void
}

const commitOf = (ext: string) => ext.replaceAll('"', '').slice(0, 8)

/** The deploys of a project, the latest first; each has an address of its own. */
export function History({ of, rows, projectId, token, runningToken, total, page, onPage }: Props) {
  const { t } = useTranslation('deploy')
  const markOf = (row: PublishTrace): MarkState => {
    if (row.token === runningToken) return 'running'
    return row.state === 1 ? 'success' : 'failed'
  }
  return (
    <nav className="dp-history" aria-label={t('detail.history')}>
      <h2>{t('detail.history')}</h2>
      <LoadState of={of}>
        {rows.length === 0 && <p className="wl-faint">{t('detail.noHistory')}</p>}
        <ol>
          {rows.map((row) => (
            <li key={row.token}>
              <Link
                to={`/deploy/detail/${projectId}?token=${row.token}`}
                aria-current={row.token === token ? 'true' : undefined}
              >
                <StateMark state={markOf(row)} isBare />
                <code>{commitOf(row.ext) || row.token.slice(0, 8)}</code>
                <span className="dp-history-who">{row.publisherName}</span>
                <TimeText value={row.insertTime} />
              </Link>
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
