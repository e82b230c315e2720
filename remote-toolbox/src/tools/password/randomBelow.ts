/** Fills bytes with numbers that nobody can foresee. */
export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => void

/** The browser's own source; unlike the rest of its cryptography it also works on pages without TLS. */
export const browserBytes: RandomBytes = (bytes) => void crypto.getRandomValues(bytes)

const BITS_PER_BYTE = 8

/**
 * A number from 0 up to, but not including, a bound, each with the same probability. As many bits as the bound needs are drawn,
 * and drawn anew when they reach it: a remainder of a division would favour small numbers.
 */
export function randomBelow(bound: bigint, fill: RandomBytes): bigint {
  if (bound < 1n) throw new RangeError(`no number is at least 0 and below ${bound}`)
  const bits = (bound - 1n).toString(2).length
  const bytes = new Uint8Array(Math.ceil(bits / BITS_PER_BYTE))
  const surplus = BigInt(bytes.length * BITS_PER_BYTE - bits)
  for (;;) {
    fill(bytes)
    const drawn = bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n) >> surplus
    if (drawn < bound) return drawn
  }
}
