import { useTranslation } from '@windlass/shared-kit/i18n'

export default function ProfilePage() {
  const { t } = useTranslation('settings')
  return <h1>{t('route.userProfile')}</h1>
}
