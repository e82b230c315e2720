import { useTranslation } from '@windlass/shared-kit/i18n'
import { useAtomValue } from '@windlass/shared-kit/session'
import { useThemeMode } from '@windlass/shared-kit/theme'
import { type ClipboardEvent, type CSSProperties, type MouseEvent, useEffect, useRef } from 'react'
import { FindBar } from './FindBar.tsx'
import type { LiveTerminal } from './LiveTerminal.ts'
import { PaneHeader } from './PaneHeader.tsx'
import { PaneNotes } from './PaneNotes.tsx'
import { PaneQuestions } from './PaneQuestions.tsx'
import { PeopleBar } from './PeopleBar.tsx'
import { copySelection, paste, pasteClipboard } from './terminalActions.ts'
import { terminalSettingsAtom } from './terminalSettings.ts'
import { terminalTheme } from './terminalThemes.ts'

interface Props {
  live: LiveTerminal
  style: CSSProperties
  /** Its tab is the one in front. */
  isShown: boolean
  /** It is seen: its tab and the page are in front. */
  isVisible: boolean
  /** It has the keyboard. */
  isActive: boolean
  isAlone: boolean
  onFocus: () => void
  onSplit: (direction: 'row' | 'column') => void
  onShare: () => void
  onClose: () => void
}

/** One terminal with what there is to say about it. */
export function TerminalPane({ live, style, isShown, isVisible, isActive, isAlone, onFocus, ...actions }: Props) {
  const { t } = useTranslation('server')
  const state = useAtomValue(live.stateAtom)
  const settings = useAtomValue(terminalSettingsAtom)
  const mode = useThemeMode()
  const theme = terminalTheme(settings.theme, mode)
  const host = useRef<HTMLDivElement>(null)
  useScreen(live, host, isVisible, isActive)
  const name = t('terminal.paneOf', { name: state.session?.serverName || live.source.serverName })

  const handlePaste = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    paste(live, event.clipboardData.getData('text/plain'))
  }
  const handleContextMenu = (event: MouseEvent) => {
    if (!settings.pasteByRight) return
    event.preventDefault()
    void pasteClipboard(live)
  }
  return (
    <section
      className="terminal-pane"
      aria-label={name}
      data-shown={isShown}
      data-active={isActive}
      data-alone={isAlone}
      inert={!isShown}
      style={style}
      onFocusCapture={onFocus}
    >
      <PaneHeader live={live} state={state} {...actions} />
      <PeopleBar live={live} state={state} />
      <div
        className="terminal-ground"
        style={{ background: theme.background, color: theme.foreground, colorScheme: theme.isDark ? 'dark' : 'light' }}
      >
        <div
          ref={host}
          className="terminal-host"
          role="presentation"
          onPasteCapture={handlePaste}
          onContextMenu={handleContextMenu}
          onMouseUp={() => settings.copyOnSelect && void copySelection(live)}
        />
        {state.isFinding && <FindBar live={live} found={state.found} />}
        <PaneNotes live={live} state={state} />
      </div>
      <PaneQuestions live={live} state={state} />
    </section>
  )
}

function useScreen(
  live: LiveTerminal,
  host: { current: HTMLDivElement | null },
  isVisible: boolean,
  isActive: boolean,
): void {
  useEffect(() => {
    const element = host.current
    if (!element) return
    live.open(element).catch((error: unknown) => console.error('the terminal could not be loaded', error))
    let frame = 0
    const observer = new ResizeObserver(() => {
      // Once per picture, however often a divider moves.
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => live.fit())
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [live, host])
  useEffect(() => live.show(isVisible), [live, isVisible])
  useEffect(() => {
    if (isActive) live.focus()
  }, [live, isActive])
}
