import type { PasswordSpace } from './passwordSpace.ts'

/** How much guessing a password withstands; each has its own sentence. */
export type StrengthLevel = 'weak' | 'fair' | 'good' | 'strong'

/**
 * Least bits of each level, the strongest first. At ten thousand million guesses in a second, which stolen hashes of a fast kind
 * allow, half of 2^80 last two million years and half of 2^60 nearly two years; half of 2^40 is a minute, and still more than a
 * sign-in page lets anybody try.
 */
const LEVELS: readonly (readonly [StrengthLevel, number])[] = [
  ['strong', 80],
  ['good', 60],
  ['fair', 40],
  ['weak', 0],
]

/** Bits where the meter is full: as many as a key of the strength that is called 128 bits. */
export const FULL_BITS = 128

/** The exact entropy of a password drawn from a space: every one is as likely, so nothing has to be estimated. */
export function bitsOf({ size }: PasswordSpace): number {
  return size === 0n ? 0 : Math.log2(Number(size))
}

/** The level that a number of bits reaches. */
export function levelOf(bits: number): StrengthLevel {
  return LEVELS.find(([, least]) => bits >= least)?.[0] ?? 'weak'
}
