// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRowScale } from './rowScale.ts'

const ROW_PX = 22
const WINDOW_PX = 440
const LONG_PX = 10_000_000 * ROW_PX

describe('a scale of rows', () => {
  it.each([0, 22, 440, 441, 8_000_000])('is exact for %i px', (height) => {
    const scale = makeRowScale(height, WINDOW_PX)
    expect([scale.isExact, scale.height, scale.range]).toEqual([true, height, Math.max(0, height - WINDOW_PX)])
    expect([scale.toDocument(17), scale.toScrolled(17)]).toEqual([17, 17])
  })

  it('fits ten million rows into what browsers can lay out, from the first to the last', () => {
    const scale = makeRowScale(LONG_PX, WINDOW_PX)
    expect([scale.isExact, scale.height, scale.range]).toEqual([false, 8_000_000, LONG_PX - WINDOW_PX])
    expect(scale.toDocument(0)).toBe(0)
    expect(scale.toDocument(8_000_000 - WINDOW_PX)).toBe(LONG_PX - WINDOW_PX)
    expect(scale.toScrolled(LONG_PX - WINDOW_PX)).toBe(8_000_000 - WINDOW_PX)
    expect(scale.toDocument(4_000_000 - WINDOW_PX / 2)).toBeCloseTo(LONG_PX / 2 - WINDOW_PX / 2, -2)
  })

  it('is exact at both ends', () => {
    const scale = makeRowScale(LONG_PX, WINDOW_PX)
    for (const px of [0, 1, 22, 99_999]) {
      expect([scale.toDocument(px), scale.toScrolled(px)]).toEqual([px, px])
      expect(scale.range - scale.toDocument(8_000_000 - WINDOW_PX - px)).toBe(px)
    }
  })

  it('keeps the order, stays inside, and finds its way back within one pixel of the scroll bar', () => {
    const heights = fc.integer({ min: 8_000_001, max: 4e9 })
    fc.assert(
      fc.property(heights, fc.integer({ min: 1, max: 2000 }), fc.nat(), fc.nat(), (height, window, one, other) => {
        const scale = makeRowScale(height, window)
        const [low, high] = [one % scale.range, other % scale.range].toSorted((a, b) => a - b) as [number, number]
        expect(scale.toScrolled(low)).toBeLessThanOrEqual(scale.toScrolled(high))
        expect(scale.toScrolled(high)).toBeLessThanOrEqual(scale.height - window)
        const back = scale.toDocument(scale.toScrolled(low))
        expect(Math.abs(back - low)).toBeLessThanOrEqual(Math.ceil(scale.range / (scale.height - window)) + 1)
      }),
    )
  })
})
