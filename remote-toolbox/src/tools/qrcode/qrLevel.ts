/** How much damage a picture survives, from least to most (ISO/IEC 18004). */
export const LEVELS = ['L', 'M', 'Q', 'H'] as const

export type QrLevel = (typeof LEVELS)[number]

/** Specification 2: what is used unless somebody chooses. */
export const DEFAULT_LEVEL: QrLevel = 'M'

/** The share of a picture that may be unreadable, in percent. */
export const RECOVERY_PERCENT: Readonly<Record<QrLevel, number>> = { L: 7, M: 15, Q: 25, H: 30 }

/** Levels also come from links and from pages that embed the tool. */
export function readLevel(value: string): QrLevel {
  return LEVELS.find((level) => level === value) ?? DEFAULT_LEVEL
}
