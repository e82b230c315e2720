import type { TerminalSession } from '@windlass/shared-kit/contract/terminal'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { ConfirmDanger, StateMark, TimeText } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useSessionActions } from './useSessions.ts'
import type { PaneSource } from './workspace.ts'

interface Props {
  sessions: readonly TerminalSession[]
  onOpen: (source: PaneSource) => void
}

/** Sessions that can be gone on with, or ended. */
export function SessionList({ sessions, onOpen }: Props) {
  const { t } = useTranslation('server')
  const { end } = useSessionActions()
  const [ending, setEnding] = useState<TerminalSession>()
  return (
    <ul className="terminal-sessions">
      {sessions.map((session) => (
        <SessionRow key={session.session} row={session} onOpen={onOpen} onEnd={() => setEnding(session)} />
      ))}
      {ending && (
        <ConfirmDanger
          open
          title={t('terminal.elsewhere.endTitle', { name: ending.serverName })}
          explanation={t('terminal.elsewhere.endExplanation')}
          verb={t('terminal.elsewhere.end')}
          onConfirm={() => end(ending.session)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </ul>
  )
}

interface RowProps {
  row: TerminalSession
  onOpen: Props['onOpen']
  onEnd: () => void
}

function SessionRow({ row, onOpen, onEnd }: RowProps) {
  const { t } = useTranslation('server')
  const { serverId, serverName, session, startTime, endTime } = row
  // While its owner is connected, no end is in sight.
  const isElsewhere = endTime === ''
  return (
    <li>
      <b>{serverName}</b>
      <span>
        {t('terminal.elsewhere.since')} <TimeText value={startTime} />
      </span>
      <StateMark state={isElsewhere ? 'success' : 'waiting'}>
        {isElsewhere ? (
          t('terminal.elsewhere.open')
        ) : (
          <>
            {t('terminal.elsewhere.ends')} <TimeText value={endTime} />
          </>
        )}
      </StateMark>
      <span className="terminal-row-actions">
        <Button size="small" type="primary" onClick={() => onOpen({ serverId, serverName, session })}>
          {t(isElsewhere ? 'terminal.elsewhere.takeOver' : 'terminal.elsewhere.goOn')}
        </Button>
        <Button size="small" type="text" danger onClick={onEnd}>
          {t('terminal.elsewhere.end')}
        </Button>
      </span>
    </li>
  )
}
