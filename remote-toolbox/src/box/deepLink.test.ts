import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readLinkState, writeLinkState } from './deepLink.ts'

const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
)
const state = fc.dictionary(fc.string(), value, { noNullPrototype: true })

describe('inputs in a link', () => {
  it('come out as they went in, with letters that need no escapes', () => {
    fc.assert(
      fc.property(state, (inputs) => {
        const text = writeLinkState(inputs)
        expect(text).toMatch(/^[\w-]+$/)
        expect(readLinkState(text ?? '')).toEqual(JSON.parse(JSON.stringify(inputs)))
      }),
    )
  })

  it('are left out when they are too long for an address', () => {
    expect(writeLinkState({ text: '中'.repeat(2000) })).toBeUndefined()
  })

  it('are nothing when nobody can read them', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    expect(['', '%%%', 'e30x', '_w', 'bm90IGpzb24'].map(readLinkState)).toEqual(Array.from({ length: 5 }))
    expect(warn).toHaveBeenCalledTimes(4)
    warn.mockRestore()
  })
})
