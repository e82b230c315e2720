import { useTranslation } from '@windlass/shared-kit/i18n'
import type { LinkState } from './TerminalLink.ts'

/** How a connection stands, in a sentence. */
export function useLinkText() {
  const { t } = useTranslation('server')
  return (link: LinkState): string => {
    if (link.phase === 'reconnecting') return t('terminal.link.reconnecting', { attempt: link.attempt })
    if (link.phase !== 'ended') return t(`terminal.link.${link.phase}`)
    if (link.reason === 'exit') return t('terminal.end.exit', { code: link.message })
    if (link.reason === 'unknown' || link.reason === 'shutdown') return t(`terminal.end.${link.reason}`)
    // What the server says is more exact than what the page knows.
    return link.message || t(`terminal.end.${link.reason}`)
  }
}
