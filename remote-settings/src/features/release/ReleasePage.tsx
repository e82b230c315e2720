import './release.css'
import { KeyOutlined } from '@ant-design/icons'
import type { OutputOf } from '@windlass/shared-kit/contract'
import type { ReleaseList, RemoteOverview } from '@windlass/shared-kit/contract/release'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ListPage, type MarkState, type SummaryChip, TimeText, useUrlState } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { KeyDrawer } from './KeyDrawer.tsx'
import { NothingReleased } from './NothingReleased.tsx'
import { RegistryProblems } from './RegistryProblems.tsx'
import { ReleaseTable } from './ReleaseTable.tsx'
import { AREA_STATES, type AreaState, statesOf } from './releaseFigures.ts'
import { useReleases } from './useReleases.ts'

const CHIP_MARKS: Readonly<Partial<Record<AreaState, MarkState>>> = {
  failing: 'failed',
  canary: 'waiting',
  off: 'disabled',
  unfit: 'failed',
}

const hasState = (row: RemoteOverview, state: string) => [...statesOf(row)].some((one) => one === state)

/** Areas of the console: which version everybody gets, who gets the next one, and how both fare. */
export default function ReleasePage() {
  const { t } = useTranslation('settings')
  const { overview, events } = useReleases()
  const url = useUrlState({ search: '', state: '', open: '' })
  const rows = overview.data?.list ?? []
  const wanted = url.values.search.trim().toLowerCase()
  const shown = rows.filter(
    (row) => row.remote.includes(wanted) && (url.values.state === '' || hasState(row, url.values.state)),
  )
  const chips = AREA_STATES.map((state): SummaryChip => {
    const isActive = url.values.state === state
    const count = rows.filter((row) => statesOf(row).has(state)).length
    const onToggle = () => url.change({ state: isActive ? '' : state })
    return { key: state, label: t(`release.chip.${state}`), count, state: CHIP_MARKS[state], isActive, onToggle }
  })
  const isFiltered = wanted !== '' || url.values.state !== ''
  const isFirstUse = rows.length > 0 && events.data?.length === 0

  return (
    <ListPage
      title={t('route.releaseSetting')}
      chips={chips.filter(({ count, isActive }) => count > 0 || isActive)}
      search={{
        value: url.values.search,
        placeholder: t('release.search'),
        onChange: (search) => url.change({ search }),
      }}
      refresh={{ isRunning: overview.isFetching, onRefresh: () => void overview.refetch() }}
      filters={
        <Button icon={<KeyOutlined />} onClick={() => url.visit({ open: 'keys' })}>
          {t('release.keys.open')}
        </Button>
      }
    >
      <RegistryProblems problems={overview.data?.problems ?? []} />
      {isFirstUse && <NothingReleased />}
      <ReleaseTable
        of={overview}
        rows={shown}
        events={events.data ?? []}
        onClearFilters={isFiltered ? () => url.change({ search: '', state: '' }) : undefined}
      />
      {overview.data && <HostFacts host={overview.data.host} />}
      <KeyDrawer
        open={url.values.open === 'keys'}
        remotes={rows.map(({ remote }) => remote)}
        onClose={() => url.change({ open: '' })}
      />
    </ListPage>
  )
}

function HostFacts({ host }: { host: OutputOf<typeof ReleaseList>['host'] }) {
  const { t } = useTranslation('settings')
  return (
    <p className="rl-host wl-faint">
      {t('release.host', { version: host.version || '–', kit: host.kit || '–' })}{' '}
      {host.buildTime !== '' && (
        <>
          {t('release.hostBuilt')} <TimeText value={host.buildTime} />
        </>
      )}
    </p>
  )
}
