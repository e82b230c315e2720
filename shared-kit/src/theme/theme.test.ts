import { beforeEach, describe, expect, it } from 'vitest'
import { store } from '../session/store.ts'
import { applyTheme, chooseTheme, DARK, LIGHT, themeModeAtom } from './index.ts'
import type { Palette } from './tokens.ts'

beforeEach(() => localStorage.clear())

describe('the theme', () => {
  it('is painted at once, remembered, and forgotten when the system is to decide', () => {
    applyTheme()
    chooseTheme('dark')
    const root = document.documentElement
    expect([root.classList.contains('dark'), root.style.getPropertyValue('--wl-canvas')]).toEqual([true, DARK.canvas])
    expect(localStorage.getItem('windlass-theme')).toBe('dark')
    chooseTheme('light')
    expect([root.classList.contains('dark'), root.style.getPropertyValue('--wl-canvas')]).toEqual([false, LIGHT.canvas])
    chooseTheme('system')
    expect(localStorage.getItem('windlass-theme')).toBeNull()
    expect(store.get(themeModeAtom)).toBe('light')
  })
})

/** Relative luminance after WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const TEXTS = [
  'text',
  'textSecondary',
  'textTertiary',
  'accent',
  'success',
  'failed',
  'running',
  'waiting',
  'disabled',
] as const
const GROUNDS = ['canvas', 'surface', 'raised', 'hover'] as const

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('the %s palette', (_name, palette: Palette) => {
  it.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
    'shows %s on %s readably',
    (text, ground) => {
      expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(['text', 'textSecondary', 'accent'] as const)('shows %s on a selected row readably', (text) => {
    expect(contrast(palette[text], palette.selected)).toBeGreaterThanOrEqual(4.5)
  })

  it('shows the words on a primary button readably', () => {
    expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5)
  })
})
