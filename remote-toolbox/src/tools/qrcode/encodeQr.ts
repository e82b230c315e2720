import { encodeQR } from 'qr'
import { capacityOf, kindOf, lengthOf, MAX_VERSION, type QrKind } from './qrCapacity.ts'
import { LEVELS, type QrLevel } from './qrLevel.ts'

/** Specification 2: white modules around the picture, without which scanners do not find it. */
const MARGIN = 4

/** The encoder's names of the levels. */
const NAMES = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const

interface Reading {
  level: QrLevel
  kind: QrKind
  /** Digits, characters or bytes of the text, by its kind. */
  length: number
  /** How many of them fit: into this version, or at most. */
  capacity: number
}

/** A picture: rows of modules with the margin around them, dark ones true. */
export interface QrCode extends Reading {
  isFitting: true
  version: number
  rows: readonly (readonly boolean[])[]
}

/** A text too long for its level. */
export interface QrOverflow extends Reading {
  isFitting: false
  /** The strongest level that still holds the text. */
  fittingLevel: QrLevel | undefined
}

/** Modules of one side, without the margin. */
export function modulesOf({ version }: QrCode): number {
  return version * 4 + 17
}

/** Draws a text in the smallest version that holds it, or tells by how much it is too long; undefined for no text. */
export function encodeQr(text: string, level: QrLevel): QrCode | QrOverflow | undefined {
  if (text === '') return undefined
  const kind = kindOf(text)
  const length = lengthOf(text, kind)
  const isFitting = (other: QrLevel) => length <= capacityOf(MAX_VERSION, other, kind)
  if (!isFitting(level)) {
    const lower = LEVELS.slice(0, LEVELS.indexOf(level))
    const capacity = capacityOf(MAX_VERSION, level, kind)
    return { isFitting: false, level, kind, length, capacity, fittingLevel: lower.findLast(isFitting) }
  }
  const rows = encodeQR(text, 'raw', { ecc: NAMES[level], encoding: kind, border: MARGIN })
  const version = (rows.length - 2 * MARGIN - 17) / 4
  return { isFitting: true, level, kind, length, capacity: capacityOf(version, level, kind), version, rows }
}
