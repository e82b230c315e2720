import { useTranslation } from '@windlass/shared-kit/i18n'

export default function NotificationPage() {
  const { t } = useTranslation('settings')
  return <h1>{t('route.notificationSetting')}</h1>
}
