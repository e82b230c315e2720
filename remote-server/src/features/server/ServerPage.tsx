import { useTranslation } from '@windlass/shared-kit/i18n'

export default function ServerPage() {
  const { t } = useTranslation('server')
  return <h1>{t('route.serverSetting')}</h1>
}
