import { type RandomBytes, randomBelow } from './randomBelow.ts'

/** All passwords that a choice allows, each with a number. */
export interface PasswordSpace {
  /** How many there are. */
  size: bigint
  /** The password with a number from 0 up to, but not including, the size. */
  at(rank: bigint): string
}

const lengthOf = (classes: readonly string[]) => classes.reduce((sum, { length }) => sum + length, 0)

/** Texts over so many characters with at least one of each demanded class, by inclusion and exclusion. */
function countTexts(characters: number, demanded: readonly string[], length: number): bigint {
  const [first, ...rest] = demanded
  if (first === undefined) return BigInt(characters) ** BigInt(length)
  return countTexts(characters, rest, length) - countTexts(characters - first.length, rest, length)
}

/** Counts each combination once: a password asks for the same ones at every character. */
function makeCounter(classes: readonly string[]) {
  const all = lengthOf(classes)
  const known = new Map<string, bigint>()
  return (demanded: readonly string[], length: number): bigint => {
    const key = `${length} ${demanded.join(' ')}`
    const count = known.get(key) ?? countTexts(all, demanded, length)
    known.set(key, count)
    return count
  }
}

/**
 * Specification 2 and its purpose: characters of the chosen classes, at least one of each when the length allows it, and else
 * any of them.
 *
 * The passwords are counted and numbered, so that one number drawn without bias gives one password without bias. Placing one
 * character of each class first and shuffling would favour passwords that have few of a class; drawing whole candidates until one
 * fits is as fair, but may take long: of four characters from four classes only one in twenty fits.
 */
export function passwordSpace(classes: readonly string[], length: number): PasswordSpace {
  const count = makeCounter(classes)
  const textAt = (rank: bigint, missing: readonly string[], length: number): string => {
    if (length === 0) return ''
    let left = rank
    for (const characters of classes) {
      const stillMissing = missing.filter((other) => other !== characters)
      const each = count(stillMissing, length - 1)
      const here = each * BigInt(characters.length)
      if (left < here) return characters.charAt(Number(left / each)) + textAt(left % each, stillMissing, length - 1)
      left -= here
    }
    throw new RangeError(`there is no password number ${rank}`)
  }
  const demanded = length < classes.length ? [] : classes
  return {
    size: classes.length === 0 ? 0n : count(demanded, length),
    at: (rank) => textAt(rank, demanded, length),
  }
}

/** Draws passwords that know nothing of each other. */
export function drawPasswords(space: PasswordSpace, count: number, fill: RandomBytes): string[] {
  return Array.from({ length: count }, () => space.at(randomBelow(space.size, fill)))
}
