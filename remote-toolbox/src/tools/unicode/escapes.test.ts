import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeEscapes } from './decodeEscapes.ts'
import { encodeEscapes, STYLES } from './encodeEscapes.ts'

/** Any text, also with halves of surrogate pairs. */
const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) })
/** Text in which escapes, whole and broken, are frequent. */
const escapedText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\\uUxX%&#;+{} 0aAfFgz9\n', '中', 'é', '\u{1F600}', '\ud83d', '\ude00'),
      fc.constantFrom(
        '\\u',
        '\\u{',
        '\\x',
        '\\U',
        'U+',
        '&#',
        '&#x',
        '%',
        '%u',
        '4e2d',
        '1F600',
        '%E4%B8%AD',
        '\\xE4',
        ' U+4E2D',
      ),
    ),
  )
  .map((pieces) => pieces.join(''))
const choices = fc.record({ style: fc.constantFrom(...STYLES.map(({ id }) => id)), isAll: fc.boolean() })

describe('decoding', () => {
  it.each([
    ['nothing', '', ''],
    ['text without escapes', 'plain 中 text', 'plain 中 text'],
    ['small digits', '\\u4e2d\\u6587', '中文'],
    ['large digits', '\\u4E2D', '中'],
    ['an escape in text', 'a\\u0020b', 'a b'],
    ['digits after an escape', '\\u00411', 'A1'],
    ['a zero', '\\u0000', '\0'],
    ['a pair', '\\ud83d\\ude00', '😀'],
    ['a pair of an escape and a character', '\ud83d\\ude00', '😀'],
    ['braces', '\\u{1F600}\\u{41}', '😀A'],
    ['braces with zeros in front', '\\u{00000041}', 'A'],
    ['halves in braces', '\\u{d83d}\\u{de00}', '😀'],
    ['the last character there is', '\\u{10FFFF}', '\u{10ffff}'],
    ['eight digits', '\\U0001F600', '😀'],
    ['two digits', '\\x41\\xe9', 'Aé'],
    ['two digits as characters', '\\xE4\\xB8\\xAD', '\u00e4\u00b8\u00ad'],
    ['bytes of an address', '%E4%B8%AD%20%41', '中 A'],
    ['the old escapes of an address', '%u4E2D', '中'],
    ['a percent sign', '100% sure, 5%', '100% sure, 5%'],
    ['HTML', '&#x4E2D;&#X41;&#65;', '中AA'],
    ['HTML by name, which is none of ours', '&amp;', '&amp;'],
    ['code points', 'U+4E2D', '中'],
    ['a list of code points', 'U+0048 U+0069', 'Hi'],
    ['a list in text', 'see U+4E2D and U+1F600.', 'see 中 and 😀.'],
    ['two spaces between code points', 'U+0048  U+0069', 'H  i'],
    ['too few digits for a code point', 'U+41', 'U+41'],
    ['backslashes of other kinds', 'a\\nb\\\\c', 'a\\nb\\\\c'],
    ['a backslash before an escape', '\\\\u0041', '\\A'],
    ['all at once', '\\u0041\\x42%43&#68;U+0045', 'ABCDE'],
  ])('reads %s', (_, text, decoded) => {
    expect(decodeEscapes(text, false)).toEqual({ text: decoded, flaws: [] })
  })

  it.each([
    ['too few digits', 'a\\u12', 'digits', 1, 4],
    ['no digits', '\\u', 'digits', 0, 2],
    ['other letters', 'C:\\users', 'digits', 2, 2],
    ['braces without an end', '\\u{41', 'digits', 0, 5],
    ['empty braces', '\\u{}', 'digits', 0, 3],
    ['one digit of two', '\\x4', 'digits', 0, 3],
    ['seven digits of eight', '\\U0001F60', 'digits', 0, 9],
    ['what is beyond Unicode', '\\u{110000}', 'range', 0, 10],
    ['what is far beyond it', '\\u{FFFFFFFFFFFFFFFFFFFF}', 'range', 0, 24],
    ['eight digits beyond it', '\\UFFFFFFFF', 'range', 0, 10],
    ['a code point beyond it', 'U+110000', 'range', 0, 8],
    ['HTML beyond it', '&#1114112;', 'range', 0, 10],
    ['HTML without an end', '&#x41', 'semicolon', 0, 5],
    ['a character cut short', '%E4%B8', 'utf8', 0, 6],
    ['a byte that is in no text', 'a%FFb', 'utf8', 1, 3],
  ])('keeps %s and says where', (_, text, kind, at, length) => {
    expect(decodeEscapes(text, false)).toEqual({ text, flaws: [{ kind, at, length }] })
  })

  it.each([
    ['an escape', 'a\\ud83db', 'a\ud83db', 1, 6],
    ['an escape after others', '\\u4e2d%20\\ude00', '中 \ude00', 9, 6],
    ['a character', 'a\ude00\\u0041', 'a\ude00A', 1, 1],
    ['a character after an escape', '\\u0041ab\ud83d', 'Aab\ud83d', 8, 1],
    ['the second of three', '\\ud83d\\ude00\\ude00', '😀\ude00', 12, 6],
  ])('keeps half a pair that is %s and says where', (_, text, decoded, at, length) => {
    expect(decodeEscapes(text, false)).toEqual({ text: decoded, flaws: [{ kind: 'lone', at, length }] })
  })

  it('says all flaws in their order', () => {
    const { text, flaws } = decodeEscapes('\\ud83d \\u1 %FF \\u0041', false)
    expect(text).toBe('\ud83d \\u1 %FF A')
    expect(flaws.map(({ kind, at }) => [kind, at])).toEqual([
      ['lone', 0],
      ['digits', 7],
      ['utf8', 11],
    ])
  })

  it.each([
    ['\\xE4\\xB8\\xAD', '中', []],
    ['\\x41\\xE4\\xB8', 'A\\xE4\\xB8', [{ kind: 'utf8', at: 4, length: 8 }]],
    [
      '\\xE4%B8%AD',
      '\\xE4%B8%AD',
      [
        { kind: 'utf8', at: 0, length: 4 },
        { kind: 'utf8', at: 4, length: 3 },
        { kind: 'utf8', at: 7, length: 3 },
      ],
    ],
    ['\\x4', '\\x4', [{ kind: 'digits', at: 0, length: 3 }]],
  ])('reads %s as bytes when asked to', (text, decoded, flaws) => {
    expect(decodeEscapes(text, true)).toEqual({ text: decoded, flaws })
  })

  it('marks places that are in the text and do not overlap', () => {
    fc.assert(
      fc.property(escapedText, fc.boolean(), (text, isBytes) => {
        let end = 0
        for (const { at, length } of decodeEscapes(text, isBytes).flaws) {
          expect(at).toBeGreaterThanOrEqual(end)
          end = at + length
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('encoding', () => {
  it.each([
    ['nothing', '', 'u', false, ''],
    ['ASCII as it is', 'a b\n~', 'u', false, 'a b\n~'],
    ['ASCII, when asked to', 'a\n', 'u', true, '\\u0061\\u000a'],
    ['other letters', 'a中é', 'u', false, 'a\\u4e2d\\u00e9'],
    ['a pair as two', '😀', 'u', false, '\\ud83d\\ude00'],
    ['a pair as one', '😀', 'braces', false, '\\u{1f600}'],
    ['a pair as a code point', '😀', 'plus', false, 'U+1F600'],
    ['a pair for HTML', '😀', 'html', false, '&#x1F600;'],
    ['small numbers in braces', 'é', 'braces', false, '\\u{e9}'],
    ['small numbers as code points', 'é', 'plus', false, 'U+00E9'],
    ['small numbers for HTML', 'é', 'html', false, '&#xE9;'],
    ['a list of code points', '中文', 'plus', false, 'U+4E2D U+6587'],
    ['a space between code points', '中 文', 'plus', false, 'U+4E2D U+0020 U+6587'],
    ['a space after a code point', '中 x', 'plus', false, 'U+4E2D x'],
    ['digits after a code point', '中1', 'plus', false, 'U+4E2D U+0031'],
    ['letters after a code point', '中x', 'plus', false, 'U+4E2Dx'],
    ['what cannot be seen', 'a\0\u007f', 'u', false, 'a\\u0000\\u007f'],
    ['what looks like an escape', '\\u0041', 'u', false, '\\u005cu0041'],
    ['what looks like a byte', '50%ab', 'u', false, '50\\u0025ab'],
    ['a percent sign as it is', '50% x', 'u', false, '50% x'],
    ['what looks like HTML', '&#65;', 'html', false, '&#x26;#65;'],
    ['an ampersand as it is', 'a & b', 'html', false, 'a & b'],
    ['other backslashes as they are', 'a\\n', 'u', false, 'a\\n'],
    ['in the first style when it knows no such style', 'é', 'x', false, '\\u00e9'],
  ])('writes %s', (_, text, style, isAll, encoded) => {
    expect(encodeEscapes(text, { style, isAll })).toEqual({ text: encoded, flaws: [] })
  })

  it.each([
    ['u', '\\ud83dx'],
    ['braces', '\\u{d83d}x'],
    ['plus', 'U+D83Dx'],
    ['html', '&#xD83D;x'],
  ])('writes half a pair in the style %s and says where', (style, encoded) => {
    expect(encodeEscapes('a\ud83dx', { style, isAll: false })).toEqual({
      text: `a${encoded}`,
      flaws: [{ kind: 'lone', at: 1, length: 1 }],
    })
  })

  it('is undone by decoding, whatever the text and style', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, escapedText), choices, fc.boolean(), (text, choice, isBytes) => {
        expect(decodeEscapes(encodeEscapes(text, choice).text, isBytes).text).toBe(text)
      }),
      { numRuns: 5_000 },
    )
  })

  it('writes what JSON reads as the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const written = encodeEscapes(text, { style: 'u', isAll: true }).text
        expect(JSON.parse(`"${written}"`)).toBe(text)
      }),
    )
  })

  it('leaves nothing but ASCII', () => {
    fc.assert(
      fc.property(anyText, choices, (text, choice) => {
        expect(encodeEscapes(text, choice).text).toMatch(/^[\t\n\r -~]*$/)
      }),
    )
  })
})
