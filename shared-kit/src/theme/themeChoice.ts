import { atom, useAtomValue } from 'jotai'
import { store } from '../session/store.ts'
import { cssVariables, DARK, LIGHT } from './tokens.ts'

export type ThemeChoice = 'dark' | 'light' | 'system'
export type ThemeMode = 'dark' | 'light'

/** Also read by the script in the page's head, before anything is painted. */
const KEY = 'windlass-theme'
const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(KEY)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}

/** What the user chose; `system` follows the operating system. */
export const themeChoiceAtom = atom<ThemeChoice>(readChoice())
const systemModeAtom = atom<ThemeMode>(systemIsDark.matches ? 'dark' : 'light')

/** What is shown. */
export const themeModeAtom = atom<ThemeMode>((get) => {
  const choice = get(themeChoiceAtom)
  return choice === 'system' ? get(systemModeAtom) : choice
})

/** What is shown; the component renders again when it changes. */
export function useThemeMode(): ThemeMode {
  return useAtomValue(themeModeAtom)
}

function paint(): void {
  const mode = store.get(themeModeAtom)
  const root = document.documentElement
  root.classList.toggle('dark', mode === 'dark')
  root.style.colorScheme = mode
  for (const [name, value] of Object.entries(cssVariables(mode === 'dark' ? DARK : LIGHT))) {
    root.style.setProperty(name, value)
  }
}

/** Paints the page and follows the operating system from now on. */
export function applyTheme(): void {
  paint()
  store.sub(themeModeAtom, paint)
  systemIsDark.addEventListener('change', (event) => store.set(systemModeAtom, event.matches ? 'dark' : 'light'))
}

/** Remembers and applies a choice. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, choice)
  store.set(themeChoiceAtom, choice)
}
