import { DARK, LIGHT, type Palette, useThemeMode } from '@windlass/shared-kit/theme'

/** Told apart by those who see few colours too: neighbours differ in lightness as well. */
const SERIES_LIGHT = ['#3a53c9', '#b45309', '#1a7f4b', '#a3348a', '#0e7490', '#7a6a00', '#c4312f', '#54607a']
const SERIES_DARK = ['#8498f5', '#f2a65a', '#4cc38a', '#e58bd0', '#4fc3dc', '#d8c94a', '#f0716d', '#a9b4c6']

/** The colours of the theme that is shown, and a row of colours for curves whose number is not known before. */
export function usePlotColors(): { palette: Palette; series: readonly string[] } {
  const isDark = useThemeMode() === 'dark'
  return isDark ? { palette: DARK, series: SERIES_DARK } : { palette: LIGHT, series: SERIES_LIGHT }
}
