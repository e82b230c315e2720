import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOutputRing } from './outputRing.ts'

const bytesOf = (from: number, length: number) => Buffer.from(Array.from({ length }, (_, i) => (from + i) % 251))

describe('the output that is kept', () => {
  it('is always the latest, wherever pieces begin and end', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 60 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 200 }), (pieces, limit) => {
        const ring = createOutputRing(limit)
        for (const size of pieces) {
          ring.write(bytesOf(ring.end, size))
          expect(ring.end - ring.start).toBe(Math.min(ring.end, limit))
          for (const from of [ring.start, Math.floor((ring.start + ring.end) / 2), ring.end]) {
            expect(ring.read(from, limit)).toEqual(bytesOf(from, ring.end - from))
          }
        }
      }),
    )
  })

  it('grows as far as it needs to', () => {
    const ring = createOutputRing(100_000)
    for (let i = 0; i < 50; i++) ring.write(bytesOf(ring.end, 5000))
    expect([ring.start, ring.end]).toEqual([150_000, 250_000])
    expect(ring.read(150_000, 200_000)).toEqual(bytesOf(150_000, 100_000))
    expect(ring.read(200_000, 10)).toEqual(bytesOf(200_000, 10))
  })

  it('is given as copies, which later output does not change', () => {
    const ring = createOutputRing(4)
    ring.write(Buffer.from('abcd'))
    const piece = ring.read(0, 4)
    ring.write(Buffer.from('wxyz'))
    expect(piece.toString()).toBe('abcd')
    expect(() => ring.read(0, 4)).toThrow('0 is not kept')
    expect(() => ring.read(9, 4)).toThrow(RangeError)
  })
})
