import type { QrLevel } from './qrLevel.ts'

/** The ways a text is packed: 3 digits take 10 bits, 2 characters of the small alphabet 11, and a byte of UTF-8 takes 8. */
export type QrKind = 'numeric' | 'alphanumeric' | 'byte'

/** Specification 2: versions 1 to 40. */
export const MAX_VERSION = 40

/** Bytes for data in each version from 1 on (ISO/IEC 18004, table 7). Held against the encoder by a test. */
// biome-ignore format: a row is ten versions
const DATA_BYTES: Readonly<Record<QrLevel, readonly number[]>> = {
  L: [
    19, 34, 55, 80, 108, 136, 156, 194, 232, 274,
    324, 370, 428, 461, 523, 589, 647, 721, 795, 861,
    932, 1006, 1094, 1174, 1276, 1370, 1468, 1531, 1631, 1735,
    1843, 1955, 2071, 2191, 2306, 2434, 2566, 2702, 2812, 2956,
  ],
  M: [
    16, 28, 44, 64, 86, 108, 124, 154, 182, 216,
    254, 290, 334, 365, 415, 453, 507, 563, 627, 669,
    714, 782, 860, 914, 1000, 1062, 1128, 1193, 1267, 1373,
    1455, 1541, 1631, 1725, 1812, 1914, 1992, 2102, 2216, 2334,
  ],
  Q: [
    13, 22, 34, 48, 62, 76, 88, 110, 132, 154,
    180, 206, 244, 261, 295, 325, 367, 397, 445, 485,
    512, 568, 614, 664, 718, 754, 808, 871, 911, 985,
    1033, 1115, 1171, 1231, 1286, 1354, 1426, 1502, 1582, 1666,
  ],
  H: [
    9, 16, 26, 36, 46, 60, 66, 86, 100, 122,
    140, 158, 180, 197, 223, 253, 283, 313, 341, 385,
    406, 442, 464, 514, 538, 596, 628, 661, 701, 745,
    793, 845, 901, 961, 986, 1054, 1096, 1142, 1222, 1276,
  ],
}

/** Bits that tell the length of a text: in versions up to 9, up to 26, and above. */
const LENGTH_BITS: Readonly<Record<QrKind, readonly [number, number, number]>> = {
  numeric: [10, 12, 14],
  alphanumeric: [9, 11, 13],
  byte: [8, 16, 16],
}
const KIND_BITS = 4

/** What a version holds at a level: digits, characters or bytes, by the kind of the text. */
export function capacityOf(version: number, level: QrLevel, kind: QrKind): number {
  const lengthBits = LENGTH_BITS[kind][version < 10 ? 0 : version < 27 ? 1 : 2]
  const bits = (DATA_BYTES[level][version - 1] ?? 0) * 8 - KIND_BITS - lengthBits
  if (kind === 'byte') return Math.floor(bits / 8)
  if (kind === 'alphanumeric') return Math.floor(bits / 11) * 2 + (bits % 11 >= 6 ? 1 : 0)
  return Math.floor(bits / 10) * 3 + (bits % 10 >= 7 ? 2 : bits % 10 >= 4 ? 1 : 0)
}

/** The most compact kind that can write a text. */
export function kindOf(text: string): QrKind {
  if (/^\d+$/.test(text)) return 'numeric'
  return /^[\dA-Z $%*+\-./:]+$/.test(text) ? 'alphanumeric' : 'byte'
}

/** How long a text is in the unit of its kind. */
export function lengthOf(text: string, kind: QrKind): number {
  return kind === 'byte' ? new TextEncoder().encode(text).length : text.length
}
