import { useTranslation } from '@windlass/shared-kit/i18n'

export default function OperationLogPage() {
  const { t } = useTranslation('logs')
  return <h1>{t('route.operationLog')}</h1>
}
