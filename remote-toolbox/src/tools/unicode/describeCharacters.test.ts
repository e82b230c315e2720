import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeCharacters, visibleForm } from './describeCharacters.ts'

describe('the characters of a text', () => {
  it.each([
    ['A', 'U+0041', 'Lu', 'Latn', '41', 'A'],
    ['ß', 'U+00DF', 'Ll', 'Latn', 'C3 9F', 'ß'],
    ['ж', 'U+0436', 'Ll', 'Cyrl', 'D0 B6', 'ж'],
    ['中', 'U+4E2D', 'Lo', 'Hani', 'E4 B8 AD', '中'],
    ['か', 'U+304B', 'Lo', 'Hira', 'E3 81 8B', 'か'],
    ['7', 'U+0037', 'Nd', 'Zyyy', '37', '7'],
    ['$', 'U+0024', 'Sc', 'Zyyy', '24', '$'],
    ['😀', 'U+1F600', 'So', 'Zyyy', 'F0 9F 98 80', '😀'],
    [' ', 'U+0020', 'Zs', 'Zyyy', '20', '␣'],
    ['\u00a0', 'U+00A0', 'Zs', 'Zyyy', 'C2 A0', '␣'],
    ['\n', 'U+000A', 'Cc', 'Zyyy', '0A', '␊'],
    ['\u007f', 'U+007F', 'Cc', 'Zyyy', '7F', '␡'],
    ['\u0085', 'U+0085', 'Cc', 'Zyyy', 'C2 85', '·'],
    ['\u0301', 'U+0301', 'Mn', 'Zinh', 'CC 81', '◌\u0301'],
    ['\u200d', 'U+200D', 'Cf', 'Zinh', 'E2 80 8D', '·'],
    ['\u202e', 'U+202E', 'Cf', 'Zyyy', 'E2 80 AE', '·'],
    ['\ue000', 'U+E000', 'Co', '', 'EE 80 80', '·'],
    ['\ud83d', 'U+D83D', 'Cs', '', '', '·'],
  ])('%j is %s, %s, %s', (character, code, category, script, utf8, visible) => {
    const [row] = describeCharacters(character, 1)
    expect(row).toEqual({ character, code, category, script, utf8 })
    expect(visibleForm({ character, category })).toBe(visible)
  })

  it('are counted one by one, up to a limit', () => {
    expect(describeCharacters('e\u0301👩‍💻', 9).map(({ code }) => code)).toEqual([
      'U+0065',
      'U+0301',
      'U+1F469',
      'U+200D',
      'U+1F4BB',
    ])
    expect(describeCharacters('abc', 2)).toHaveLength(2)
    expect(describeCharacters('', 2)).toEqual([])
  })

  it('all have a category, and bytes that are theirs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const rows = describeCharacters(text, text.length)
        const bytes = rows.flatMap(({ utf8 }) => utf8.split(' ').map((byte) => Number.parseInt(byte, 16)))
        expect(rows.every(({ category }) => category !== '')).toBe(true)
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes))).toBe(text)
      }),
    )
  })
})
