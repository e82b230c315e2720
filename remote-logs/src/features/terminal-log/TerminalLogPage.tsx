import { useTranslation } from '@windlass/shared-kit/i18n'

export default function TerminalLogPage() {
  const { t } = useTranslation('logs')
  return <h1>{t('route.terminalLog')}</h1>
}
