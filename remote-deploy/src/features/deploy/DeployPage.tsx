import { useTranslation } from '@windlass/shared-kit/i18n'

export default function DeployPage() {
  const { t } = useTranslation('deploy')
  return <h1>{t('route.deploy')}</h1>
}
