import { useTranslation } from '@windlass/shared-kit/i18n'

export default function ProcessPage() {
  const { t } = useTranslation('server')
  return <h1>{t('route.serverProcess')}</h1>
}
