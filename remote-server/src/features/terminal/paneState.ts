import type { TerminalPerson, TerminalReady } from '@windlass/shared-kit/contract/terminal'
import type { LinkState } from './TerminalLink.ts'

/** What a pane waits for a person to say. */
export type PaneQuestion =
  | { about: 'paste'; text: string; isBracketed: boolean }
  | { about: 'clipboard'; text: string }
  | { about: 'link'; address: string; shown: string }
  /** The page cannot read the clipboard itself. */
  | { about: 'paste-here' }

/** Everything a pane shows around its terminal. */
export interface PaneState {
  link: LinkState
  /** What the program calls itself. */
  title: string
  session: TerminalReady | undefined
  people: readonly TerminalPerson[]
  size: { rows: number; cols: number }
  /** The server keeps the size the terminal was opened with, and the pane has another one now. */
  isMisfit: boolean
  /** The server ends the session soon, because nobody types. */
  isIdle: boolean
  /** The shell is another one than before, in the folder of the login, and nobody has typed yet. */
  isNewShell: boolean
  /** Where the shell before was, as far as it said. */
  folderBefore: string | undefined
  /** Something came while nobody looked. */
  hasNews: boolean
  question: PaneQuestion | undefined
  isFinding: boolean
  found: { at: number; of: number } | undefined
  /** The next key is pressed together with Ctrl, for keyboards without one. */
  isCtrlHeld: boolean
  /** Programs are not heard any more when they want the clipboard. */
  isClipboardDeaf: boolean
}

export const NEW_PANE: PaneState = {
  link: { phase: 'connecting' },
  title: '',
  session: undefined,
  people: [],
  size: { rows: 24, cols: 80 },
  isMisfit: false,
  isIdle: false,
  isNewShell: false,
  folderBefore: undefined,
  hasNews: false,
  question: undefined,
  isFinding: false,
  found: undefined,
  isCtrlHeld: false,
  isClipboardDeaf: false,
}

const TITLE_LENGTH = 120
// Controls, and marks that turn the direction of writing: a title must not be able to look like something else.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** A title as it may be shown: programs, and whatever they print, choose it. */
export const plainTitle = (title: string): string => title.replaceAll(UNSEEN, '').trim().slice(0, TITLE_LENGTH)

/** The key that Ctrl and a letter make; other input stays as it is. */
export function withCtrl(input: string): string {
  const code = input.toUpperCase().codePointAt(0) ?? 0
  return input.length === 1 && code >= 0x40 && code <= 0x5f ? String.fromCodePoint(code & 0x1f) : input
}
