/**
 * The look in one file. Neutral greys with a slight blue, one indigo-blue accent, and a set of state colours that always
 * comes with a shape, so that nobody has to tell them apart by colour. Every text pair keeps a contrast of 4.5:1.
 */

/** The colours of one mode. */
export interface Palette {
  /** Behind everything. */
  canvas: string
  /** Bars, cards, tables. */
  surface: string
  /** Menus, drawers, dialogs: one level up. */
  raised: string
  /** Rows under the pointer, quiet fills. */
  hover: string
  /** Chosen rows and entries. */
  selected: string
  border: string
  borderStrong: string
  text: string
  textSecondary: string
  textTertiary: string
  accent: string
  accentHover: string
  onAccent: string
  success: string
  failed: string
  running: string
  waiting: string
  disabled: string
  /** The thin band that marks production. */
  production: string
  shadow: string
}

export const LIGHT: Palette = {
  canvas: '#f4f6f9',
  surface: '#ffffff',
  raised: '#ffffff',
  hover: '#f0f3f8',
  selected: '#e8ecfb',
  border: '#dfe4ec',
  borderStrong: '#c3cbd8',
  text: '#1b2230',
  textSecondary: '#4d586b',
  textTertiary: '#647084',
  accent: '#3a53c9',
  accentHover: '#2f45ad',
  onAccent: '#ffffff',
  success: '#1a7f4b',
  failed: '#c4312f',
  running: '#2463c7',
  waiting: '#8a6100',
  disabled: '#647084',
  production: '#c4312f',
  shadow: '0 4px 16px rgb(27 34 48 / 14%)',
}

export const DARK: Palette = {
  canvas: '#10141b',
  surface: '#171c25',
  raised: '#1e2430',
  hover: '#222a37',
  selected: '#26304f',
  border: '#2a3342',
  borderStrong: '#3d485b',
  text: '#e4e8f0',
  textSecondary: '#a9b4c6',
  textTertiary: '#8d99ad',
  accent: '#8498f5',
  accentHover: '#9dadf8',
  onAccent: '#10141b',
  success: '#4cc38a',
  failed: '#f0716d',
  running: '#6aa6f8',
  waiting: '#e0b040',
  disabled: '#8d99ad',
  production: '#f0716d',
  shadow: '0 4px 16px rgb(0 0 0 / 50%)',
}

/** The colours of terminals and their recordings: a surface of its own, dark in both modes unless somebody chose another. */
export const TERMINAL_LOOK = {
  foreground: DARK.text,
  background: DARK.canvas,
  cursor: DARK.accent,
  selection: '#34446f',
  /** Black, red, green, yellow, blue, magenta, cyan, white, and the same bright. */
  ansi: [
    ...(['#2a3342', '#f0716d', '#4cc38a', '#e0b040', '#6aa6f8', '#c58af0', '#46c2cf', '#c9d1de'] as const),
    ...(['#6f7c92', '#ff9490', '#73dca6', '#f2cb6c', '#93c0ff', '#dcaeff', '#74dbe6', '#ffffff'] as const),
  ],
} as const

/** Sizes in px on a grid of 4. */
export const METRIC = {
  topBar: 48,
  tabStrip: 36,
  row: 36,
  rowComfortable: 44,
  control: 32,
  radius: 6,
  text: 14,
  textSmall: 12,
} as const

export const FONT = {
  text: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', sans-serif",
  code: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Segoe UI Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
} as const

/** The shape that belongs to each state colour. */
export const STATE_SHAPE = { success: '✓', failed: '✕', running: '◌', waiting: '◷', disabled: '–' } as const

export const PRODUCTION_BAND = 3

/** The palette as custom properties, for style sheets: `--wl-text-secondary` and so on. */
export function cssVariables(palette: Palette): Record<string, string> {
  const name = (key: string) => `--wl-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return {
    ...Object.fromEntries(Object.entries(palette).map(([key, value]) => [name(key), value])),
    '--wl-font': FONT.text,
    '--wl-font-code': FONT.code,
    '--wl-radius': `${METRIC.radius}px`,
    '--wl-top-bar': `${METRIC.topBar}px`,
    '--wl-tab-strip': `${METRIC.tabStrip}px`,
  }
}
