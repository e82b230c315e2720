import './run.css'
import { useQuery } from '@tanstack/react-query'
import { type RunKind, ScriptRunList, type ScriptRunRow } from '@windlass/shared-kit/contract/serverScript'
import { call } from '@windlass/shared-kit/http'
import { formatElapsed, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Drawer, Pagination, Switch } from 'antd'
import { useState } from 'react'
import { RunCounts } from './RunMark.tsx'

const ROWS = 20
const WIDTH_PX = 640

interface Props {
  open: boolean
  kind: RunKind
  onOpen: (id: number) => void
  onClose: () => void
}

/** What was run before: who, when, on how many servers and how it ended. */
export function RunHistory({ open, kind, onOpen, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={t('run.history')}
      open={open && isActive}
      destroyOnHidden
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('run.close') }}
      onClose={onClose}
    >
      <Runs kind={kind} onOpen={onOpen} />
    </Drawer>
  )
}

function Runs({ kind, onOpen }: Pick<Props, 'kind' | 'onOpen'>) {
  const { t } = useTranslation('server')
  const [page, setPage] = useState(1)
  const [isOwn, setOwn] = useState(false)
  const runs = useQuery({
    queryKey: ['server', 'runs', kind, page, isOwn],
    queryFn: ({ signal }) => call(ScriptRunList, { kind, page, rows: ROWS, ...(isOwn && { isOwn }) }, { signal }),
    placeholderData: (before) => before,
  })
  const { list = [], pagination } = runs.data ?? {}
  return (
    <>
      <label className="run-own">
        <Switch size="small" checked={isOwn} onChange={setOwn} /> {t('run.own')}
      </label>
      <LoadState of={runs}>
        {list.length === 0 ? (
          <EmptyState title={t('run.noneTitle')} explanation={t('run.noneExplanation')} />
        ) : (
          <ul className="run-history">
            {list.map((run) => (
              <li key={run.id}>
                <HistoryRow run={run} onOpen={() => onOpen(run.id)} />
              </li>
            ))}
          </ul>
        )}
        {pagination && pagination.total > ROWS && (
          <Pagination
            size="small"
            current={page}
            pageSize={ROWS}
            total={pagination.total}
            showSizeChanger={false}
            onChange={setPage}
          />
        )}
      </LoadState>
    </>
  )
}

function HistoryRow({ run, onOpen }: { run: ScriptRunRow; onOpen: () => void }) {
  const { t } = useTranslation('server')
  return (
    <button type="button" className="run-history-row" onClick={onOpen}>
      {run.title !== '' && <b>{run.title}</b>}
      <code className="wl-mono">{run.firstLine}</code>
      <span className="run-history-facts">
        <RunCounts states={run.states} />
        <span className="wl-faint">
          {t('run.by', { name: run.userName })} · <TimeText value={run.startTime} />
          {run.endTime !== '' && ` · ${formatElapsed(run.startTime, run.endTime)}`}
        </span>
      </span>
    </button>
  )
}
