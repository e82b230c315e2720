import type { ThemeMode } from '@windlass/shared-kit/theme'
import { LIGHT, TERMINAL_LOOK } from '@windlass/shared-kit/theme/tokens'
import type { ITheme } from '@xterm/xterm'

/** The sixteen colours in the order of their numbers. */
type Ansi = readonly [
  ...[string, string, string, string, string, string, string, string],
  ...[string, string, string, string, string, string, string, string],
]

/** The colours of a terminal. */
export interface TerminalTheme {
  isDark: boolean
  foreground: string
  background: string
  cursor: string
  selection: string
  ansi: Ansi
  /** Texts below this contrast are moved until they reach it. */
  contrast: number
}

const windlass: TerminalTheme = { ...TERMINAL_LOOK, isDark: true, contrast: 1 }

const daylight: TerminalTheme = {
  isDark: false,
  foreground: LIGHT.text,
  background: '#fbfcfe',
  cursor: LIGHT.accent,
  selection: '#c9d4f8',
  ansi: [
    ...(['#1b2230', '#b3261e', '#17713f', '#7a5600', '#2158b8', '#7d35a8', '#0c6b78', '#5b667a'] as const),
    ...(['#4d586b', '#c4312f', '#1a7f4b', '#8a6100', '#2463c7', '#8f45bd', '#117a88', '#1b2230'] as const),
  ],
  contrast: 4.5,
}

const contrast: TerminalTheme = {
  isDark: true,
  foreground: '#ffffff',
  background: '#000000',
  cursor: '#ffff00',
  selection: '#0050b0',
  ansi: [
    ...(['#000000', '#ff6b6b', '#5cff5c', '#ffff5c', '#7db4ff', '#ff8cff', '#5cffff', '#ffffff'] as const),
    ...(['#a0a0a0', '#ff9c9c', '#9cff9c', '#ffffa8', '#b0d2ff', '#ffbcff', '#a8ffff', '#ffffff'] as const),
  ],
  contrast: 7,
}

const solarized = {
  ansi: [
    ...(['#073642', '#dc322f', '#859900', '#b58900', '#268bd2', '#d33682', '#2aa198', '#eee8d5'] as const),
    ...(['#586e75', '#cb4b16', '#93a1a1', '#657b83', '#839496', '#6c71c4', '#93a1a1', '#fdf6e3'] as const),
  ],
} satisfies Partial<TerminalTheme>

const solarizedDark: TerminalTheme = {
  ...solarized,
  isDark: true,
  foreground: '#93a1a1',
  background: '#002b36',
  cursor: '#eee8d5',
  selection: '#0f4c5c',
  contrast: 3,
}

const solarizedLight: TerminalTheme = {
  ...solarized,
  isDark: false,
  foreground: '#586e75',
  background: '#fdf6e3',
  cursor: '#073642',
  selection: '#e3d9b5',
  contrast: 4.5,
}

const paper: TerminalTheme = {
  isDark: true,
  foreground: '#e6dfd0',
  background: '#24211d',
  cursor: '#f0c674',
  selection: '#4d463b',
  ansi: [
    ...(['#3a352f', '#e67e6b', '#a8c078', '#e5b567', '#83a8c9', '#c39ac9', '#84bdb0', '#d8cfbd'] as const),
    ...(['#857b6c', '#f29c8b', '#c2d697', '#f5d08b', '#a8c5df', '#d8b8dd', '#a5d5c9', '#fffaf0'] as const),
  ],
  contrast: 1,
}

const THEMES = { windlass, daylight, contrast, solarizedDark, solarizedLight, paper } as const

export type ThemeName = keyof typeof THEMES | 'console'

/** What can be chosen; `console` is light or dark as everything else. */
export const THEME_NAMES: readonly ThemeName[] = [
  'windlass',
  'console',
  'daylight',
  'paper',
  'solarizedDark',
  'solarizedLight',
  'contrast',
]

/** The colours behind a name. */
export function terminalTheme(name: ThemeName, mode: ThemeMode): TerminalTheme {
  if (name === 'console') return mode === 'dark' ? windlass : daylight
  return THEMES[name]
}

/** The colours as the terminal takes them. */
export function xtermTheme({ foreground, background, cursor, selection, ansi }: TerminalTheme): ITheme {
  const [black, red, green, yellow, blue, magenta, cyan, white, ...bright] = ansi
  const [brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite] = bright
  return {
    ...{ foreground, background, cursor, cursorAccent: background, selectionBackground: selection },
    ...{ black, red, green, yellow, blue, magenta, cyan, white },
    ...{ brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite },
  }
}
