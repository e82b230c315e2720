import { type Cron, CronLogLevel } from '@windlass/shared-kit/contract/cron'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { usePageActive } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, useIsMobile } from '@windlass/shared-kit/ui'
import { Alert, Button, Drawer, Segmented } from 'antd'
import { taskName } from './cronFilter.ts'
import { RunRow } from './RunRow.tsx'
import { RunsPlot } from './RunsPlot.tsx'
import { ScheduleText } from './ScheduleText.tsx'
import { type RunFilter, useRuns } from './useCrons.ts'
import { ownText, utcText } from './utcTime.ts'

const WIDTH_PX = 900
const FILTERS: readonly RunFilter[] = ['', 'failed', 'success']

interface Props {
  cron: Cron
  result: RunFilter
  onResult: (result: RunFilter) => void
  onRun: () => void
  onClose: () => void
}

/** What came of the runs of a task. */
export default function LogDrawer(props: Props) {
  const { cron, onRun, onClose } = props
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      open={isActive}
      // A command without a description stands below, in full.
      title={cron.description.trim() === '' ? t('cron.logPlain') : t('cron.logTitle', { name: taskName(cron) })}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('rule.close') }}
      extra={
        <Can any={[Permission.EditCron]}>
          <Button onClick={onRun}>{t('cron.run')}</Button>
        </Can>
      }
      onClose={onClose}
    >
      <Log {...props} />
    </Drawer>
  )
}

function Log({ cron, result, onResult }: Props) {
  const { t } = useTranslation('server')
  const { runs, history, stop } = useRuns({ serverId: cron.serverId, cronId: cron.id }, result)
  const list = runs.data?.pages.flatMap((page) => page.list) ?? []
  const total = runs.data?.pages[0]?.total
  return (
    <div className="cron-log">
      <div className="cron-copied">
        <code className="wl-mono cron-command">{cron.command}</code>
        <ScheduleText expression={cron.expression} />
      </div>
      <MissedRun cron={cron} />
      <RunsPlot runs={history.data ?? []} />
      <div className="cron-log-head">
        <Segmented
          aria-label={t('cron.result')}
          value={result}
          options={FILTERS.map((value) => ({ value, label: t(`cron.results.${value || 'all'}`) }))}
          onChange={onResult}
        />
        <span className="wl-faint">
          {total !== undefined && t('cron.total', { count: total, shown: formatNumber(total) })}
        </span>
      </div>
      <LoadState of={runs} permission={t('permission.ShowCronPage')}>
        {list.length === 0 ? (
          <EmptyState
            title={t(result === '' ? 'cron.noRunsTitle' : 'cron.noneOfThese')}
            explanation={
              cron.logLevel === CronLogLevel.Failures && result !== 'failed'
                ? t('cron.levelHint')
                : t('cron.noRunsExplanation')
            }
          />
        ) : (
          <ul className="cron-run-list">
            {list.map((run, index) => (
              <li key={run.id}>
                {/* Whoever opens the log while something runs wants to see what it says. */}
                <RunRow run={run} isOpenAtFirst={index === 0 && run.state === 'running'} onStop={stop.mutateAsync} />
              </li>
            ))}
          </ul>
        )}
        {runs.hasNextPage && (
          <Button block loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
            {t('cron.loadMore', { count: (total ?? 0) - list.length })}
          </Button>
        )}
      </LoadState>
    </div>
  )
}

function MissedRun({ cron: { missedTime = 0, singleMode } }: { cron: Cron }) {
  const { t } = useTranslation('server')
  if (missedTime === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('cron.missedTitle', { time: utcText(missedTime), own: ownText(missedTime) })}
      description={t(singleMode === 1 ? 'cron.missedSingle' : 'cron.missedWhy')}
    />
  )
}
