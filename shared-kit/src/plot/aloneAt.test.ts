import { describe, expect, it } from 'vitest'
import { aloneAt } from './aloneAt.ts'

describe('values that no line leads to', () => {
  it.each([
    [[null, 5, null], [1]],
    [[5], [0]],
    [
      [1, null, 2, 3, null, 0],
      [0, 5],
    ],
    [[1, 2, null, 3, 4], undefined],
    [[null, undefined], undefined],
    [[], undefined],
  ])('of %j are at %j', (values, places) => {
    expect(aloneAt(values)).toEqual(places)
  })
})
