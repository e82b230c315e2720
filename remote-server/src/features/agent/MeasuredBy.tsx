import { Permission } from '@windlass/shared-kit/contract/permission'
import { METRIC_STALE_MS, type ServerMetrics } from '@windlass/shared-kit/contract/serverMetrics'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useCan } from '@windlass/shared-kit/permission'
import { useUser } from '@windlass/shared-kit/session'
import { StateMark, TimeText } from '@windlass/shared-kit/ui'
import { Switch } from 'antd'
import { AgentInstall } from './AgentInstall.tsx'

const HOUR_MINUTES = 60

interface Props {
  data: ServerMetrics
  isSetting: boolean
  onCollect: (collect: ServerMetrics['collect']) => Promise<unknown>
}

/** Where the measurements of a server come from, and whether they do. */
export function MeasuredBy(props: Props) {
  const { t } = useTranslation('server')
  return (
    <section className="ag-sources" aria-label={t('agent.sources')}>
      <AgentState {...props} />
      <SshState {...props} />
    </section>
  )
}

/** `UTC+08:00`, as the clock of an agent is told. */
function zoneText(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / HOUR_MINUTES))}:${two(size % HOUR_MINUTES)}`
}

function AgentState({ data: { agent, now, server } }: Props) {
  const { t } = useTranslation('server')
  const isReporting = now - agent.lastTime < METRIC_STALE_MS
  const state = isReporting ? 'success' : agent.lastTime === 0 ? 'disabled' : 'failed'
  const word = isReporting ? 'reports' : agent.lastTime === 0 ? 'none' : 'silent'
  return (
    <div className="ag-source">
      <h2>{t('agent.agent')}</h2>
      <StateMark state={state}>{t(`agent.state.${word}`)}</StateMark>
      {agent.lastTime > 0 && (
        <span className="wl-faint">
          {t('agent.lastReport')} <TimeText value={agent.lastTime} />
          {agent.version !== '' && ` · ${t('agent.version', { version: agent.version })}`}
          {agent.zone !== null && ` · ${zoneText(agent.zone)}`}
        </span>
      )}
      {agent.lastTime === 0 && <span className="wl-faint">{t('agent.noAgent')}</span>}
      <AgentInstall server={server} />
      {agent.key === 'legacy' && <p className="ag-warning">{t('agent.legacyKey')}</p>}
    </div>
  )
}

function SshState({ data: { server, collect, ssh }, isSetting, onCollect }: Props) {
  const { t } = useTranslation('server')
  const mayEdit = useCan([Permission.EditServer])
  const user = useUser()
  const isOn = collect === 'ssh'
  const isOwn = !server.isShared || user?.superManager === 1
  const isPossible = isOn || (server.os === 'linux' && server.state === 1)
  return (
    <div className="ag-source">
      <h2>{t('agent.ssh')}</h2>
      <Switch
        size="small"
        checked={isOn}
        loading={isSetting}
        disabled={!mayEdit || !isOwn || !isPossible}
        aria-label={t('agent.sshSwitch', { name: server.name })}
        onChange={(checked) => void onCollect(checked ? 'ssh' : 'off')}
      />
      <SshOutcome {...{ isOn, ssh }} />
    </div>
  )
}

function SshOutcome({ isOn, ssh }: { isOn: boolean; ssh: ServerMetrics['ssh'] }) {
  const { t } = useTranslation('server')
  if (!isOn) return <span className="wl-faint">{t('agent.sshOff')}</span>
  if (ssh.isResting) return <StateMark state="waiting">{t('agent.sshRests')}</StateMark>
  if (ssh.failures > 0) {
    return (
      <>
        <StateMark state="failed">{t('agent.sshFailed', { count: ssh.failures })}</StateMark>
        <span className="wl-faint">
          {t('agent.nextTry')} <TimeText value={ssh.nextTime} />
        </span>
        <p className="ag-problem">{ssh.error}</p>
      </>
    )
  }
  if (ssh.lastTime === 0) return <StateMark state="running">{t('agent.sshFirst')}</StateMark>
  return (
    <>
      <StateMark state="success">{t('agent.sshWorks')}</StateMark>
      <span className="wl-faint">
        {t('agent.lastMeasured')} <TimeText value={ssh.lastTime} />
      </span>
    </>
  )
}
