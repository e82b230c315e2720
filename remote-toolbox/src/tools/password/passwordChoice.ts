import { CHARACTER_CLASSES, DEFAULT_CLASSES } from './characterClasses.ts'

/** Specification 2: the length may be 1 to 40, and is 8 at first. */
export const LENGTH = { least: 1, most: 40, initial: 8 } as const

/** Enough for all accounts of a team at once. */
export const COUNT = { least: 1, most: 100, initial: 1 } as const

/** What a number may be, and what it is at first. */
export type Range = typeof LENGTH | typeof COUNT

/** What the user chose. The passwords themselves are not part of it: it is remembered and goes into links. */
export type PasswordChoice = {
  classes: readonly string[]
  length: number
  count: number
  /** Without characters that look alike. */
  isDistinct: boolean
  /** Dots are shown in place of the passwords. */
  isHidden: boolean
}

/** The choice of somebody who has not chosen yet. */
export const DEFAULT_CHOICE: PasswordChoice = {
  classes: DEFAULT_CLASSES,
  length: LENGTH.initial,
  count: COUNT.initial,
  isDistinct: false,
  isHidden: false,
}

/** The nearest whole number of a range; its initial one for what is no number. */
export function clampTo({ least, most, initial }: Range, value: number): number {
  return Number.isNaN(value) ? initial : Math.min(most, Math.max(least, Math.trunc(value)))
}

/** A choice that can be worked with, made of one that may come from a link that somebody wrote by hand. */
export function checkedChoice(choice: PasswordChoice): PasswordChoice {
  return {
    ...choice,
    classes: CHARACTER_CLASSES.map(({ id }) => id).filter((id) => choice.classes.includes(id)),
    length: clampTo(LENGTH, choice.length),
    count: clampTo(COUNT, choice.count),
  }
}
