import { SERVICE_STATES, type Service, type ServiceAction } from '@windlass/shared-kit/contract/serverProcess'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger, EmptyState, ListPage } from '@windlass/shared-kit/ui'
import { type ReactNode, useState } from 'react'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { useServerOptions } from '../../components/useServerOptions.ts'
import { ServiceLogDrawer } from './ServiceLogDrawer.tsx'
import { SERVICE_MARKS, ServiceTable } from './ServiceTable.tsx'
import { useServices } from './useServices.ts'

interface Url {
  values: { q: string; server: string; task: string }
  change: (patch: { q?: string; server?: string; task?: string }) => void
}

/** The services of one server, as systemd and supervisor know them. */
export function Services({ url, views }: { url: Url; views: ReactNode }) {
  const { t } = useTranslation('server')
  const serverId = Number(url.values.server)
  const { services, manage } = useServices(serverId)
  const options = useServerOptions()
  const serverName = options.data?.find(({ id }) => id === serverId)?.name ?? ''
  const [asked, setAsked] = useState<Asked>()
  const [read, setRead] = useState<Service>()
  const { q, task: show } = url.values
  const all = services.data?.list ?? []
  const rows = all
    .filter(({ state }) => show === '' || state === show)
    .filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(q.trim().toLowerCase()))
  const chips = SERVICE_STATES.map((state) => ({
    key: state,
    label: t(`service.state.${state}`),
    count: all.filter((service) => service.state === state).length,
    state: SERVICE_MARKS[state],
    isActive: show === state,
    onToggle: () => url.change({ task: show === state ? '' : state }),
  })).filter(({ count, isActive }) => count > 0 || isActive)
  return (
    <ListPage
      title={t('route.serverProcess')}
      chips={chips}
      search={{ value: q, placeholder: t('service.search'), onChange: (text) => url.change({ q: text }) }}
      filters={
        <>
          {views}
          <ServerPicker
            className="process-server"
            {...(serverId > 0 && { value: serverId })}
            onChange={(id) => url.change({ server: id === undefined ? '' : String(id), task: '' })}
          />
        </>
      }
      {...(serverId > 0 && {
        refresh: { isRunning: services.isFetching, onRefresh: () => void services.refetch() },
      })}
    >
      {serverId > 0 ? (
        <ServiceTable
          of={services}
          rows={rows}
          onClearFilters={q.trim() + show === '' ? undefined : () => url.change({ q: '', task: '' })}
          onAct={(action, service) => setAsked({ action, service })}
          onRead={setRead}
        />
      ) : (
        <EmptyState title={t('service.chooseTitle')} explanation={t('service.chooseExplanation')} />
      )}
      <Question asked={asked} serverName={serverName} onAct={manage} onClose={() => setAsked(undefined)} />
      <ServiceLogDrawer serverId={serverId} serverName={serverName} service={read} onClose={() => setRead(undefined)} />
    </ListPage>
  )
}

interface Asked {
  service: Service
  action: ServiceAction
}

interface QuestionProps {
  asked: Asked | undefined
  serverName: string
  onAct: ReturnType<typeof useServices>['manage']
  onClose: () => void
}

function Question({ asked, serverName, onAct, onClose }: QuestionProps) {
  const { t } = useTranslation('server')
  const action = asked?.action ?? 'stop'
  const texts = { name: asked?.service.name, server: serverName }
  return (
    <ConfirmDanger
      open={asked !== undefined}
      title={t(`service.confirm.${action}`, texts)}
      explanation={t(`service.explain.${action}`, texts)}
      verb={t(`service.${action}`)}
      onConfirm={async () => asked && onAct({ keeper: asked.service.keeper, name: asked.service.name, action })}
      onClose={onClose}
    />
  )
}
