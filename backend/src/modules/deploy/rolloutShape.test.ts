import { describe, expect, it } from 'vitest'
import { batchesOf, thresholdOf } from './rolloutShape.ts'

const servers = Array.from({ length: 10 }, (_, index) => index + 1)
const sizes = (batchSize: string, isSerial = false) =>
  batchesOf(servers, batchSize, isSerial).map((batch) => batch.length)

describe('batches', () => {
  it.each([
    ['', [10]],
    ['1', [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
    ['4', [4, 4, 2]],
    ['25%', [2, 2, 2, 2, 2]],
    ['5%', [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
    ['100%', [10]],
    ['9999', [10]],
  ])('of %j hold %j of ten servers', (batchSize, expected) => {
    expect(sizes(batchSize)).toEqual(expected)
  })

  it('hold one server each when they are served one after another, in the order in which they were bound', () => {
    expect(batchesOf(servers, '50%', true).flat()).toEqual(servers)
    expect(sizes('50%', true)).toEqual(Array.from({ length: 10 }, () => 1))
  })

  it('are none without servers', () => {
    expect(batchesOf([], '', false)).toEqual([])
  })
})

describe('the failure threshold', () => {
  it.each([
    ['', 1],
    ['3', 3],
    ['25%', 2],
    ['5%', 1],
  ])('of %j is %i of ten servers', (threshold, expected) => {
    expect(thresholdOf(threshold, 10)).toBe(expected)
  })
})
