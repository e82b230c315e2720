import { store } from '@windlass/shared-kit/session'
import { copyText } from '@windlass/shared-kit/ui'
import type { LiveTerminal } from './LiveTerminal.ts'
import type { PaneState } from './paneState.ts'
import { asksBeforePaste, harmless } from './pasteText.ts'
import { terminalSettingsAtom } from './terminalSettings.ts'

/** Takes the question of a pane away, and goes back to its terminal. */
export function answerQuestion(live: LiveTerminal, change: Partial<PaneState> = {}): void {
  live.patch({ ...change, question: undefined })
  live.focus()
}

/** Pastes text, after a question where one is due. */
export function paste(live: LiveTerminal, text: string): void {
  const clean = harmless(text)
  if (!live.screen || clean === '' || !live.mayType) return
  const isBracketed = live.screen.terminal.modes.bracketedPasteMode
  const { pasteQuestion } = store.get(terminalSettingsAtom)
  if (asksBeforePaste(clean, pasteQuestion, isBracketed)) {
    return live.patch({ question: { about: 'paste', text: clean, isBracketed } })
  }
  pasteNow(live, clean)
}

/** Shows text that somebody else wrote before it is pasted, however short it is. */
export function offerPaste(live: LiveTerminal, text: string): void {
  const clean = harmless(text)
  if (!live.screen || !live.mayType) return
  const isBracketed = live.screen.terminal.modes.bracketedPasteMode
  live.patch({ question: { about: 'paste', text: clean, isBracketed } })
}

/** Pastes what a person has looked at. */
export function pasteNow(live: LiveTerminal, text: string): void {
  live.screen?.terminal.paste(text)
  answerQuestion(live)
}

/** Pastes what is on the clipboard; where the page may not read it, the person does it in a field. */
export async function pasteClipboard(live: LiveTerminal): Promise<void> {
  // Missing on plain HTTP.
  const clipboard: Clipboard | undefined = navigator.clipboard
  const text = await clipboard?.readText().catch((error: unknown) => console.info('the clipboard is closed', error))
  if (text) return paste(live, text)
  live.patch({ question: { about: 'paste-here' } })
}

/** Copies what is selected, if anything is. */
export async function copySelection(live: LiveTerminal): Promise<void> {
  const text = live.screen?.terminal.getSelection() ?? ''
  if (text === '') return
  await copyText(text)
  live.focus()
}

/** Puts on the clipboard what a program wanted there. */
export async function takeClipboard(live: LiveTerminal, text: string): Promise<void> {
  await copyText(text)
  answerQuestion(live)
}

/** Follows a link, after a question where it leads elsewhere than it says. */
export function followLink(live: LiveTerminal, address: string, shown: string): void {
  if (shown.trim() === address) return openLink(live, address)
  live.patch({ question: { about: 'link', address, shown } })
}

/** Opens an address in a page that knows nothing of this one. */
export function openLink(live: LiveTerminal, address: string): void {
  live.patch({ question: undefined })
  if (/^https?:\/\//i.test(address)) window.open(address, '_blank', 'noopener,noreferrer')
}

/** Presses a key that the keyboard does not have. */
export function press(live: LiveTerminal, input: string): void {
  // Arrows mean something else to programs that ask for it.
  const isApplication = live.screen?.terminal.modes.applicationCursorKeysMode ?? false
  live.input(isApplication ? input.replace(/^\u001b\[(?=[A-D]$)/, '\u001bO') : input)
  live.focus()
}

/** How a text is looked for. */
export interface FindRules {
  caseSensitive: boolean
  regex: boolean
}

const FOUND = { matchBackground: '#6b5a1e', matchOverviewRuler: '#e0b040' }
const FOUND_NOW = { activeMatchBackground: '#b8860b', activeMatchColorOverviewRuler: '#f0716d' }

/** Finds a text: the next one in a direction, or the nearest while it is still being typed. */
export function find(live: LiveTerminal, text: string, way: 'newer' | 'older' | 'typing', rules: FindRules): void {
  const options = { ...rules, incremental: way === 'typing', decorations: { ...FOUND, ...FOUND_NOW } }
  if (way === 'newer') live.screen?.search.findNext(text, options)
  else live.screen?.search.findPrevious(text, options)
}

/** Ends the search, with its marks. */
export function stopFinding(live: LiveTerminal): void {
  live.screen?.search.clearDecorations()
  live.patch({ isFinding: false, found: undefined })
  live.focus()
}
