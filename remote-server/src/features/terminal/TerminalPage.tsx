import './terminal.css'
import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { useIsMobile } from '@windlass/shared-kit/ui'
import { useRef, useState } from 'react'
import { useUnloadGuard } from '../../components/useUnloadGuard.ts'
import { BroadcastLine } from './BroadcastLine.tsx'
import { CloseQuestion } from './CloseQuestion.tsx'
import { NoTerminals } from './NoTerminals.tsx'
import { PaneArea } from './PaneArea.tsx'
import { PhoneKeys } from './PhoneKeys.tsx'
import { ShareDrawer } from './ShareDrawer.tsx'
import { TerminalStrip } from './TerminalStrip.tsx'
import { terminalSettingsAtom } from './terminalSettings.ts'
import { panesOfTab, runningPanes, useTerminals } from './useTerminals.ts'

/** Where the keyboard goes when it leaves the terminals. */
const PLACES = {
  strip: '.session-name[aria-current]',
  line: '.terminal-line input',
  picker: '.session-picker input',
} as const

/** Shells on servers: side by side, one over the other, kept while nobody looks. */
export default function TerminalPage() {
  const { t } = useTranslation('server')
  const page = useRef<HTMLElement>(null)
  const isMobile = useIsMobile()
  const { broadcasts } = useAtomValue(terminalSettingsAtom)
  const [asked, setAsked] = useState<readonly string[]>()
  const [shared, setShared] = useState<string>()
  const [isHelping, setHelping] = useState(false)

  const terminals = useTerminals({
    onClose: (panes) => handleClose(panes),
    onLeave: (to) => {
      if (to === 'keys') setHelping(true)
      else page.current?.querySelector<HTMLElement>(PLACES[to])?.focus()
    },
  })
  const { workspace, lives } = terminals
  const handleClose = (panes: readonly string[]) => {
    if (runningPanes(lives, panes).length > 0) return setAsked(panes)
    for (const pane of panes) terminals.close(pane)
  }
  useUnloadGuard(() => runningPanes(lives, [...lives.keys()]).length > 0)

  const tab = workspace.tabs.find(({ id }) => id === workspace.activeTab)
  const active = tab && lives.get(tab.active)
  const sharing = shared === undefined ? undefined : lives.get(shared)
  return (
    <section className="terminal-page" ref={page} aria-label={t('route.serverTerminal')}>
      <h1 className="wl-hidden">{t('route.serverTerminal')}</h1>
      <TerminalStrip
        terminals={terminals}
        onClose={(id) => handleClose(panesOfTab(workspace, id))}
        isHelping={isHelping}
        onHelp={setHelping}
      />
      {workspace.tabs.length === 0 ? (
        <NoTerminals lives={lives} onOpen={terminals.open} onServer={terminals.openServer} />
      ) : (
        <PaneArea terminals={terminals} onClose={(pane) => handleClose([pane])} onShare={setShared} />
      )}
      {workspace.tabs.length > 0 && broadcasts && (
        <BroadcastLine workspace={workspace} lives={lives} onDone={() => active?.focus()} />
      )}
      {isMobile && active?.mayType && <PhoneKeys live={active} />}
      {asked && (
        <CloseQuestion
          running={runningPanes(lives, asked)}
          onDone={() => {
            for (const pane of asked) terminals.close(pane)
            setAsked(undefined)
          }}
          onCancel={() => {
            setAsked(undefined)
            active?.focus()
          }}
        />
      )}
      {sharing && <ShareDrawer live={sharing} onClose={() => setShared(undefined)} />}
    </section>
  )
}
