import { MAX_CHANNEL, type Rgb } from './rgb.ts'

const DEGREES = 60

const rounded = (value: number, digits: number) => {
  const text = String(Number(value.toFixed(digits)))
  return text === '-0' ? '0' : text
}
const percent = (share: number, digits = 1) => `${rounded(share * 100, digits)}%`

/** Where a colour stands on the circle of hues, in degrees, with the ends of its channels as shares of 1; greys are at 0. */
function hueOf({ red, green, blue }: Rgb): { hue: number; high: number; low: number } {
  const [r, g, b] = [red / MAX_CHANNEL, green / MAX_CHANNEL, blue / MAX_CHANNEL]
  const high = Math.max(r, g, b)
  const low = Math.min(r, g, b)
  const range = high - low
  if (range === 0) return { hue: 0, high, low }
  const sector = high === r ? ((g - b) / range + 6) % 6 : high === g ? (b - r) / range + 2 : (r - g) / range + 4
  return { hue: sector * DEGREES, high, low }
}

/** `hsl(229.5 57% 50.8%)`, exact enough for the same colour to come back. */
export function writeHsl(color: Rgb): string {
  const { hue, high, low } = hueOf(color)
  const lightness = (high + low) / 2
  const saturation = high === low ? 0 : (high - low) / (1 - Math.abs(2 * lightness - 1))
  return `hsl(${rounded(hue, 1)} ${percent(saturation)} ${percent(lightness)})`
}

/** `hsv(229.5, 71.1%, 78.8%)`: in drawing programs, not in CSS. */
export function writeHsv(color: Rgb): string {
  const { hue, high, low } = hueOf(color)
  const saturation = high === 0 ? 0 : (high - low) / high
  return `hsv(${rounded(hue, 1)}, ${percent(saturation)}, ${percent(high)})`
}

/** `rgb(58 83 201)`, as CSS is written today. */
export function writeCss({ red, green, blue }: Rgb): string {
  return `rgb(${red} ${green} ${blue})`
}

/** How much light a channel gives, as a share of 1 (sRGB). */
export function lightOf(channel: number): number {
  const share = channel / MAX_CHANNEL
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** A colour with less chroma than this has no hue that anybody could see. */
const GREY_CHROMA = 0.0001

/** `oklch(49.53% 0.185 269.32)`; the numbers of the two matrices are those of the Oklab definition. */
export function writeOklch({ red, green, blue }: Rgb): string {
  const [r, g, b] = [lightOf(red), lightOf(green), lightOf(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const greenRed = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const chroma = Math.hypot(greenRed, blueYellow)
  const angle = (Math.atan2(blueYellow, greenRed) * 180) / Math.PI
  const hue = chroma < GREY_CHROMA ? 0 : (angle + 360) % 360
  return `oklch(${percent(lightness, 2)} ${rounded(chroma, 5)} ${rounded(hue, 2)})`
}
