import './agent.css'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { timeRangeOf } from '@windlass/shared-kit/range'
import { usePageTitle } from '@windlass/shared-kit/remote'
import { EmptyState, LoadState, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { ServerLinks } from '../../components/ServerLinks.tsx'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { MeasuredBy } from './MeasuredBy.tsx'
import { MetricChart } from './MetricChart.tsx'
import { LONGEST_RANGE_MS } from './metricCharts.ts'
import { NewestValues } from './NewestValues.tsx'
import { RangeBar } from './RangeBar.tsx'
import { type ChartQuery, useCharts, useServerMetrics } from './useMetrics.ts'

const RuleDrawer = lazy(() => import('./RuleDrawer.tsx'))
const RuleForm = lazy(() => import('./RuleForm.tsx'))

const START = { serverId: '', range: '1h', from: '', to: '', live: 'on', rules: '', rule: '' }

/** How a server fares: what was measured, over which time, and the rules that warn about it. */
export default function AgentPage() {
  const { t } = useTranslation('server')
  const url = useUrlState(START)
  const serverId = Number(url.values.serverId) || 0
  if (serverId <= 0) {
    return (
      <section className="ag-page">
        <h1>{t('route.serverAgent')}</h1>
        <EmptyState
          title={t('agent.chooseTitle')}
          explanation={t('agent.chooseExplanation')}
          action={<ServerPicker className="ag-picker" onChange={(id) => url.visit({ serverId: String(id ?? '') })} />}
        />
      </section>
    )
  }
  // Another server is another page: nothing of the one before may be written to this one.
  return <OneServer key={serverId} serverId={serverId} url={url} />
}

type Url = ReturnType<typeof useUrlState<typeof START>>

function OneServer({ serverId, url }: { serverId: number; url: Url }) {
  const { t } = useTranslation('server')
  const { values, change, visit } = url
  const range = timeRangeOf(values, LONGEST_RANGE_MS) ?? { preset: '1h' }
  const isLive = values.live === 'on'
  const { metrics, setCollect, isSetting } = useServerMetrics(serverId, isLive)
  const charts = useCharts(serverId, range, isLive)
  const { server, items = [] } = metrics.data ?? {}
  usePageTitle(server && `${isolated(server.name)} · ${t('route.serverAgent')}`)
  const handleRange = (from: number, to: number) => visit({ from: String(from), to: String(to) })
  return (
    <section className="ag-page">
      <header className="ag-header">
        <div className="ag-title">
          <h1>{server?.name ?? t('route.serverAgent')}</h1>
          {server && (
            <nav className="ag-links" aria-label={t('agent.places')}>
              <ServerLinks server={server} here="/server/agent" />
            </nav>
          )}
          <span className="wl-faint">{server?.description}</span>
        </div>
        <RangeBar
          range={range}
          isLive={isLive}
          isFetching={charts.some(({ isFetching }) => isFetching)}
          onPreset={(preset) => visit({ range: preset, from: '', to: '' })}
          onRange={handleRange}
          onLive={(on) => change({ live: on ? 'on' : 'off' })}
          onRefresh={() => void Promise.all([metrics.refetch(), ...charts.map(({ refetch }) => refetch())])}
        />
        <RuleButtons onRules={() => visit({ rules: 'list' })} onNew={() => visit({ rule: 'new' })} />
      </header>
      <LoadState of={metrics} loading={<div className="ag-space" />} permission={t('agent.permission')}>
        {metrics.data && <MeasuredBy data={metrics.data} isSetting={isSetting} onCollect={(way) => setCollect(way)} />}
        <NewestValues items={items} />
        <Charts charts={charts} isSilent={items.length === 0} onRange={handleRange} />
      </LoadState>
      <RulePanels serverId={serverId} url={url} items={items.map(({ item }) => item)} />
    </section>
  )
}

interface ChartsProps {
  charts: readonly ChartQuery[]
  /** Nothing came in the last day. */
  isSilent: boolean
  onRange: (from: number, to: number) => void
}

function Charts({ charts, isSilent, onRange }: ChartsProps) {
  const { t } = useTranslation('server')
  if (isSilent && charts.every(({ data }) => data?.lines.length === 0)) {
    return <EmptyState title={t('agent.emptyTitle')} explanation={t('agent.emptyExplanation')} />
  }
  return (
    <div className="ag-charts">
      {charts.map((chart) => (
        <MetricChart key={chart.type} chart={chart} onRange={onRange} />
      ))}
    </div>
  )
}

function RulePanels({ serverId, url, items }: { serverId: number; url: Url; items: readonly string[] }) {
  const { values, change, visit } = url
  return (
    <Suspense>
      {values.rules !== '' && (
        <RuleDrawer
          serverId={serverId}
          tab={values.rules}
          onTab={(tab) => change({ rules: tab })}
          onNew={() => visit({ rule: 'new' })}
          onEdit={(id) => visit({ rule: String(id) })}
          onClose={() => change({ rules: '' })}
        />
      )}
      {values.rule !== '' && (
        <RuleForm
          key={values.rule}
          serverId={serverId}
          ruleId={Number(values.rule) || undefined}
          items={items}
          onClose={() => change({ rule: '' })}
        />
      )}
    </Suspense>
  )
}

function RuleButtons({ onRules, onNew }: { onRules: () => void; onNew: () => void }) {
  const { t } = useTranslation('server')
  return (
    <div className="ag-rules">
      <Button onClick={onRules}>{t('agent.rules')}</Button>
      <Can any={[Permission.AddServerWarningRule]}>
        <Button type="primary" onClick={onNew}>
          {t('agent.addRule')}
        </Button>
      </Can>
    </div>
  )
}
