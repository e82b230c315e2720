import './plan.css'
import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '@windlass/shared-kit/contract'
import { DeployPlan, type PlanChange, type ServerPlan } from '@windlass/shared-kit/contract/rollout'
import { call } from '@windlass/shared-kit/http'
import { formatBytes, useTranslation } from '@windlass/shared-kit/i18n'
import { LoadState, StateMark, useIsMobile } from '@windlass/shared-kit/ui'
import { Alert, Drawer } from 'antd'
import { useEffect, useState } from 'react'

const WIDTH_PX = 760
const ACTIONS = ['add', 'change', 'delete'] as const
const MARKS: Readonly<Record<PlanChange['action'], string>> = { add: '+', change: '~', delete: '−' }
const SECOND_MS = 1000

interface Props {
  /** What the deploy would be asked for with. */
  input: InputOf<typeof DeployPlan>
  onClose: () => void
}

/** What a deploy would do on each server, without doing it. */
export function PlanView({ input, onClose }: Props) {
  const { t } = useTranslation('deploy')
  const isMobile = useIsMobile()
  const { projectId, commit, branch, serverIds, customVariables } = input
  const asked = { projectId, commit, branch, serverIds, customVariables }
  const plan = useQuery({
    queryKey: ['deploy', 'plan', asked],
    queryFn: ({ signal }) => call(DeployPlan, asked, { signal, quiet: true }),
    // What is on the servers may change at any time.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Drawer
      open
      title={t('plan.title')}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('close') }}
      onClose={onClose}
    >
      {plan.isPending && <Waiting />}
      <LoadState of={plan}>
        {plan.data && (
          <div className="dp-plan">
            <p>
              {t('plan.commit')} <code className="dp-mono">{plan.data.commit.slice(0, 8)}</code> {plan.data.message}
            </p>
            {plan.data.remarks.map((remark) => (
              <Alert key={remark} type="info" showIcon title={remark} />
            ))}
            {plan.data.servers.map((server) => (
              <Server key={server.serverId} plan={server} isOpen={plan.data.servers.length === 1} />
            ))}
          </div>
        )}
      </LoadState>
    </Drawer>
  )
}

/** A first look at a large repository takes its time, and says so. */
function Waiting() {
  const { t } = useTranslation('deploy')
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return <StateMark state="running">{t('plan.waiting', { count: seconds })}</StateMark>
}

function Server({ plan, isOpen }: { plan: ServerPlan; isOpen: boolean }) {
  const { t } = useTranslation('deploy')
  const total = ACTIONS.reduce((sum, action) => sum + plan[action].files, 0)
  return (
    <section className="dp-plan-server">
      <h3>{plan.serverName}</h3>
      {plan.problem !== '' && <Alert type="warning" showIcon title={plan.problem} />}
      {plan.problem === '' && total === 0 && <p className="wl-faint">{t('plan.nothing')}</p>}
      {plan.live === '' && plan.problem === '' && <p className="wl-faint">{t('plan.first')}</p>}
      {plan.driftCount > 0 && <Drift plan={plan} />}
      {total > 0 && (
        <details open={isOpen}>
          <summary>
            {ACTIONS.map((action) => (
              <span key={action} className={`dp-plan-count dp-plan-${action}`}>
                {t(`plan.${action}`, { count: plan[action].files })}
                {plan[action].bytes > 0 && ` · ${formatBytes(plan[action].bytes)}`}
              </span>
            ))}
          </summary>
          <Changes changes={plan.changes} />
          {total > plan.changes.length && <p>{t('plan.more', { count: total - plan.changes.length })}</p>}
        </details>
      )}
    </section>
  )
}

function Changes({ changes }: { changes: readonly PlanChange[] }) {
  const { t } = useTranslation('deploy')
  return (
    <ul className="dp-plan-list">
      {changes.map(({ action, path, size }) => (
        <li key={`${action}${path}`} className={`dp-plan-${action}`}>
          <span aria-hidden="true">{MARKS[action]}</span>
          <span className="wl-hidden">{t(`plan.action.${action}`)}</span>
          <code>{path}</code>
          {size > 0 && <span className="wl-faint">{formatBytes(size)}</span>}
        </li>
      ))}
    </ul>
  )
}

function Drift({ plan }: { plan: ServerPlan }) {
  const { t } = useTranslation('deploy')
  return (
    <Alert
      type="warning"
      showIcon
      title={t('plan.drift', { count: plan.driftCount })}
      description={
        <ul className="dp-plan-list">
          {plan.drift.map(({ path, change }) => (
            <li key={path}>
              <code>{path}</code> <span className="wl-faint">{t(`plan.drifted.${change}`)}</span>
            </li>
          ))}
        </ul>
      }
    />
  )
}
