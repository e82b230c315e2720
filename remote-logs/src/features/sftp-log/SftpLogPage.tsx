import { useTranslation } from '@windlass/shared-kit/i18n'

export default function SftpLogPage() {
  const { t } = useTranslation('logs')
  return <h1>{t('route.sftpLog')}</h1>
}
