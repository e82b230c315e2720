import { describe, expect, it } from 'vitest'
import { inKnownPieces, ofKnownLength } from './knownPieces.ts'

const numbers = (length: number) => Array.from({ length }, (_each, index) => index)

describe('rows in pieces', () => {
  it.each([
    [0, []],
    [1, [1]],
    [9, [8, 1]],
    [1255, [1000, 200, 40, 8, 1, 1, 1, 1, 1, 1, 1]],
  ])('of %i are %j, all of them in order', (length, sizes) => {
    const pieces = [...inKnownPieces(numbers(length))]
    expect(pieces.map((piece) => piece.length)).toEqual(sizes)
    expect(pieces.flat()).toEqual(numbers(length))
  })
})

describe('a list for a statement', () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 8],
    [41, 200],
    [1000, 1000],
    [1001, 1001],
  ])('of %i values has a length of %i, and the same values', (length, known) => {
    const list = ofKnownLength(numbers(length))
    expect(list).toHaveLength(known)
    expect([...new Set(list)]).toEqual(numbers(length))
  })
})
