import { useTranslation } from '@windlass/shared-kit/i18n'

export default function MemberPage() {
  const { t } = useTranslation('settings')
  return <h1>{t('route.memberSetting')}</h1>
}
