import { useTranslation } from '@windlass/shared-kit/i18n'

export default function CronPage() {
  const { t } = useTranslation('server')
  return <h1>{t('route.serverCron')}</h1>
}
