import { atom, store } from '@windlass/shared-kit/session'
import { PASTE_QUESTIONS, type PasteQuestion } from './pasteText.ts'
import { THEME_NAMES, type ThemeName } from './terminalThemes.ts'

/** How somebody likes their terminals; kept in the browser, because screens and keyboards differ. */
export interface TerminalSettings {
  fontSize: number
  theme: ThemeName
  copyOnSelect: boolean
  /** The right button pastes instead of opening the browser's menu. */
  pasteByRight: boolean
  pasteQuestion: PasteQuestion
  /** Programs may ask to put something on the clipboard; otherwise they are not heard. */
  offersClipboard: boolean
  blinks: boolean
  screenReader: boolean
  /** The line that types into many terminals is shown. */
  broadcasts: boolean
}

const KEY = 'windlass-terminal'
const FONT = { least: 8, usual: 14, most: 32 } as const

const USUAL: TerminalSettings = {
  fontSize: FONT.usual,
  theme: 'windlass',
  copyOnSelect: false,
  pasteByRight: false,
  pasteQuestion: 'lines',
  offersClipboard: true,
  blinks: true,
  screenReader: false,
  broadcasts: false,
}

const sized = (size: number) => Math.min(FONT.most, Math.max(FONT.least, Math.round(size)))

/** Settings from a text that anybody may have written; what does not fit is as usual. */
export function readSettings(text: string | null): TerminalSettings {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return USUAL
    const stored = new Map(Object.entries(value))
    const known = Object.entries(USUAL).map(([name, usual]) => {
      const found: unknown = stored.get(name)
      return [name, typeof found === typeof usual ? found : usual]
    })
    // Every member has the type of the usual one; what more is asked of three of them is checked here.
    const settings = Object.fromEntries(known) as TerminalSettings
    return {
      ...settings,
      fontSize: Number.isFinite(settings.fontSize) ? sized(settings.fontSize) : FONT.usual,
      theme: THEME_NAMES.includes(settings.theme) ? settings.theme : USUAL.theme,
      pasteQuestion: PASTE_QUESTIONS.includes(settings.pasteQuestion) ? settings.pasteQuestion : USUAL.pasteQuestion,
    }
  } catch {
    // Not JSON: the same as nothing stored.
    return USUAL
  }
}

/** The settings as they are now. */
export const terminalSettingsAtom = atom<TerminalSettings>(readSettings(localStorage.getItem(KEY)))

/** Changes some of them, for this page and the next. */
export function changeSettings(change: Partial<TerminalSettings>): void {
  const settings = { ...store.get(terminalSettingsAtom), ...change }
  localStorage.setItem(KEY, JSON.stringify(settings))
  store.set(terminalSettingsAtom, settings)
}

/** Makes the letters larger or smaller by some pixels; 0 brings the usual size back. */
export function zoom(by: number): void {
  const { fontSize } = store.get(terminalSettingsAtom)
  changeSettings({ fontSize: by === 0 ? FONT.usual : sized(fontSize + by) })
}
