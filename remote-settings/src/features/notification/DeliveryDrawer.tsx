import { NotifyType } from '@windlass/shared-kit/contract/enums'
import type { NotificationDelivery } from '@windlass/shared-kit/contract/notification'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { usePageActive } from '@windlass/shared-kit/remote'
import { MonoText, TimeText, useIsMobile } from '@windlass/shared-kit/ui'
import { Alert, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { ChannelLook } from './ChannelLook.tsx'
import { DeliveryMark, RetryButton } from './DeliveryTable.tsx'

const WIDTH_PX = 600

interface Props {
  row: NotificationDelivery | undefined
  onRetry: (row: NotificationDelivery) => void
  onClose: () => void
}

/** One notice in full: what was said, to whom, and what came back. */
export function DeliveryDrawer({ row, onRetry, onClose }: Props) {
  const { t } = useTranslation('settings')
  const isMobile = useIsMobile()
  const isActive = usePageActive()
  return (
    <Drawer
      title={row && t('notification.delivery.title', { subject: row.subject })}
      open={row !== undefined && isActive}
      size={isMobile ? '100%' : WIDTH_PX}
      closable={{ 'aria-label': t('notification.delivery.close') }}
      extra={row && <RetryButton row={row} onRetry={onRetry} />}
      onClose={onClose}
    >
      {row && <Delivery row={row} />}
    </Drawer>
  )
}

function Delivery({ row }: { row: NotificationDelivery }) {
  const { t } = useTranslation('settings')
  const facts: [string, ReactNode][] = [
    ['state', <DeliveryMark key="state" state={row.state} />],
    ['target', <MonoText key="target">{row.target}</MonoText>],
    ['attempts', String(row.attempts)],
    ['nextTime', row.nextTime === '' ? '–' : <TimeText key="nextTime" value={row.nextTime} />],
    ['answer', row.answer || '–'],
    ['time', <TimeText key="time" value={row.insertTime} isExact />],
    ['name', <MonoText key="name">{row.deliveryId}</MonoText>],
  ]
  return (
    <>
      <dl className="wl-facts nt-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`notification.delivery.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {row.problem !== '' && (
        <Alert type="warning" showIcon title={t('notification.delivery.plain')} description={row.problem} />
      )}
      {row.content === '' ? (
        <p className="wl-faint">{t('notification.delivery.notYet')}</p>
      ) : row.type === NotifyType.Custom ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
        <pre className="nt-json" tabIndex={0}>
          {row.content}
        </pre>
      ) : (
        <ChannelLook type={row.type} title={row.title} text={row.content} />
      )}
    </>
  )
}
