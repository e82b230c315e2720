import '../../components/deploy.css'
import './monitor.css'
import { MONITOR_RANGES, type Monitor } from '@windlass/shared-kit/contract/monitor'
import { formatDateTime, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageTitle } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, MonoText, TimeText, useNow, useUrlState } from '@windlass/shared-kit/ui'
import { Link, useParams } from 'react-router-dom'
import { HistorySection } from './HistorySection.tsx'
import { IncidentList } from './IncidentList.tsx'
import { MaintenanceList } from './MaintenanceList.tsx'
import { MonitorState } from './MonitorState.tsx'
import { useMonitors } from './useMonitors.ts'

const DAY_MS = 86_400_000

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
  return (
    <>
      <header className="wl-list-header">
        <h1>{monitor.name}</h1>
        <MonitorState monitor={monitor} />
        <div className="wl-list-tools">
          <Link to="/monitor/index">{t('monitor.backToList')}</Link>
        </div>
      </header>
      {monitor.status && monitor.status.error !== '' && <pre className="dm-error">{monitor.status.error}</pre>}
      <Facts monitor={monitor} all={all} />
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

function Facts({ monitor, all }: { monitor: Monitor; all: readonly Monitor[] }) {
  const { t } = useTranslation('deploy')
  const now = useNow()
  const { status, target, type, second, times, silentCycle, description, parentId = 0 } = monitor
  const parent = all.find(({ id }) => id === parentId)
  const facts: [string, React.ReactNode][] = [
    [t('monitor.content'), <MonoText key="items">{(target.items ?? []).join(', ')}</MonoText>],
    [t('monitor.kind'), t(`monitor.type.${type}`)],
    [t('monitor.interval'), t('monitor.seconds', { count: second })],
    [t('monitor.times'), formatNumber(times)],
    [t('monitor.silentCycle'), t('monitor.minutes', { count: silentCycle })],
  ]
  if (status && status.lastCheckTime > 0) {
    facts.push(
      [t('monitor.lastCheck'), <TimeText key="time" value={status.lastCheckTime} />],
      [t('monitor.latency'), `${formatNumber(status.latency)} ms`],
    )
  }
  if (status && status.certificateTime > 0) {
    const days = Math.floor((status.certificateTime - now) / DAY_MS)
    facts.push([
      t('monitor.certificate'),
      `${formatDateTime(status.certificateTime).slice(0, 10)} (${t('monitor.days', { count: days })})`,
    ])
  }
  if (parent) {
    facts.push([
      t('monitor.parent'),
      <Link key="parent" to={`/monitor/detail/${parent.id}`}>
        {parent.name}
      </Link>,
    ])
  }
  if (description !== '') facts.push([t('monitor.description'), description])
  return (
    <dl className="dm-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
