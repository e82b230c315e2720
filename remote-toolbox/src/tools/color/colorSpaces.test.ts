import { type Color, converter, parse, wcagContrast } from 'culori'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCss, writeHsl, writeHsv, writeOklch } from './colorSpaces.ts'
import { AA, AAA, betterTextOn, contrastOf, writeContrast } from './contrast.ts'
import { BLACK, type Rgb, readHex, WHITE, writeHex } from './rgb.ts'

const RUNS = { numRuns: 2000 }
const channel = fc.integer({ min: 0, max: 255 })
const color = fc.record({ red: channel, green: channel, blue: channel })
const toRgb = converter('rgb')

/** What an independent library makes of a written color. */
function readBack(text: string): string {
  const [h = 0, s = 0, v = 0] = [...text.matchAll(/[\d.]+/g)].map(Number)
  const read: Color | undefined = text.startsWith('hsv') ? { mode: 'hsv', h, s: s / 100, v: v / 100 } : parse(text)
  const found = toRgb(read)
  if (!found) return ''
  const whole = (share: number) => Math.min(Math.max(Math.round(share * 255), 0), 255)
  return writeHex({ red: whole(found.r), green: whole(found.g), blue: whole(found.b) })
}

function of(hex: string): Rgb {
  const read = readHex(hex)
  if (!read) throw new Error(hex)
  return read
}

describe('a color', () => {
  it.each([
    ['#000000', 'hsl(0 0% 0%)', 'hsv(0, 0%, 0%)', 'oklch(0% 0 0)'],
    ['#FFFFFF', 'hsl(0 0% 100%)', 'hsv(0, 0%, 100%)', 'oklch(100% 0 0)'],
    ['#808080', 'hsl(0 0% 50.2%)', 'hsv(0, 0%, 50.2%)', 'oklch(59.99% 0 0)'],
    ['#FF0000', 'hsl(0 100% 50%)', 'hsv(0, 100%, 100%)', 'oklch(62.8% 0.25768 29.23)'],
    ['#00FF00', 'hsl(120 100% 50%)', 'hsv(120, 100%, 100%)', 'oklch(86.64% 0.29483 142.5)'],
    ['#0000FF', 'hsl(240 100% 50%)', 'hsv(240, 100%, 100%)', 'oklch(45.2% 0.31321 264.05)'],
    ['#FFFF00', 'hsl(60 100% 50%)', 'hsv(60, 100%, 100%)', 'oklch(96.8% 0.21101 109.77)'],
    ['#00FFFF', 'hsl(180 100% 50%)', 'hsv(180, 100%, 100%)', 'oklch(90.54% 0.15455 194.77)'],
    ['#FF00FF', 'hsl(300 100% 50%)', 'hsv(300, 100%, 100%)', 'oklch(70.17% 0.32249 328.36)'],
    ['#FF0001', 'hsl(359.8 100% 50%)', 'hsv(359.8, 100%, 100%)', 'oklch(62.8% 0.25765 29.18)'],
  ])('%s is %s, %s and %s', (hex, hsl, hsv, oklch) => {
    const one = of(hex)
    expect([writeHsl(one), writeHsv(one), writeOklch(one)]).toEqual([hsl, hsv, oklch])
  })

  it.each([
    ['HSL', writeHsl],
    ['HSV', writeHsv],
    ['OKLCH', writeOklch],
    ['CSS', writeCss],
  ])('written as %s is the same color when it is read', (_, write) => {
    fc.assert(
      fc.property(color, (one) => void expect(readBack(write(one))).toBe(writeHex(one))),
      RUNS,
    )
  })
})

describe('contrast', () => {
  it.each([
    ['#FFFFFF', '1.00', '21.00', '#000000'],
    ['#000000', '21.00', '1.00', '#FFFFFF'],
    ['#767676', '4.54', '4.62', '#000000'],
    ['#777777', '4.47', '4.68', '#000000'],
    ['#757575', '4.60', '4.55', '#FFFFFF'],
    ['#FF0000', '3.99', '5.25', '#000000'],
    ['#0000FF', '8.59', '2.44', '#FFFFFF'],
    ['#3A53C9', '6.44', '3.26', '#FFFFFF'],
  ])('of %s to white is %s, to black %s, and text on it is better %s', (hex, white, black, text) => {
    const ground = of(hex)
    expect(writeContrast(contrastOf(ground, WHITE))).toBe(white)
    expect(writeContrast(contrastOf(ground, BLACK))).toBe(black)
    expect(writeHex(betterTextOn(ground))).toBe(text)
  })

  it('is what others compute, in either order', () => {
    fc.assert(
      fc.property(color, color, (one, other) => {
        const theirs = wcagContrast(writeHex(one), writeHex(other))
        expect(contrastOf(one, other)).toBeCloseTo(theirs, 3)
        expect(contrastOf(other, one)).toBe(contrastOf(one, other))
      }),
      RUNS,
    )
  })

  it('is enough for text on any color, in black or in white', () => {
    fc.assert(
      fc.property(color, (ground) => void expect(contrastOf(ground, betterTextOn(ground))).toBeGreaterThan(AA)),
      RUNS,
    )
  })

  it.each([
    [AA - 0.0001, '4.49'],
    [AA, '4.50'],
    [AAA - 0.0001, '6.99'],
    [AAA, '7.00'],
    [21, '21.00'],
  ])('%d is not rounded up: %s', (ratio, written) => {
    expect(writeContrast(ratio)).toBe(written)
  })
})
