import { useTranslation } from '@windlass/shared-kit/i18n'
import { EmptyState } from '@windlass/shared-kit/ui'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import type { LiveTerminal } from './LiveTerminal.ts'
import { SessionList } from './SessionList.tsx'
import { useElsewhere } from './useElsewhere.ts'
import type { PaneSource } from './workspace.ts'

interface Props {
  lives: ReadonlyMap<string, LiveTerminal>
  onOpen: (source: PaneSource) => void
  onServer: (id: number) => void
}

/** Before the first terminal: choose a server, or go on where one was left. */
export function NoTerminals({ lives, onOpen, onServer }: Props) {
  const { t } = useTranslation('server')
  const elsewhere = useElsewhere(lives)
  return (
    <div className="terminal-empty">
      <EmptyState
        title={t('terminal.emptyTitle')}
        explanation={t('terminal.emptyExplanation')}
        action={
          <ServerPicker
            className="terminal-first"
            placeholder={t('terminal.choose')}
            onChange={(id) => id !== undefined && onServer(id)}
          />
        }
      />
      {elsewhere.length > 0 && (
        <section className="terminal-waiting" aria-label={t('terminal.elsewhere.title')}>
          <h2>{t('terminal.elsewhere.title')}</h2>
          <SessionList sessions={elsewhere} onOpen={onOpen} />
        </section>
      )}
    </div>
  )
}
