import { describe, expect, it } from 'vitest'
import { readSettings } from './terminalSettings.ts'
import { THEME_NAMES, terminalTheme, xtermTheme } from './terminalThemes.ts'

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

describe.each(THEME_NAMES)('the colours “%s”', (name) => {
  const theme = terminalTheme(name, 'dark')

  it('have sixteen of them, and letters that can be read', () => {
    expect(Object.values(xtermTheme(theme)).every((colour) => /^#[0-9a-f]{6}$/.test(String(colour)))).toBe(true)
    expect(theme.ansi).toHaveLength(16)
    expect(contrast(theme.foreground, theme.background)).toBeGreaterThanOrEqual(4.5)
  })

  it('either can be read themselves, or are moved until they can', () => {
    const poor = theme.ansi.slice(1, 8).filter((colour) => contrast(colour, theme.background) < 4.5)
    expect(poor.length === 0 || theme.contrast >= 3).toBe(true)
  })
})

describe('stored settings', () => {
  it.each(['', '{', 'null', '7', '{"fontSize":"big","theme":"neon","blinks":1,"pasteQuestion":"?"}'])(
    'are as usual for %j',
    (text) => expect(readSettings(text)).toEqual(readSettings(null)),
  )

  it('are taken as far as they make sense', () => {
    expect(readSettings('{"fontSize":400,"theme":"contrast","copyOnSelect":true}')).toMatchObject({
      fontSize: 32,
      theme: 'contrast',
      copyOnSelect: true,
    })
  })
})
