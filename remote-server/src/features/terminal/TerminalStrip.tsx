import { isolated, useTranslation } from '@windlass/shared-kit/i18n'
import { ServerPicker } from '../../components/ServerPicker.tsx'
import { SessionStrip } from '../../components/SessionStrip.tsx'
import { KeyHelp } from './KeyHelp.tsx'
import { markOf, numbered, worstOf } from './paneLook.ts'
import { panesOf } from './paneTree.ts'
import { SessionsButton } from './SessionsButton.tsx'
import { SettingsButton } from './SettingsButton.tsx'
import { TemplatesButton } from './TemplatesButton.tsx'
import { useLinkText } from './useLinkText.ts'
import { useStates } from './useStates.ts'
import type { useTerminals } from './useTerminals.ts'

interface Props {
  terminals: ReturnType<typeof useTerminals>
  onClose: (tab: string) => void
  isHelping: boolean
  onHelp: (isHelping: boolean) => void
}

/** The tabs, the choice of another server, and what concerns all terminals. */
export function TerminalStrip({ terminals, onClose, isHelping, onHelp }: Props) {
  const { t } = useTranslation('server')
  const { workspace, lives } = terminals
  const states = useStates(lives)
  const linkText = useLinkText()
  const active = workspace.tabs.find(({ id }) => id === workspace.activeTab)
  const nameOf = (pane: string) =>
    states.get(pane)?.session?.serverName || workspace.panes[pane]?.serverName || t('terminal.shared')
  const names = numbered(workspace.tabs.map(({ active }) => nameOf(active)))
  const sessions = workspace.tabs.map((tab, index) => {
    const inside = panesOf(tab.tree).flatMap((pane) => states.get(pane) ?? [])
    const worst = worstOf(inside)
    const title = names[index] ?? ''
    return {
      key: tab.id,
      title,
      state: worst && markOf(worst.link),
      stateText: worst && linkText(worst.link),
      hint: [title, states.get(tab.active)?.title, worst && linkText(worst.link)]
        .flatMap((part) => (part ? isolated(part) : []))
        .join(' · '),
      isMarked: tab.id !== workspace.activeTab && inside.some(({ hasNews }) => hasNews),
    }
  })
  return (
    <SessionStrip
      label={t('terminal.tabs')}
      sessions={sessions}
      activeKey={workspace.activeTab}
      onSelect={terminals.show}
      onClose={onClose}
      picker={
        <ServerPicker
          aria-label={t('terminal.new')}
          placeholder={t('terminal.new')}
          onChange={(id) => id !== undefined && terminals.openServer(id)}
        />
      }
    >
      <TemplatesButton live={active && lives.get(active.active)} />
      <SessionsButton lives={lives} onOpen={terminals.open} />
      <SettingsButton />
      <KeyHelp isOpen={isHelping} onChange={onHelp} />
    </SessionStrip>
  )
}
