import './notification.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ListPage, useUrlState } from '@windlass/shared-kit/ui'
import { Segmented } from 'antd'
import { DeliveryPanel } from './DeliveryPanel.tsx'
import { TemplatePanel } from './TemplatePanel.tsx'

const TABS = ['templates', 'deliveries'] as const

/** What notices say, and what became of those that were sent. */
export default function NotificationPage() {
  const { t } = useTranslation('settings')
  const url = useUrlState({ tab: 'templates' })
  return (
    <ListPage
      title={t('route.notificationSetting')}
      filters={
        <Segmented
          aria-label={t('notification.parts')}
          value={url.values.tab}
          options={TABS.map((value) => ({ value, label: t(`notification.tab.${value}`) }))}
          onChange={(tab) => url.visit({ tab })}
        />
      }
    >
      {url.values.tab === 'deliveries' ? <DeliveryPanel /> : <TemplatePanel />}
    </ListPage>
  )
}
