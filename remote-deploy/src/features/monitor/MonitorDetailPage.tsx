import '../../components/deploy.css'
import './monitor.css'
import { MONITOR_RANGES, type Monitor } from '@windlass/shared-kit/contract/monitor'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { usePageTitle } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, useUrlState } from '@windlass/shared-kit/ui'
import { Link, useParams } from 'react-router-dom'
import { HistorySection } from './HistorySection.tsx'
import { IncidentList } from './IncidentList.tsx'
import { MaintenanceList } from './MaintenanceList.tsx'
import { MonitorFacts } from './MonitorFacts.tsx'
import { MonitorState } from './MonitorState.tsx'
import { useMonitors } from './useMonitors.ts'
import { useSaid } from './useSaid.ts'

/** One monitor: how it stands, how it fared, what happened, and when it may fail in silence. */
export default function MonitorDetailPage() {
  const { t } = useTranslation('deploy')
  const { id = '' } = useParams()
  const { list } = useMonitors()
  const monitor = list.data?.find((one) => String(one.id) === id)
  usePageTitle(monitor?.name)
  return (
    <section className="wl-list-page">
      <LoadState of={list} permission={t('permission.ShowMonitorPage')}>
        {monitor ? (
          <Detail monitor={monitor} all={list.data ?? []} />
        ) : (
          <EmptyState
            title={t('monitor.unknown')}
            explanation={t('monitor.unknownExplanation')}
            action={<Link to="/monitor/index">{t('monitor.backToList')}</Link>}
          />
        )}
      </LoadState>
    </section>
  )
}

function Detail({ monitor, all }: { monitor: Monitor; all: readonly Monitor[] }) {
  const { t } = useTranslation('deploy')
  const url = useUrlState({ range: '24h' })
  const said = useSaid()
  const { status } = monitor
  return (
    <>
      <header className="wl-list-header">
        <h1>{monitor.name}</h1>
        <MonitorState monitor={monitor} />
        <div className="wl-list-tools">
          <Can any={[Permission.EditMonitor]}>
            <Link to={`/monitor/index?edit=${monitor.id}`}>{t('monitor.edit')}</Link>
          </Can>
          <Link to="/monitor/index">{t('monitor.backToList')}</Link>
        </div>
      </header>
      {status && status.error !== '' && <pre className="dm-error">{said(status.error, status.errorSaid)}</pre>}
      <MonitorFacts monitor={monitor} all={all} />
      <HistorySection
        id={monitor.id}
        range={MONITOR_RANGES.find((one) => one === url.values.range) ?? '24h'}
        onRange={(range) => url.change({ range })}
      />
      <IncidentList id={monitor.id} />
      <MaintenanceList id={monitor.id} />
    </>
  )
}
