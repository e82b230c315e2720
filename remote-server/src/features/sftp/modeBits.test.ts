import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitOf, bitsOf, octalOf, RIGHTS, SPECIALS, specialBit, WHO } from './modeBits.ts'

describe('permission bits', () => {
  it.each([
    [0o644, '0644'],
    [0o4755, '4755'],
    [0o100600, '0600'],
  ])('%o are %s to chmod', (bits, octal) => expect(octalOf(bits)).toBe(octal))

  it('come back from their octal form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0o7777 }), (bits) => {
        expect(bitsOf(octalOf(bits))).toBe(bits)
      }),
    )
    expect(['', '8', '64', '99999', 'rwx', '0o644'].map(bitsOf)).toEqual(Array(6).fill(undefined))
  })

  it('have one box each', () => {
    const all = [...WHO.flatMap((who) => RIGHTS.map((right) => bitOf(who, right))), ...SPECIALS.map(specialBit)]
    expect(new Set(all).size).toBe(12)
    expect(all.reduce((sum, bit) => sum | bit, 0)).toBe(0o7777)
    expect(bitOf('owner', 'read')).toBe(0o400)
    expect(bitOf('others', 'execute')).toBe(0o1)
  })
})
