/** Numbers of RFC 3492, section 5. */
const BASE = 36
const LEAST_THRESHOLD = 1
const MOST_THRESHOLD = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE_POINT = 0x80

const LAST_CODE_POINT = 0x10ffff
const PREFIX = 'xn--'

function adapt(delta: number, places: number, isFirst: boolean): number {
  let [left, steps] = [Math.floor(delta / (isFirst ? DAMP : 2)), 0]
  left += Math.floor(left / places)
  for (; left > ((BASE - LEAST_THRESHOLD) * MOST_THRESHOLD) / 2; steps += BASE)
    left = Math.floor(left / (BASE - LEAST_THRESHOLD))
  return steps + Math.floor(((BASE - LEAST_THRESHOLD + 1) * left) / (left + SKEW))
}

/** Letters are 0 to 25 and digits 26 to 35. */
const digitOf = (character: string) => (character >= 'a' ? character.charCodeAt(0) - 97 : Number(character) + 26)

/** One number, of as many digits as it says itself, from the end of a reversed list. */
function takeNumber(digits: number[], bias: number): number {
  let [number, weight] = [0, 1]
  for (let place = BASE; ; place += BASE) {
    const digit = digits.pop() ?? Number.NaN
    const threshold = Math.min(MOST_THRESHOLD, Math.max(LEAST_THRESHOLD, place - bias))
    number += digit * weight
    if (!(digit >= threshold)) return number
    weight *= BASE - threshold
  }
}

/** The part of a label after `xn--`, as RFC 3492, section 6.2, decodes it; undefined when it is not well made. */
function decodeLabel(encoded: string): string | undefined {
  const end = encoded.lastIndexOf('-')
  const characters = [...encoded.slice(0, Math.max(0, end))]
  const digits = [...encoded.slice(end + 1)].map(digitOf).toReversed()
  let [place, codePoint, bias, isFirst] = [0, FIRST_CODE_POINT, FIRST_BIAS, true]
  while (digits.length > 0) {
    const delta = takeNumber(digits, bias)
    const places = characters.length + 1
    place += delta
    codePoint += Math.floor(place / places)
    if (!(codePoint <= LAST_CODE_POINT)) return undefined
    place %= places
    characters.splice(place, 0, String.fromCodePoint(codePoint))
    place += 1
    bias = adapt(delta, places, isFirst)
    isFirst = false
  }
  return characters.join('')
}

/**
 * A host in the letters that it stands for; labels that stand for none stay as they are.
 * @param ascii as the `hostname` of a URL, which is in lower case
 */
export function readableHost(ascii: string): string {
  return ascii
    .split('.')
    .map((label) => (label.startsWith(PREFIX) && decodeLabel(label.slice(PREFIX.length))) || label)
    .join('.')
}
