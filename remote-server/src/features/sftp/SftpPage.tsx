import { useTranslation } from '@windlass/shared-kit/i18n'

export default function SftpPage() {
  const { t } = useTranslation('server')
  return <h1>{t('route.serverSFTP')}</h1>
}
