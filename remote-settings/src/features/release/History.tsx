import type { ReleaseEvent } from '@windlass/shared-kit/contract/release'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { EmptyState, type Loadable, LoadState, TimeText } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'

const SHOWN_FIRST = 12
/** What took something away from people. */
const TAKES_BACK: ReadonlySet<string> = new Set(['rollback', 'autoRollback', 'disable', 'damage', 'endCanary'])
const GIVES: ReadonlySet<string> = new Set(['promote', 'canary', 'enable'])

interface Props {
  of: Loadable
  events: readonly ReleaseEvent[]
  total: number
}

const toneOf = (kind: string) => (TAKES_BACK.has(kind) ? 'back' : GIVES.has(kind) ? 'out' : 'quiet')

/** Who did what, the latest first. */
export function History({ of, events, total }: Props) {
  const { t } = useTranslation('settings')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? events : events.slice(0, SHOWN_FIRST)
  return (
    <LoadState of={of}>
      {events.length === 0 && (
        <EmptyState title={t('release.noHistory')} explanation={t('release.noHistoryExplanation')} />
      )}
      <ol className="rl-history">
        {shown.map((event) => (
          <li key={event.id} className={`rl-event-${toneOf(event.kind)}`}>
            <b>{t(`release.event.${event.kind}`, { version: event.version })}</b>
            <span>{event.detail}</span>
            <span className="wl-faint">
              {event.userName || t('release.theConsole')} · <TimeText value={event.insertTime} />
            </span>
          </li>
        ))}
      </ol>
      {!isWhole && events.length > SHOWN_FIRST && (
        <Button onClick={() => setWhole(true)}>
          {t('release.showHistory', { count: events.length - SHOWN_FIRST })}
        </Button>
      )}
      {isWhole && total > events.length && (
        <p className="wl-faint">{t('release.historyCut', { count: total - events.length })}</p>
      )}
    </LoadState>
  )
}
