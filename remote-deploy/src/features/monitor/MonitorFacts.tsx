import { NotifyType } from '@windlass/shared-kit/contract/enums'
import type { Monitor } from '@windlass/shared-kit/contract/monitor'
import { formatDateTime, formatNumber, useTranslation } from '@windlass/shared-kit/i18n'
import { MonoText, TimeText, useNow } from '@windlass/shared-kit/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCycleText } from './useCycleText.ts'
import { useWatchedNames } from './useWatchedNames.ts'

const DAY_MS = 86_400_000

/** Whom it tells. Whoever has the address of a room can write into it, so that one stands in the form only. */
function Receiver({ monitor: { notifyType, notifyTarget } }: { monitor: Monitor }) {
  const { t } = useTranslation('deploy')
  return (
    <>
      {t(`project.notify.type.${notifyType}`)}
      {notifyType === NotifyType.EMail && `: ${notifyTarget}`}
    </>
  )
}

type Fact = [name: string, value: ReactNode]

/** What the last checks found. */
function useFindings({ status }: Monitor): Fact[] {
  const { t } = useTranslation('deploy')
  const now = useNow()
  const facts: Fact[] = []
  if (status && status.lastCheckTime > 0) {
    facts.push(
      [t('monitor.lastCheck'), <TimeText key="time" value={status.lastCheckTime} />],
      [t('monitor.latency'), `${formatNumber(status.latency)} ms`],
    )
  }
  if (status && status.certificateTime > 0) {
    const days = Math.floor((status.certificateTime - now) / DAY_MS)
    facts.push([
      t('monitor.certificate'),
      `${formatDateTime(status.certificateTime).slice(0, 10)} (${t('monitor.days', { count: days })})`,
    ])
  }
  return facts
}

/** What a monitor looks at, how often, and whom it tells. */
export function MonitorFacts({ monitor, all }: { monitor: Monitor; all: readonly Monitor[] }) {
  const { t } = useTranslation('deploy')
  const cycleText = useCycleText()
  const { target, type, second, times, silentCycle, description, parentId = 0, insertTime, updateTime } = monitor
  const parent = all.find(({ id }) => id === parentId)
  const findings = useFindings(monitor)
  const names = useWatchedNames(monitor)
  const facts: Fact[] = [
    [t('monitor.content'), <MonoText key="items">{names.join(', ')}</MonoText>],
    [t('monitor.kind'), t(`monitor.type.${type}`)],
    [t('monitor.interval'), t('monitor.seconds', { count: second })],
    [t('monitor.times'), formatNumber(times)],
    [t('monitor.silentCycle'), cycleText(silentCycle)],
    [t('monitor.tells'), <Receiver key="tells" monitor={monitor} />],
  ]
  if (target.process !== '') facts.push([t('monitor.process'), <MonoText key="process">{target.process}</MonoText>])
  facts.push(...findings)
  if (parent) {
    facts.push([
      t('monitor.parent'),
      <Link key="parent" to={`/monitor/detail/${parent.id}`}>
        {parent.name}
      </Link>,
    ])
  }
  if (description !== '') facts.push([t('monitor.description'), description])
  facts.push(
    [t('monitor.since'), <TimeText key="since" value={insertTime} />],
    [t('changed'), <TimeText key="changed" value={updateTime} />],
  )
  return (
    <dl className="dm-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
