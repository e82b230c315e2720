import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeUri, encodeUri, type UriUse } from './uriText.ts'

const PART: UriUse = { isWhole: false, isForm: false }
const WHOLE: UriUse = { isWhole: true, isForm: false }
const FORM: UriUse = { isWhole: false, isForm: true }

/** Any text, also with halves of surrogate pairs. */
const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) })
/** Text in which escapes, whole and broken, are frequent. */
const escapedText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '%',
        '+',
        '%2F',
        '%23',
        '%e4%b8%ad',
        '%F0%9F%98%80',
        '%ED%A0%80',
        '%C0%80',
        'a',
        '中',
        '/',
        '\u{1F600}',
      ),
      fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
    ),
  )
  .map((pieces) => pieces.join(''))
const uses = fc.record({ isWhole: fc.boolean(), isForm: fc.boolean() })

describe('decoding', () => {
  it.each([
    ['nothing', '', PART, ''],
    ['text without escapes', 'plain / text?', PART, 'plain / text?'],
    ['a space', 'a%20b', PART, 'a b'],
    ['a plus of no form', 'a+b', PART, 'a+b'],
    ['a plus of a form', 'a+b%2Bc', FORM, 'a b+c'],
    ['small digits', '%e4%b8%ad', PART, '中'],
    ['large digits', '%E4%B8%AD', PART, '中'],
    ['two bytes', '%C3%A9', PART, 'é'],
    ['four bytes', '%F0%9F%98%80', PART, '😀'],
    ['the last character there is', '%F4%8F%BF%BF', PART, '\u{10ffff}'],
    ['a zero', '%00', PART, '\0'],
    ['a line break', 'a%0D%0Ab', PART, 'a\r\nb'],
    ['a byte order mark', '%EF%BB%BFa', PART, '\ufeffa'],
    ['what was encoded twice, once', '%2520', PART, '%20'],
    ['the marks of an address', '%2F%3F%23%26', PART, '/?#&'],
    ['a whole address, but for its marks', 'https://x.y/%E4%B8%AD%2F%20%23', WHOLE, 'https://x.y/中%2F %23'],
    ['a whole address with a percent sign', '%25', WHOLE, '%'],
  ])('reads %s', (_, text, use, decoded) => {
    expect(decodeUri(text, use)).toEqual({ text: decoded, flaws: [] })
  })

  it.each([
    ['a sign alone', '%', '%', 'digits', 0, 1],
    ['a sign at the end', '100%', '100%', 'digits', 3, 1],
    ['one digit', 'a%4', 'a%4', 'digits', 1, 2],
    ['no digits', 'a%zz%20', 'a%zz ', 'digits', 1, 3],
    ['a sign before an escape', '%%41', '%A', 'digits', 0, 1],
    ['a sign before a space', '5% of', '5% of', 'digits', 1, 1],
    ['a byte that only continues', '%80a', '%80a', 'utf8', 0, 3],
    ['a character without its end', '%E4%B8', '%E4%B8', 'utf8', 0, 6],
    ['a character cut by another', '%E4%B8%41', '%E4%B8A', 'utf8', 0, 6],
    ['an overlong form', '%C0%80', '%C0%80', 'utf8', 0, 3],
    ['an overlong form of three', '%E0%80%80', '%E0%80%80', 'utf8', 0, 3],
    ['half a surrogate pair', '%ED%A0%80', '%ED%A0%80', 'utf8', 0, 3],
    ['what is beyond Unicode', '%F4%90%80%80', '%F4%90%80%80', 'utf8', 0, 3],
    ['a byte that is in no text', '%FF', '%FF', 'utf8', 0, 3],
    ['another encoding', 'caf%E9', 'caf%E9', 'utf8', 3, 3],
  ])('keeps %s and says where', (_, text, decoded, kind, at, length) => {
    const { text: kept, flaws } = decodeUri(text, PART)
    expect(kept).toBe(decoded)
    expect(flaws[0]).toEqual({ kind, at, length })
  })

  it('goes on after each flaw', () => {
    expect(decodeUri('%E4%B8x%20%y%E4%B8%AD%FF', PART)).toEqual({
      text: '%E4%B8x %y中%FF',
      flaws: [
        { kind: 'utf8', at: 0, length: 6 },
        { kind: 'digits', at: 10, length: 2 },
        { kind: 'utf8', at: 21, length: 3 },
      ],
    })
  })

  it('does what the built-in functions do with all that they accept, and finds a flaw in the rest', () => {
    const builtIn = (text: string, isWhole: boolean) => {
      try {
        return { text: isWhole ? decodeURI(text) : decodeURIComponent(text), flaws: [] }
      } catch (error) {
        return { error }
      }
    }
    fc.assert(
      fc.property(fc.oneof(escapedText, anyText), fc.boolean(), (text, isWhole) => {
        const expected = builtIn(text, isWhole)
        const ours = decodeUri(text, { isWhole, isForm: false })
        expect('error' in expected ? ours.flaws.length > 0 : ours).toEqual('error' in expected || expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('marks places that are in the text and do not overlap', () => {
    fc.assert(
      fc.property(escapedText, uses, (text, use) => {
        let end = 0
        for (const { at, length } of decodeUri(text, use).flaws) {
          expect(at).toBeGreaterThanOrEqual(end)
          expect(text.slice(at, at + length)).toMatch(/^%/)
          end = at + 1
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('encoding', () => {
  it.each([
    ['nothing', '', PART, ''],
    ['unreserved characters', "AZaz09-_.!~*'()", PART, "AZaz09-_.!~*'()"],
    ['the marks of an address', ';/?:@&=+$,#', PART, '%3B%2F%3F%3A%40%26%3D%2B%24%2C%23'],
    ['the marks of a whole address', ';/?:@&=+$,#', WHOLE, ';/?:@&=+$,#'],
    ['a space', 'a b', PART, 'a%20b'],
    ['a space of a form', 'a b+c', FORM, 'a+b%2Bc'],
    ['other letters', '中é', PART, '%E4%B8%AD%C3%A9'],
    ['a pair', '😀', PART, '%F0%9F%98%80'],
    ['what is encoded already', '%20', PART, '%2520'],
    ['a line break', 'a\nb', PART, 'a%0Ab'],
    ['a whole address', 'https://x.y/中 文?q=é#ü', WHOLE, 'https://x.y/%E4%B8%AD%20%E6%96%87?q=%C3%A9#%C3%BC'],
  ])('writes %s', (_, text, use, encoded) => {
    expect(encodeUri(text, use)).toEqual({ text: encoded, flaws: [] })
  })

  it.each([
    ['at the start', '\ud83d a', '\ud83d%20a', 0],
    ['at the end', 'é\ude00', '%C3%A9\ude00', 1],
    ['in the wrong order', '\ude00\ud83d', '\ude00\ud83d', 0],
    ['after a pair', '😀\ud83d', '%F0%9F%98%80\ud83d', 2],
  ])('keeps half a pair %s and says where', (_, text, encoded, at) => {
    const { text: kept, flaws } = encodeUri(text, PART)
    expect(kept).toBe(encoded)
    expect(flaws[0]).toEqual({ kind: 'lone', at, length: 1 })
  })

  it('does what the built-in functions do with all that they accept', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(encodeUri(text, PART)).toEqual({ text: encodeURIComponent(text), flaws: [] })
        expect(encodeUri(text, WHOLE)).toEqual({ text: encodeURI(text), flaws: [] })
      }),
    )
  })

  it('is undone by decoding, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, escapedText), uses, (text, { isWhole, isForm }) => {
        // A plus in a whole address may be a plus: only the fields of its query are a form's.
        const use = { isWhole, isForm: isForm && !isWhole }
        expect(decodeUri(encodeUri(text, use).text, use)).toEqual({ text, flaws: [] })
      }),
      { numRuns: 1_000 },
    )
  })
})
