import { useTranslation } from '@windlass/shared-kit/i18n'

export default function PublishLogPage() {
  const { t } = useTranslation('logs')
  return <h1>{t('route.publishLog')}</h1>
}
