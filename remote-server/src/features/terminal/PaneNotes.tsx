import { useTranslation } from '@windlass/shared-kit/i18n'
import { StateMark } from '@windlass/shared-kit/ui'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { LiveTerminal } from './LiveTerminal.ts'
import { markOf } from './paneLook.ts'
import type { PaneState } from './paneState.ts'
import { seenText } from './pasteText.ts'
import { answerQuestion, takeClipboard } from './terminalActions.ts'
import { useLinkText } from './useLinkText.ts'

interface Props {
  live: LiveTerminal
  state: PaneState
}

/** What somebody at the terminal must know: it is not connected, others look on, it does not fit. */
export function PaneNotes({ live, state }: Props) {
  const { t } = useTranslation('server')
  return (
    <div className="terminal-notes">
      {state.link.phase !== 'open' && <LinkNote live={live} state={state} />}
      {state.isIdle && state.link.phase === 'open' && <Note>{t('terminal.idle')}</Note>}
      {state.isMisfit && state.link.phase === 'open' && <MisfitNote live={live} />}
      {state.isNewShell && state.link.phase === 'open' && <NewShellNote live={live} state={state} />}
      <ClipboardNote live={live} state={state} />
    </div>
  )
}

function Note({ children, actions, tone }: { children: ReactNode; actions?: ReactNode; tone?: 'quiet' }) {
  return (
    <output className="terminal-note" data-tone={tone}>
      <span>{children}</span>
      {actions}
    </output>
  )
}

function LinkNote({ live, state: { link } }: Props) {
  const { t } = useTranslation('server')
  const linkText = useLinkText()
  const text = <StateMark state={markOf(link)}>{linkText(link)}</StateMark>
  const again = () => live.reconnect()
  const afresh = () => live.restart()
  if (link.phase !== 'ended') {
    const now = link.phase === 'reconnecting' && (
      <Button size="small" onClick={again}>
        {t('terminal.tryNow')}
      </Button>
    )
    return (
      <Note tone="quiet" actions={now}>
        {text}
      </Note>
    )
  }
  const action = {
    taken: { label: t('terminal.takeBack'), run: again },
    unreachable: { label: t('terminal.tryAgain'), run: again },
    refused: { label: t('terminal.tryAgain'), run: again },
  }[link.reason as string] ?? { label: t('terminal.openAgain'), run: afresh }
  // A guest has no shell of his own to open again.
  const isOver = live.source.serverId === 0 || (live.isGuest && link.reason !== 'taken')
  return (
    <Note
      actions={
        !isOver && (
          <Button size="small" type="primary" onClick={action.run}>
            {action.label}
          </Button>
        )
      }
    >
      {text}
    </Note>
  )
}

/** After a restart nothing of the shell before is left but where it was. */
function NewShellNote({ live, state: { folderBefore } }: Props) {
  const { t } = useTranslation('server')
  if (folderBefore === undefined) return <Note>{t('terminal.newShell.login')}</Note>
  return (
    <Note
      actions={
        <>
          <Button size="small" type="primary" onClick={() => live.answerFolder(true)}>
            {t('terminal.newShell.go')}
          </Button>
          <Button size="small" type="text" onClick={() => live.answerFolder(false)}>
            {t('terminal.newShell.stay')}
          </Button>
        </>
      }
    >
      {t('terminal.newShell.before')} <code className="terminal-wish">{seenText(folderBefore)}</code>
    </Note>
  )
}

function MisfitNote({ live }: { live: LiveTerminal }) {
  const { t } = useTranslation('server')
  return (
    <Note
      actions={
        <Button size="small" onClick={() => live.restart()}>
          {t('terminal.reconnectToFit')}
        </Button>
      }
    >
      {t('terminal.misfit')}
    </Note>
  )
}

function ClipboardNote({ live, state: { question } }: Props) {
  const { t } = useTranslation('server')
  if (question?.about !== 'clipboard') return null
  return (
    <Note
      actions={
        <>
          <Button size="small" onClick={() => void takeClipboard(live, question.text)}>
            {t('terminal.clipboard.copy')}
          </Button>
          <Button size="small" type="text" onClick={() => answerQuestion(live)}>
            {t('terminal.clipboard.no')}
          </Button>
          <Button size="small" type="text" onClick={() => answerQuestion(live, { isClipboardDeaf: true })}>
            {t('terminal.clipboard.never')}
          </Button>
        </>
      }
    >
      {t('terminal.clipboard.wish')} <code className="terminal-wish">{seenText(question.text)}</code>
    </Note>
  )
}
