import { useTranslation } from '@windlass/shared-kit/i18n'

export default function ScriptPage() {
  const { t } = useTranslation('server')
  return <h1>{t('route.serverScript')}</h1>
}
