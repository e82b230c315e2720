import './agent.css'
import type { AgentState } from '@windlass/shared-kit/contract/agent'
import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { ConfirmDanger, LoadState, useIsMobile } from '@windlass/shared-kit/ui'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { type AgentFields, AgentForm } from './AgentForm.tsx'
import { AgentMark } from './AgentMark.tsx'
import { AgentProgress } from './AgentProgress.tsx'
import { type AgentChange, isBusy, useAgents } from './useAgents.ts'

const WIDTH_PX = 600

interface Server {
  id: number
  name: string
}

interface Props {
  open: boolean
  servers: readonly Server[]
  onClose: () => void
}

/** The agents of servers: how they stand, what is being done about them, and what can be. */
export default function AgentDrawer({ open, servers, onClose }: Props) {
  const { t } = useTranslation('server')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  const [only] = servers
  const title = servers.length === 1 && only ? t('agentInstall.titleOne', { name: only.name }) : undefined
  return (
    <Drawer
      title={title ?? t('agentInstall.title', { count: servers.length })}
      open={open && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      destroyOnHidden={!open}
      closable={{ 'aria-label': t('agentInstall.close') }}
      onClose={onClose}
    >
      <Agents servers={servers} />
    </Drawer>
  )
}

function Agents({ servers }: { servers: readonly Server[] }) {
  const { t } = useTranslation('server')
  const ids = servers.map(({ id }) => id)
  const { agents, install, change, isStarting } = useAgents(ids)
  const found = servers.flatMap(({ id }) => agents.data?.agents.get(id) ?? [])
  const isAnyBusy = isStarting || found.some(isBusy)
  const known = servers.length === 1 ? found[0] : undefined
  const run = (started: Promise<unknown>) => {
    started.catch((error: unknown) => console.warn('nothing was begun', error))
  }
  const handleInstall = (fields: AgentFields) => run(install({ ids, webPort: '', ...fields }))
  return (
    <LoadState of={agents} permission={t('agentInstall.permission')}>
      <ul className="agent-list" aria-label={t('agentInstall.list')}>
        {servers.map((server) => (
          <AgentRow key={server.id} server={server} agent={agents.data?.agents.get(server.id)} />
        ))}
      </ul>
      <Changes found={found} isDisabled={isAnyBusy} onChange={(action, chosen) => change({ action, ids: chosen })} />
      <h2 className="agent-heading">{t('agentInstall.settings')}</h2>
      <AgentForm
        // What is there is offered as soon as it is known.
        key={known?.installTime ?? 0}
        known={known}
        count={servers.length}
        isDisabled={isAnyBusy}
        onInstall={handleInstall}
      />
    </LoadState>
  )
}

function AgentRow({ server, agent }: { server: Server; agent: AgentState | undefined }) {
  const { t } = useTranslation('server')
  return (
    <li>
      <div className="agent-row">
        <b>{server.name}</b>
        <AgentMark agent={agent} />
        {agent && agent.installPath !== '' && (
          <span className="wl-faint">
            {t('agent.version', { version: agent.version })} · <code>{agent.installPath}</code>
            {agent.service && ` · ${t(`agentInstall.service.${agent.service}`)}`}
          </span>
        )}
      </div>
      {agent && <AgentProgress agent={agent} />}
    </li>
  )
}

interface ChangesProps {
  found: readonly AgentState[]
  isDisabled: boolean
  onChange: (action: AgentChange, ids: number[]) => Promise<unknown>
}

function Changes({ found, isDisabled, onChange }: ChangesProps) {
  const { t } = useTranslation('server')
  const [asked, setAsked] = useState<'remove' | 'rotate'>()
  const installed = found.filter(({ installPath }) => installPath !== '')
  const outdated = installed.filter(({ isOutdated }) => isOutdated)
  const idsOf = (agents: readonly AgentState[]) => agents.map(({ serverId }) => serverId)
  if (installed.length === 0) return null
  const count = installed.length
  const upgrade = () => {
    onChange('upgrade', idsOf(outdated)).catch((error: unknown) => console.warn('nothing was begun', error))
  }
  return (
    <div className="agent-changes">
      {outdated.length > 0 && (
        <Button type="primary" disabled={isDisabled} onClick={upgrade}>
          {t('agentInstall.upgrade', { count: outdated.length })}
        </Button>
      )}
      <Button disabled={isDisabled} onClick={() => setAsked('rotate')}>
        {t('agentInstall.rotate', { count })}
      </Button>
      <Button danger disabled={isDisabled} onClick={() => setAsked('remove')}>
        {t('agentInstall.remove', { count })}
      </Button>
      {asked && (
        <ConfirmDanger
          open
          title={t(`agentInstall.${asked}Title`, { count })}
          explanation={
            <>
              <p>{t(`agentInstall.${asked}Explanation`)}</p>
              <p className="agent-names">{installed.map(({ serverName }) => isolated(serverName)).join(', ')}</p>
            </>
          }
          verb={t(`agentInstall.${asked}`, { count })}
          onConfirm={() => onChange(asked, idsOf(installed))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
