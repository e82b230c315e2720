import { useTranslation } from '@windlass/shared-kit/i18n'

export default function LoginLogPage() {
  const { t } = useTranslation('logs')
  return <h1>{t('route.loginLog')}</h1>
}
