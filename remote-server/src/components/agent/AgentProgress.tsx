import type { AgentState } from '@windlass/shared-kit/contract/agent'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import { isBusy } from './useAgents.ts'

/** What is being done about an agent, step by step, and why it failed. */
export function AgentProgress({ agent }: { agent: AgentState }) {
  const { t } = useTranslation('server')
  const { task } = agent
  if (!task || !(isBusy(agent) || task.reason !== '')) return null
  return (
    <>
      <ol className="agent-steps" aria-label={t('agentInstall.steps')}>
        {task.steps.map(({ name, state, detail }) => (
          <li key={name}>
            <StateMark state={state === 'waiting' ? 'disabled' : state}>{t(`agentInstall.step.${name}`)}</StateMark>
            {detail !== '' && name !== 'start' && <span className="wl-faint">{detail}</span>}
            {detail !== '' && name === 'start' && (
              <span className="wl-faint">{t(`agentInstall.service.${detail}`)}</span>
            )}
          </li>
        ))}
      </ol>
      {task.reason !== '' && <p className="agent-reason">{task.reason}</p>}
    </>
  )
}
