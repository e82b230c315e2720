import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charactersOf } from './characterClasses.ts'
import { COUNT, checkedChoice, clampTo, DEFAULT_CHOICE, LENGTH } from './passwordChoice.ts'
import { passwordSpace } from './passwordSpace.ts'
import { bitsOf, levelOf } from './strength.ts'

describe('the choice', () => {
  it('is at first what the specification says', () => {
    expect(DEFAULT_CHOICE).toMatchObject({ classes: ['1', '2', '3'], length: 8, count: 1 })
    expect(checkedChoice(DEFAULT_CHOICE)).toEqual(DEFAULT_CHOICE)
  })

  it.each([
    [0, 1],
    [-5, 1],
    [1, 1],
    [8.9, 8],
    [40, 40],
    [41, 40],
    [1e9, 40],
    [Number.POSITIVE_INFINITY, 40],
    [Number.NaN, 8],
  ])('takes a length of %f for %i', (given, length) => {
    expect(clampTo(LENGTH, given)).toBe(length)
    expect(checkedChoice({ ...DEFAULT_CHOICE, length: given }).length).toBe(length)
  })

  it.each([
    [0, 1],
    [100, 100],
    [101, 100],
    [Number.NaN, 1],
  ])('takes a number of passwords of %f for %i', (given, count) => {
    expect(clampTo(COUNT, given)).toBe(count)
  })

  it.each([
    [[], []],
    [
      ['4', '1'],
      ['1', '4'],
    ],
    [['2', '2'], ['2']],
    [['5', 'x', ''], []],
  ])('takes the classes %j of a link for %j', (given, classes) => {
    expect(checkedChoice({ ...DEFAULT_CHOICE, classes: given }).classes).toEqual(classes)
  })
})

describe('the characters', () => {
  it.each([
    [['1'], false, ['ABCDEFGHIJKLMNOPQRSTUVWXYZ']],
    [['3', '4'], false, ['0123456789', '!@#$%^&*']],
    [['1', '2', '3'], true, ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789']],
    [['4'], true, ['!@#$%^&*']],
    [[], false, []],
  ])('of %j, distinct %j, are %j', (ids, isDistinct, characters) => {
    expect(charactersOf(ids, isDistinct)).toEqual(characters)
  })
})

describe('the strength', () => {
  const strength = (ids: readonly string[], length: number) => bitsOf(passwordSpace(charactersOf(ids, false), length))

  it.each([
    [['3'], 1, Math.log2(10)],
    [['3'], 4, 4 * Math.log2(10)],
    [['1'], 40, 40 * Math.log2(26)],
    [['3', '4'], 1, Math.log2(18)],
    [['3', '4'], 2, Math.log2(2 * 10 * 8)],
    [['1', '2', '3'], 2, 2 * Math.log2(62)],
    [['1', '2', '3'], 3, Math.log2(6 * 26 * 26 * 10)],
    [['1', '2', '3'], 8, Math.log2(62 ** 8 - 2 * 36 ** 8 - 52 ** 8 + 2 * 26 ** 8 + 10 ** 8)],
    [[], 8, 0],
  ])('of the classes %j with %i characters is %f bits', (ids, length, bits) => {
    expect(strength(ids, length)).toBeCloseTo(bits, 9)
  })

  it.each([
    [0, 'weak'],
    [39.99, 'weak'],
    [40, 'fair'],
    [47, 'fair'],
    [60, 'good'],
    [79.99, 'good'],
    [80, 'strong'],
    [245, 'strong'],
  ])('of %f bits is called %s', (bits, level) => {
    expect(levelOf(bits)).toBe(level)
  })

  it('grows with each character', () => {
    const ids = fc.subarray(['1', '2', '3', '4'], { minLength: 1 })
    // Where one of each class is demanded for the first time, fewer passwords are left than without.
    fc.assert(
      fc.property(ids, fc.integer({ min: 4, max: 39 }), (chosen, length) => {
        expect(strength(chosen, length + 1)).toBeGreaterThan(strength(chosen, length))
      }),
    )
  })
})
