/** The values of one hour; undefined where nothing was measured. */
export type HourOfMinutes = readonly (number | undefined)[]

export const MINUTES_AN_HOUR = 60
const MASK_BYTES = 8
const MOST_DECIMALS = 4
/** Instead of a number of decimals: the values stand as they are, eight bytes each. */
const AS_DOUBLES = 255
const DOUBLE_BYTES = 8
/** Larger whole numbers may not be exact. */
const LARGEST_WHOLE = 2 ** 50
const SEVEN_BITS = 128

/** The fewest decimals that all values can be written with; undefined when they need more than is worth it. */
function decimalsOf(values: readonly number[]): number | undefined {
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
    const scale = 10 ** decimals
    const isExact = (value: number) =>
      Math.abs(value * scale) < LARGEST_WHOLE && Math.round(value * scale) / scale === value
    if (values.every(isExact)) return decimals
  }
  return undefined
}

/** A whole number in groups of seven bits, least first, with small ones of either sign short. */
function pushNumber(bytes: number[], value: number): void {
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  while (rest >= SEVEN_BITS) {
    bytes.push((rest % SEVEN_BITS) + SEVEN_BITS)
    rest = Math.floor(rest / SEVEN_BITS)
  }
  bytes.push(rest)
}

function readNumber(pack: Buffer, place: { at: number }): number {
  let [value, weight] = [0, 1]
  for (;;) {
    const byte = pack[place.at++] ?? 0
    value += (byte % SEVEN_BITS) * weight
    if (byte < SEVEN_BITS) break
    weight *= SEVEN_BITS
  }
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}

/**
 * Packs the minutes of an hour: which are there, then each as its difference to the one before. What servers measure
 * changes little from minute to minute and has few decimals, so that a value takes one or two bytes.
 */
export function packMinutes(minutes: HourOfMinutes): Buffer {
  const mask = Buffer.alloc(MASK_BYTES)
  const values: number[] = []
  for (const [index, value] of minutes.entries()) {
    if (value === undefined) continue
    mask[index >> 3] = (mask[index >> 3] ?? 0) | (1 << (index & 7))
    values.push(value)
  }
  const decimals = decimalsOf(values)
  if (decimals === undefined) {
    const doubles = Buffer.alloc(values.length * DOUBLE_BYTES)
    for (const [index, value] of values.entries()) doubles.writeDoubleLE(value, index * DOUBLE_BYTES)
    return Buffer.concat([mask, Buffer.of(AS_DOUBLES), doubles])
  }
  const bytes: number[] = []
  let before = 0
  for (const value of values) {
    const whole = Math.round(value * 10 ** decimals)
    pushNumber(bytes, whole - before)
    before = whole
  }
  return Buffer.concat([mask, Buffer.of(decimals), Buffer.from(bytes)])
}

/** What `packMinutes` packed. */
export function unpackMinutes(pack: Buffer): (number | undefined)[] {
  const decimals = pack[MASK_BYTES] ?? 0
  const place = { at: MASK_BYTES + 1 }
  let whole = 0
  const next = () => {
    if (decimals === AS_DOUBLES) {
      place.at += DOUBLE_BYTES
      return pack.readDoubleLE(place.at - DOUBLE_BYTES)
    }
    whole += readNumber(pack, place)
    return whole / 10 ** decimals
  }
  const isThere = (index: number) => ((pack[index >> 3] ?? 0) & (1 << (index & 7))) !== 0
  return Array.from({ length: MINUTES_AN_HOUR }, (_each, index) => (isThere(index) ? next() : undefined))
}
