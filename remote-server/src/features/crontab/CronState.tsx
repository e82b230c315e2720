import type { CronHost } from '@windlass/shared-kit/contract/crontab'
import { useLanguage, useOwnZone, useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark, useNow } from '@windlass/shared-kit/ui'
import { Alert, Popover } from 'antd'
import { zonedTime, zoneOr } from './crontabRuns.ts'
import type { useCronHost } from './useCrontab.ts'

/** A clock that is wrong by more runs everything at another time than people expect. */
const CLOCK_SKEW_SECONDS = 60

/** Whether cron is there and runs, and by which clock. */
export function CronState({ host }: { host: ReturnType<typeof useCronHost> }) {
  const { t } = useTranslation('server')
  if (host.error) return null
  const { data } = host
  if (!data) return <span className="wl-faint">{t('crontab.looking')}</span>
  return (
    <>
      <StateMark state={!data.isInstalled ? 'failed' : data.isRunning ? 'success' : 'waiting'}>
        {t(data.isInstalled ? (data.isRunning ? 'crontab.runs' : 'crontab.standsStill') : 'crontab.notInstalled')}
      </StateMark>
      <ServerClock host={data} />
      <Remedy host={data} />
    </>
  )
}

function Remedy({ host }: { host: CronHost }) {
  const { t } = useTranslation('server')
  if (host.isInstalled && host.isRunning) return null
  const key = host.isInstalled ? 'standsStill' : 'notInstalled'
  return (
    <Alert
      className="crontab-remedy"
      type={host.isInstalled ? 'warning' : 'error'}
      showIcon
      title={t(`crontab.${key}Title`)}
      description={
        <>
          {t(`crontab.${key}Explanation`)} {host.remedy !== '' && <code>{host.remedy}</code>}
        </>
      }
    />
  )
}

function ServerClock({ host }: { host: CronHost }) {
  const { t } = useTranslation('server')
  const language = useLanguage()
  const now = useNow()
  const zone = zoneOr(host.zone, host.offset)
  const viewer = useOwnZone()
  const rule =
    host.kind === 'busybox' ? 'crontab.dstBusybox' : host.kind === 'other' ? 'crontab.dstOther' : 'crontab.dst'
  return (
    <>
      <Popover
        trigger={['click']}
        content={
          <div className="crontab-clock">
            <p>{t('crontab.clockExplanation', { zone, viewer })}</p>
            <p>{t(rule)}</p>
          </div>
        }
      >
        <button type="button" className="text-link crontab-link">
          {t('crontab.clock', { zone, time: zonedTime(new Date(now + host.skew * 1000), zone, language, now) })}
        </button>
      </Popover>
      {Math.abs(host.skew) > CLOCK_SKEW_SECONDS && (
        <StateMark state="waiting">{t('crontab.skew', { count: Math.abs(host.skew) })}</StateMark>
      )}
    </>
  )
}
