import type { AgentState } from '@windlass/shared-kit/contract/agent'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { type MarkState, StateMark } from '@windlass/shared-kit/ui'
import { isBusy } from './useAgents.ts'

type Task = NonNullable<AgentState['task']>

const MARKS: Readonly<Record<Task['state'], MarkState>> = {
  ...{ waiting: 'waiting', running: 'running', success: 'success', failed: 'failed', interrupted: 'failed' },
}

/** How the agent of a server stands, in a few words. */
export function AgentMark({ agent }: { agent: AgentState | undefined }) {
  const { t } = useTranslation('server')
  const task = agent?.task
  if (task && (isBusy(agent) || task.state === 'failed' || task.state === 'interrupted')) {
    return <StateMark state={MARKS[task.state]}>{t(`agentInstall.doing.${task.action}.${task.state}`)}</StateMark>
  }
  if (!agent || agent.installPath === '') return <StateMark state="disabled">{t('agentInstall.none')}</StateMark>
  if (agent.isOutdated) return <StateMark state="waiting">{t('agentInstall.outdated')}</StateMark>
  return <StateMark state="success">{t('agentInstall.installed')}</StateMark>
}
