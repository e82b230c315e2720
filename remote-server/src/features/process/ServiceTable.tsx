import type { OutputOf } from '@windlass/shared-kit/contract'
import {
  SERVICE_ACTIONS,
  type Service,
  type ServiceAction,
  type ServiceList,
  type ServiceState,
} from '@windlass/shared-kit/contract/serverProcess'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, StateMark } from '@windlass/shared-kit/ui'
import { type DataColumn, DataTable } from '@windlass/shared-kit/ui/table'
import { Button } from 'antd'
import type { useServices } from './useServices.ts'

export const SERVICE_MARKS = {
  running: 'success',
  changing: 'running',
  stopped: 'disabled',
  failed: 'failed',
  unknown: 'waiting',
} as const satisfies Record<ServiceState, MarkState>

interface Props {
  of: ReturnType<typeof useServices>['services']
  rows: readonly Service[]
  onClearFilters: (() => void) | undefined
  onAct: (action: ServiceAction, service: Service) => void
  onRead: (service: Service) => void
}

/** What runs on a server, which keeper looks after it, and what can be done. */
export function ServiceTable({ of, rows, onClearFilters, onAct, onRead }: Props) {
  const { t } = useTranslation('server')
  const keepers = of.data?.keepers ?? []
  const here = keepers.filter(({ isHere }) => isHere)
  const columns: DataColumn<Service>[] = [
    {
      key: 'name',
      title: t('service.name'),
      card: 'title',
      compare: (one, other) => one.name.localeCompare(other.name),
      render: ({ name }) => <b className="process-service">{name}</b>,
    },
    {
      key: 'state',
      title: t('service.stateTitle'),
      width: 200,
      compare: (one, other) => one.state.localeCompare(other.state),
      render: ({ state, detail }) => (
        <>
          <StateMark state={SERVICE_MARKS[state]}>{t(`service.state.${state}`)}</StateMark>{' '}
          <span className="wl-faint">{detail}</span>
        </>
      ),
    },
    { key: 'keeper', title: t('service.keeper'), width: 110, render: ({ keeper }) => keeper },
    { key: 'description', title: t('service.description'), render: ({ description }) => description },
    {
      key: 'actions',
      title: t('process.actions'),
      width: 280,
      card: 'actions',
      render: (service) => <ServiceActions {...{ service, onAct, onRead }} />,
    },
  ]
  return (
    <>
      <Keepers keepers={keepers} />
      <DataTable<Service>
        label={t('service.list')}
        of={of}
        rows={rows}
        rowKey={({ keeper, name }) => `${keeper} ${name}`}
        columns={columns}
        permission={t('permission.ShowServerProcessPage')}
        empty={
          here.length === 0
            ? { title: t('service.noneTitle'), explanation: t('service.noneExplanation') }
            : { title: t('service.emptyTitle') }
        }
        {...(onClearFilters && { onClearFilters })}
      />
    </>
  )
}

function Keepers({ keepers }: { keepers: OutputOf<typeof ServiceList>['keepers'] }) {
  const { t } = useTranslation('server')
  const told = keepers.filter(({ isHere, problem }) => !isHere || problem !== '')
  return told.map(({ keeper, isHere, problem }) => (
    <p key={keeper} className="process-keeper" role={problem === '' ? undefined : 'alert'}>
      {isHere ? t('service.problem', { keeper }) : t('service.notHere', { keeper })}
      {problem !== '' && <code className="wl-mono"> {problem}</code>}
    </p>
  ))
}

interface ActionsProps {
  service: Service
  onAct: (action: ServiceAction, service: Service) => void
  onRead: (service: Service) => void
}

function ServiceActions({ service, onAct, onRead }: ActionsProps) {
  const { t } = useTranslation('server')
  const isRunning = service.state === 'running' || service.state === 'changing'
  const canDo = { start: !isRunning, stop: isRunning, restart: isRunning }
  return (
    <span className="process-actions">
      {SERVICE_ACTIONS.map((action) => (
        <Button
          key={action}
          size="small"
          type="text"
          danger={action === 'stop'}
          disabled={!canDo[action]}
          aria-label={`${t(`service.${action}`)}: ${isolated(service.name)}`}
          onClick={() => onAct(action, service)}
        >
          {t(`service.${action}`)}
        </Button>
      ))}
      <Button
        size="small"
        aria-label={`${t('service.log')}: ${isolated(service.name)}`}
        onClick={() => onRead(service)}
      >
        {t('service.log')}
      </Button>
    </span>
  )
}
