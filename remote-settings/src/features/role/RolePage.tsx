import { useTranslation } from '@windlass/shared-kit/i18n'

export default function RolePage() {
  const { t } = useTranslation('settings')
  return <h1>{t('route.roleSetting')}</h1>
}
