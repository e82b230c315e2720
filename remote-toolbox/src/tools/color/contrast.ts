import { lightOf } from './colorSpaces.ts'
import { BLACK, type Rgb, WHITE } from './rgb.ts'

/** WCAG 2.2, 1.4.3 and 1.4.6: the least contrast of text to its ground. */
export const AA = 4.5
export const AAA = 7
/** From 24 px, or 19 px bold. */
export const AA_LARGE = 3

const luminanceOf = ({ red, green, blue }: Rgb) =>
  0.2126 * lightOf(red) + 0.7152 * lightOf(green) + 0.0722 * lightOf(blue)

/** The WCAG contrast of two colours, from 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Never rounded up: 4.4999 is not 4.5. */
export function writeContrast(ratio: number): string {
  // Twenty-one must not become 20.99 by what is lost in binary.
  return (Math.floor(ratio * 100 + 1e-9) / 100).toFixed(2)
}

/** The colour of text that is easier to read on a ground. */
export function betterTextOn(ground: Rgb): Rgb {
  return contrastOf(ground, WHITE) >= contrastOf(ground, BLACK) ? WHITE : BLACK
}
