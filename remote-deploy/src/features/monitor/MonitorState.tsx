import type { Monitor } from '@windlass/shared-kit/contract/monitor'
import { formatZonedTime, useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import { Tag } from 'antd'
import { shownState } from './monitorState.ts'

/** How a monitor stands, and why nobody is told about it now. */
export function MonitorState({ monitor }: { monitor: Monitor }) {
  const { t } = useTranslation('deploy')
  const { word, mark } = shownState(monitor)
  const { status } = monitor
  const isQuiet = monitor.state === 1 && status && status.quiet !== null
  return (
    <span className="dm-state">
      <StateMark state={mark}>
        {word === 'failing' && status && status.failures > 0
          ? t('monitor.failingCount', { count: status.failures, times: monitor.times })
          : t(`monitor.health.${word}`)}
      </StateMark>
      {isQuiet && (
        <Tag
          title={status.quietUntil > 0 ? t('monitor.until', { time: formatZonedTime(status.quietUntil) }) : undefined}
        >
          {t(`monitor.quiet.${status.quiet}`)}
        </Tag>
      )}
      {status && status.acknowledgedBy !== '' && (
        <Tag color="blue">{t('monitor.acknowledgedBy', { name: status.acknowledgedBy })}</Tag>
      )}
    </span>
  )
}
