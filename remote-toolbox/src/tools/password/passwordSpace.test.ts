import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHARACTER_CLASSES, charactersOf, LOOK_ALIKES } from './characterClasses.ts'
import { drawPasswords, passwordSpace } from './passwordSpace.ts'
import { browserBytes, type RandomBytes, randomBelow } from './randomBelow.ts'

const ALL = CHARACTER_CLASSES.map(({ id }) => id)
const classIds = fc.subarray(ALL, { minLength: 1 })
const lengths = fc.integer({ min: 1, max: 40 })

/** A fixed source of bytes, the same in every run: a linear congruential generator's better half. */
function fixedBytes(seed: number): RandomBytes {
  let state = BigInt(seed)
  return (bytes) => {
    for (let at = 0; at < bytes.length; at++) {
      state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n)
      bytes[at] = Number(state >> 56n)
    }
  }
}

/** A source that gives exactly these bytes. */
function listedBytes(list: readonly number[]): RandomBytes {
  let next = 0
  return (bytes) => {
    for (let at = 0; at < bytes.length; at++) bytes[at] = list[next++] ?? Number.NaN
  }
}

function chiSquare(counts: Map<unknown, number>, cells: number): number {
  const drawn = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const expected = drawn / cells
  const missing = (cells - counts.size) * expected
  return [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, missing)
}

function tally<Value>(values: readonly Value[]): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

describe('a random number below a bound', () => {
  it.each([1, 2, 3, 5, 8, 10, 26, 52, 62, 70, 128, 200, 255, 256])(
    'is as often the one as the other of %i when every byte comes once',
    (bound) => {
      const bytes = listedBytes([...Array(256).keys()])
      const bits = Math.max(1, Math.ceil(Math.log2(bound)))
      const drawn = Array.from({ length: bound * 2 ** (8 - bits) }, () => randomBelow(BigInt(bound), bytes))
      const counts = [...tally(drawn).values()]
      expect(counts).toHaveLength(bound)
      expect(new Set(counts).size).toBe(1)
    },
  )

  it('draws anew instead of dividing', () => {
    // 0xff and 0xfc say 63 and 63 of six bits: neither is below 62.
    expect(randomBelow(62n, listedBytes([0xff, 0xfc, 0xf4]))).toBe(61n)
    expect(randomBelow(256n ** 30n, listedBytes(Array(30).fill(0xff)))).toBe(256n ** 30n - 1n)
  })

  it('needs a bound above nothing', () => {
    expect(() => randomBelow(0n, browserBytes)).toThrow(RangeError)
  })
})

describe('the fairness of characters', () => {
  const alphabet = charactersOf(['1', '2', '3'], false)
  const DRAWS = 40_000
  // 61 degrees of freedom: a fair source stays below this in 999 of 1,000 runs, and this source never changes.
  const LIMIT = 100.9

  it('passes a chi-square test with a fixed source of bytes', () => {
    const space = passwordSpace([alphabet.join('')], 1)
    expect(chiSquare(tally(drawPasswords(space, DRAWS, fixedBytes(1))), 62)).toBeLessThan(LIMIT)
  })

  it('is measured by a test that remainders fail', () => {
    const bytes = new Uint8Array(DRAWS)
    fixedBytes(1)(bytes)
    expect(chiSquare(tally(Array.from(bytes, (byte) => byte % 62)), 62)).toBeGreaterThan(LIMIT)
  })

  it('holds for whole passwords, which one of each class first and a shuffle would not give', () => {
    const [digits, symbols, length] = [10, 8, 8]
    const space = passwordSpace(charactersOf(['3', '4'], false), length)
    const choose = (of: number, taken: number): number => (taken === 0 ? 1 : (choose(of - 1, taken - 1) * of) / taken)
    /** How many of the draws should have 1 to 7 digits. */
    const fair = Array.from({ length: length - 1 }, (_, at) => {
      const texts = choose(length, at + 1) * digits ** (at + 1) * symbols ** (length - at - 1)
      return (DRAWS * texts) / Number(space.size)
    })
    const shuffled = fair.map((_, at) => {
      const texts = choose(length - 2, at) * digits ** at * symbols ** (length - 2 - at)
      return (DRAWS * texts) / (digits + symbols) ** (length - 2)
    })
    const distance = (counts: readonly number[]) =>
      fair.reduce((sum, expected, at) => sum + ((counts[at] ?? 0) - expected) ** 2 / expected, 0)
    const drawn = tally(
      drawPasswords(space, DRAWS, fixedBytes(2)).map((password) => password.replace(/\D/g, '').length),
    )
    // 6 degrees of freedom, 999 of 1,000.
    expect(distance(fair.map((_, at) => drawn.get(at + 1) ?? 0))).toBeLessThan(22.5)
    expect(distance(shuffled)).toBeGreaterThan(22.5)
  })
})

describe('the numbers of passwords', () => {
  it.each([
    [['ab'], 1],
    [['ab'], 4],
    [['ab', 'c'], 1],
    [['ab', 'c'], 2],
    [['ab', 'c'], 5],
    [['ab', 'cd', 'e'], 2],
    [['ab', 'cd', 'e'], 3],
    [['abc', 'de', 'f'], 5],
    [['a', 'b', 'c', 'd'], 4],
    [['a', 'b', 'c', 'd'], 6],
  ])('name every password of %j with %i characters once, and no other', (classes, length) => {
    const space = passwordSpace(classes, length)
    const all = Array.from({ length: Number(space.size) }, (_, rank) => space.at(BigInt(rank)))
    const characters = [...classes.join('')]
    const texts = Array.from({ length }).reduce<string[]>(
      (shorter) => shorter.flatMap((text) => characters.map((character) => text + character)),
      [''],
    )
    const fits = (text: string) =>
      length < classes.length || classes.every((one) => [...one].some((c) => text.includes(c)))
    expect(new Set(all).size).toBe(all.length)
    expect(new Set(all)).toEqual(new Set(texts.filter(fits)))
  })

  it('end below the size', () => {
    const space = passwordSpace(['ab', 'c'], 3)
    expect(() => space.at(space.size)).toThrow(RangeError)
  })

  it('are none without a class', () => {
    expect(passwordSpace([], 8).size).toBe(0n)
  })
})

describe('a drawn password', () => {
  it('has its length, characters of the chosen classes only, and each class when the length allows', () => {
    fc.assert(
      fc.property(classIds, lengths, fc.boolean(), (ids, length, isDistinct) => {
        const classes = charactersOf(ids, isDistinct)
        const [password = ''] = drawPasswords(passwordSpace(classes, length), 1, browserBytes)
        const has = (characters: string) => [...characters].some((character) => password.includes(character))
        expect(password).toHaveLength(length)
        expect([...password].every((character) => classes.join('').includes(character))).toBe(true)
        expect(length < ids.length || classes.every(has)).toBe(true)
        expect(isDistinct && has(LOOK_ALIKES)).toBe(false)
      }),
    )
  })

  it('is another one each time', () => {
    const drawn = drawPasswords(passwordSpace(charactersOf(ALL, false), 40), 100, browserBytes)
    expect(new Set(drawn).size).toBe(100)
  })

  it('puts a demanded class at every place as often', () => {
    const space = passwordSpace(charactersOf(['2', '3'], false), 4)
    const places = drawPasswords(space, 20_000, fixedBytes(3)).flatMap((password) =>
      [...password].flatMap((character, place) => (/\d/.test(character) ? [place] : [])),
    )
    // 3 degrees of freedom, 999 of 1,000.
    expect(chiSquare(tally(places), 4)).toBeLessThan(16.3)
  })
})
