import { CRON_STALE_MS, type CronAgent } from '@windlass/shared-kit/contract/cron'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { Can } from '@windlass/shared-kit/permission'
import { StateMark, TimeText } from '@windlass/shared-kit/ui'
import { Alert } from 'antd'
import { Link } from 'react-router-dom'

/** Whether anybody runs the tasks of a server. */
export function AgentNotice({ serverId, agent }: { serverId: number; agent: CronAgent }) {
  const { t } = useTranslation('server')
  const { now, pollTime, reportTime } = agent
  if (now - pollTime < CRON_STALE_MS) {
    return (
      <p className="cron-agent">
        <StateMark state="success">{t('cron.agent.asks')}</StateMark>
        <span className="wl-faint">
          {t('cron.agent.last')} <TimeText value={pollTime} /> · {t('cron.agent.taken')}
        </span>
      </p>
    )
  }
  const isReporting = now - reportTime < CRON_STALE_MS
  const reason = isReporting ? 'onlyReports' : pollTime === 0 ? 'none' : 'silent'
  return (
    <Alert
      type="warning"
      showIcon
      title={t('cron.agent.title')}
      description={
        <>
          {t(`cron.agent.${reason}`)}{' '}
          {pollTime > 0 && (
            <>
              {t('cron.agent.last')} <TimeText value={pollTime} />.{' '}
            </>
          )}
          <Can any={[Permission.ShowServerMonitorPage]}>
            <Link className="cron-link" to={`/server/agent?serverId=${serverId}`}>
              {t(`cron.agent.${pollTime === 0 ? 'install' : 'look'}`)}
            </Link>
          </Can>
        </>
      }
    />
  )
}
