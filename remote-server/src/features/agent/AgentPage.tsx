import { useTranslation } from '@windlass/shared-kit/i18n'

export default function AgentPage() {
  const { t } = useTranslation('server')
  return <h1>{t('route.serverAgent')}</h1>
}
