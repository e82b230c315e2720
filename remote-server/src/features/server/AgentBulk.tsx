import { DashboardOutlined } from '@ant-design/icons'
import type { ServerRow } from '@windlass/shared-kit/contract/server'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'

const AgentDrawer = lazy(() => import('../../components/agent/AgentDrawer.tsx'))

/** Agents for all marked servers at once. */
export function AgentBulk({ servers }: { servers: readonly ServerRow[] }) {
  const { t } = useTranslation('server')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon={<DashboardOutlined />} onClick={() => setOpen(true)}>
        {t('agentInstall.bulk')}
      </Button>
      <Suspense>{isOpen && <AgentDrawer open servers={servers} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
