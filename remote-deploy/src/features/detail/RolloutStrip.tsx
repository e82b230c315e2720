import './rollout.css'
import { Permission } from '@windlass/shared-kit/contract/permission'
import type { Rollout, RolloutPhase, RolloutServer } from '@windlass/shared-kit/contract/rollout'
import { toast } from '@windlass/shared-kit/feedback'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { ConfirmDanger, type MarkState, StateMark } from '@windlass/shared-kit/ui'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PauseCountdown } from './PauseCountdown.tsx'
import { useRollout } from './useRollout.ts'

const MARKS: Readonly<Record<RolloutPhase, MarkState>> = {
  untouched: 'disabled',
  waiting: 'waiting',
  transfer: 'running',
  script: 'running',
  probe: 'running',
  done: 'success',
  failed: 'failed',
  rolledBack: 'waiting',
}

interface Props {
  projectId: number
  token: string
  isRunning: boolean
}

/** One server alone is told well enough by the stages, also when it failed: there was nothing left to halt. */
const isWorthShowing = ({ batches, canRollBack, promoteToId }: Rollout): boolean =>
  batches.flat().length > 1 || canRollBack > 0 || promoteToId > 0

/** The servers of a deploy in their batches, each with how far it is, and what can be done with a halted one. */
export default function RolloutStrip({ projectId, token, isRunning }: Props) {
  const { t } = useTranslation('deploy')
  const { rollout, rollBack, promote } = useRollout(projectId, token, isRunning)
  const data = rollout.data
  if (!data || !isWorthShowing(data)) return null
  return (
    <section className="dp-rollout" aria-label={t('rollout.title')}>
      <ol className="dp-rollout-batches">
        {data.batches.map((batch, index) => (
          <li key={batch[0]?.serverId ?? index}>
            {data.batches.length > 1 && <span className="wl-faint">{t('rollout.batch', { number: index + 1 })}</span>}
            <Batch servers={batch} />
          </li>
        ))}
      </ol>
      {data.pauseMs > 0 && <PauseCountdown pauseMs={data.pauseMs} readAt={rollout.dataUpdatedAt} />}
      {data.haltReason !== '' && data.batches.flat().length > 1 && (
        <Alert
          type="error"
          showIcon
          title={t('rollout.halted')}
          description={<span className="dp-rollout-reason">{data.reason || data.haltReason}</span>}
        />
      )}
      <div className="dp-actions">
        {data.canRollBack > 0 && <RollBack projectId={projectId} count={data.canRollBack} onConfirm={rollBack} />}
        {data.promoteToId > 0 && <Promote name={data.promoteToName} onConfirm={promote} />}
      </div>
    </section>
  )
}

function Batch({ servers }: { servers: readonly RolloutServer[] }) {
  const { t } = useTranslation('deploy')
  return (
    <ul className="dp-rollout-servers">
      {servers.map(({ serverId, serverName, phase, error }) => (
        <li key={serverId} title={error === '' ? undefined : error}>
          <StateMark state={MARKS[phase]}>
            {serverName} <span className="wl-faint">{t(`rollout.phase.${phase}`)}</span>
          </StateMark>
        </li>
      ))}
    </ul>
  )
}

interface RollBackProps {
  projectId: number
  count: number
  onConfirm: ReturnType<typeof useRollout>['rollBack']
}

function RollBack({ projectId, count, onConfirm }: RollBackProps) {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  const mayRollBack = useCan([Permission.DeployRollback])
  const [isAsking, setAsking] = useState(false)
  if (!mayRollBack) return null
  const handleConfirm = async () => {
    const { token } = await onConfirm()
    toast.success(t('rollout.goingBack', { count }))
    navigate(`/deploy/detail/${projectId}?token=${token}`)
  }
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        {t('rollout.rollBackDone')}
      </Button>
      <ConfirmDanger
        open={isAsking}
        title={t('rollout.rollBackTitle', { count })}
        explanation={t('rollout.rollBackExplanation')}
        verb={t('rollout.rollBackVerb')}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

interface PromoteProps {
  name: string
  onConfirm: ReturnType<typeof useRollout>['promote']
}

function Promote({ name, onConfirm }: PromoteProps) {
  const { t } = useTranslation('deploy')
  const navigate = useNavigate()
  const mayDeploy = useCan([Permission.DeployProject])
  const [isAsking, setAsking] = useState(false)
  if (!mayDeploy) return null
  const handleConfirm = async () => {
    const { projectId, token } = await onConfirm()
    toast.success(t(token === '' ? 'publish.reviewOpened' : 'publish.queued', { name }))
    if (token !== '') navigate(`/deploy/detail/${projectId}?token=${token}`)
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('rollout.promote', { name })}</Button>
      <ConfirmDanger
        open={isAsking}
        title={t('rollout.promoteTitle', { name })}
        explanation={t('rollout.promoteExplanation', { name })}
        verb={t('rollout.promoteVerb')}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
