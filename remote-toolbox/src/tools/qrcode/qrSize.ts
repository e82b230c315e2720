/** Specification 2: the width unless somebody chooses. */
export const DEFAULT_SIZE = 200
export const MIN_SIZE = 50
export const MAX_SIZE = 1000

/** Below this many pixels for a module, cameras have trouble. */
const EASY_PIXELS = 2

/** Whole pixels within the bounds, or undefined. */
export function readSize(text: string): number | undefined {
  const size = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN
  return size >= MIN_SIZE && size <= MAX_SIZE ? size : undefined
}

/** The least size that cameras read with ease. */
export function easySizeOf(side: number): number {
  return Math.max(side * EASY_PIXELS, MIN_SIZE)
}

/** Whether a picture of so many modules, margins included, can be drawn and read at a size. */
export function legibilityOf(side: number, size: number): 'impossible' | 'hard' | 'easy' {
  if (size < side) return 'impossible'
  return size < easySizeOf(side) ? 'hard' : 'easy'
}
