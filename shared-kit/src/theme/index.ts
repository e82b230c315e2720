export type { ThemeChoice, ThemeMode } from './themeChoice.ts'
export { applyTheme, chooseTheme, themeChoiceAtom, themeModeAtom, useThemeMode } from './themeChoice.ts'
export { cssVariables, DARK, FONT, LIGHT, METRIC, PRODUCTION_BAND, STATE_SHAPE } from './tokens.ts'
export { WindlassMark } from './WindlassMark.tsx'
