import { Permission } from '@windlass/shared-kit/contract/permission'
import type { ServerMetrics } from '@windlass/shared-kit/contract/serverMetrics'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { useUser } from '@windlass/shared-kit/session'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { AgentMark } from '../../components/agent/AgentMark.tsx'
import { isBusy, useAgents } from '../../components/agent/useAgents.ts'

const AgentDrawer = lazy(() => import('../../components/agent/AgentDrawer.tsx'))

/** What can be done about the agent of a server, and what is being done. */
export function AgentInstall({ server }: { server: ServerMetrics['server'] }) {
  const { t } = useTranslation('server')
  const canInstall = useCan([Permission.InstallAgent])
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  const isOwn = !server.isShared || user?.superManager === 1
  const isPossible = canInstall && isOwn && server.os === 'linux' && server.state === 1
  const { agents, change, isStarting } = useAgents(isPossible ? [server.id] : [])
  const agent = agents.data?.agents.get(server.id)
  if (!isPossible) return null
  const isInstalled = agent !== undefined && agent.installPath !== ''
  const isFailed = agent?.task?.state === 'failed' || agent?.task?.state === 'interrupted'
  const upgrade = () => {
    change({ action: 'upgrade', ids: [server.id] }).catch((error: unknown) => console.warn('not upgraded', error))
  }
  return (
    <span className="ag-install">
      {agent && (isBusy(agent) || isFailed || agent.isOutdated) && <AgentMark agent={agent} />}
      {agent?.isOutdated && (
        <Button size="small" type="primary" disabled={isStarting || isBusy(agent)} onClick={upgrade}>
          {t('agentInstall.upgrade', { count: 1 })}
        </Button>
      )}
      <Button size="small" onClick={() => setOpen(true)}>
        {isInstalled || agent?.task ? t('agentInstall.manage') : t('agentInstall.open')}
      </Button>
      <Suspense>{isOpen && <AgentDrawer open servers={[server]} onClose={() => setOpen(false)} />}</Suspense>
    </span>
  )
}
