import { type MappingAlgorithm, type ThemeConfig, theme } from 'antd'
import type { ThemeMode } from '../theme/themeChoice.ts'
import { DARK, FONT, LIGHT, METRIC, type Palette } from '../theme/tokens.ts'

const BACKGROUND_SHARE = 0.08
const BORDER_SHARE = 0.35

/** So much of a colour over a surface, as hex: what antd mixes from dark seeds turns grey. */
function tint(color: string, surface: string, share: number): string {
  const channel = (hex: string, index: number) => Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16)
  const mixed = [0, 1, 2].map((index) =>
    Math.round(channel(color, index) * share + channel(surface, index) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${mixed.join('')}`
}

/** Backgrounds and borders of messages about a state. */
function stateShades(palette: Palette) {
  const shade = (color: string) => ({
    background: tint(color, palette.surface, BACKGROUND_SHARE),
    border: tint(color, palette.surface, BORDER_SHARE),
  })
  const [success, failed, running, waiting] = [
    shade(palette.success),
    shade(palette.failed),
    shade(palette.running),
    shade(palette.waiting),
  ]
  return {
    colorSuccessBg: success.background,
    colorSuccessBorder: success.border,
    colorErrorBg: failed.background,
    colorErrorBorder: failed.border,
    colorInfoBg: running.background,
    colorInfoBorder: running.border,
    colorWarningBg: waiting.background,
    colorWarningBorder: waiting.border,
  }
}

/** antd derives its shades from a seed and shifts the seed itself in dark mode; ours were chosen for their contrast. */
const exactly =
  (palette: Palette): MappingAlgorithm =>
  (_seed, derived) => ({
    ...(derived ?? theme.defaultAlgorithm(theme.defaultSeed)),
    colorPrimary: palette.accent,
    colorPrimaryHover: palette.accentHover,
    colorPrimaryActive: palette.accentHover,
    colorPrimaryText: palette.accent,
    colorPrimaryTextHover: palette.accentHover,
    colorLink: palette.accent,
    colorLinkHover: palette.accentHover,
    colorLinkActive: palette.accentHover,
    colorInfo: palette.running,
    colorSuccess: palette.success,
    colorWarning: palette.waiting,
    colorError: palette.failed,
    ...stateShades(palette),
  })

/** Without motion, components do not wait for the end of transitions that never run. */
const mayMove = () => !matchMedia('(prefers-reduced-motion: reduce)').matches

/** The tokens as antd understands them; another palette recolours everything. */
export function antdTheme(mode: ThemeMode, palette: Palette = mode === 'dark' ? DARK : LIGHT): ThemeConfig {
  return {
    algorithm: [mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm, exactly(palette)],
    cssVar: { key: 'wl' },
    hashed: false,
    token: {
      colorPrimary: palette.accent,
      colorInfo: palette.running,
      colorSuccess: palette.success,
      colorWarning: palette.waiting,
      colorError: palette.failed,
      colorLink: palette.accent,
      colorLinkHover: palette.accentHover,
      colorTextLightSolid: palette.onAccent,
      colorText: palette.text,
      colorTextSecondary: palette.textSecondary,
      colorTextTertiary: palette.textTertiary,
      colorTextDescription: palette.textTertiary,
      colorTextPlaceholder: palette.textTertiary,
      colorBgLayout: palette.canvas,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: palette.borderStrong,
      colorBorderSecondary: palette.border,
      fontFamily: FONT.text,
      fontFamilyCode: FONT.code,
      fontSize: METRIC.text,
      fontSizeSM: METRIC.textSmall,
      borderRadius: METRIC.radius,
      controlHeight: METRIC.control,
      // The shade antd mixes leaves too little contrast in the dark.
      controlItemBgActive: palette.selected,
      boxShadow: palette.shadow,
      boxShadowSecondary: palette.shadow,
      motion: mayMove(),
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
    },
    components: {
      Table: {
        cellPaddingBlockSM: 6,
        cellPaddingInlineSM: 12,
        headerBg: palette.canvas,
        headerColor: palette.textSecondary,
        rowHoverBg: palette.hover,
        // States must stay readable on a marked row, which a tinted ground does not allow; a bar at its edge marks it.
        rowSelectedBg: palette.surface,
        rowSelectedHoverBg: palette.hover,
      },
      Menu: {
        activeBarHeight: 2,
        itemHeight: 36,
        horizontalItemSelectedColor: palette.accent,
        itemSelectedBg: palette.selected,
      },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Tooltip: { colorBgSpotlight: palette.text, colorTextLightSolid: palette.surface },
    },
  }
}
