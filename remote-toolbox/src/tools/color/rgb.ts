/** A colour of the screen: three whole numbers from 0 to 255. */
export interface Rgb {
  red: number
  green: number
  blue: number
}

export const MAX_CHANNEL = 255

export const BLACK: Rgb = { red: 0, green: 0, blue: 0 }
export const WHITE: Rgb = { red: MAX_CHANNEL, green: MAX_CHANNEL, blue: MAX_CHANNEL }

/** Specification 2: six hex digits, with or without # in front, in any case; nothing else is a colour. */
const HEX = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i

/** Reads `#3A53C9`; undefined for anything that is not a colour. */
export function readHex(text: string): Rgb | undefined {
  const digits = HEX.exec(text)
  if (!digits) return undefined
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map((pair) => Number.parseInt(pair, 16))
  return { red, green, blue }
}

/** `#3A53C9` */
export function writeHex({ red, green, blue }: Rgb): string {
  const two = (channel: number) => channel.toString(16).padStart(2, '0')
  return `#${two(red)}${two(green)}${two(blue)}`.toUpperCase()
}

/** `rgb(58, 83, 201)` */
export function writeRgb({ red, green, blue }: Rgb): string {
  return `rgb(${red}, ${green}, ${blue})`
}
