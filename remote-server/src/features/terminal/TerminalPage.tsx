import { useTranslation } from '@windlass/shared-kit/i18n'

export default function TerminalPage() {
  const { t } = useTranslation('server')
  return <h1>{t('route.serverTerminal')}</h1>
}
