import { useTranslation } from '@windlass/shared-kit/i18n'

export default function MonitorPage() {
  const { t } = useTranslation('deploy')
  return <h1>{t('route.monitor')}</h1>
}
