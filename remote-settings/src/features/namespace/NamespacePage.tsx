import { useTranslation } from '@windlass/shared-kit/i18n'

export default function NamespacePage() {
  const { t } = useTranslation('settings')
  return <h1>{t('route.namespaceSetting')}</h1>
}
