import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namePieces, seenName } from './namePieces.ts'

describe('what is shown of a name', () => {
  it.each([
    ['report.txt', 'report.txt'],
    ['two words', 'two words'],
    ['日本語 ملف.txt', '日本語 ملف.txt'],
    ['invoice\u202Egpj.exe', 'invoice⟨U+202E⟩gpj.exe'],
    ['a\nb', 'a⟨\\n⟩b'],
    [' padded ', '⟨␠⟩padded⟨␠⟩'],
    ['caf\uF7E9', 'caf⟨\\xE9⟩'],
    ['zero\u200Bwidth', 'zero⟨U+200B⟩width'],
    ['\u0007bell', '⟨U+0007⟩bell'],
  ])('of %j is %s', (name, shown) => expect(seenName(name)).toBe(shown))

  it('loses nothing that can be seen, and never holds what turns the line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const shown = namePieces(name).map(({ text }) => text)
        expect(shown.length).toBeGreaterThan(0)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
        expect(shown.join('')).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})
