import { useTranslation } from '@windlass/shared-kit/i18n'

export default function NginxPage() {
  const { t } = useTranslation('server')
  return <h1>{t('route.serverNginx')}</h1>
}
