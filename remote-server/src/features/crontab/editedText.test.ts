import fc from 'fast-check'
import { expect, it } from 'vitest'
import { editedText, shownText } from './editedText.ts'

const raw = fc.array(fc.constantFrom('a', 'b', '\n', '\r\n', '\r'), { maxLength: 20 }).map((all) => all.join(''))

it('a text that was only looked at stays as it is', () => {
  fc.assert(
    fc.property(raw, (text) => {
      expect(editedText(text, shownText(text))).toBe(text)
    }),
    { numRuns: 1000 },
  )
})

it('what was typed is what an editor shows again', () => {
  fc.assert(
    fc.property(raw, fc.string({ unit: fc.constantFrom('a', 'b', '\n') }), (text, typed) => {
      expect(shownText(editedText(text, typed))).toBe(typed)
    }),
    { numRuns: 1000 },
  )
})

it('the ends of other lines stay when one line changes', () => {
  expect(editedText('a\r\nb\nc\r\nd', 'a\nx\nc\nd')).toBe('a\r\nx\nc\r\nd')
  expect(editedText('a\r\nb\r\n', 'a\nnew\nb\n')).toBe('a\r\nnew\nb\r\n')
})

it('lone returns stay apart however many empty lines follow', () => {
  for (const [raw, typed] of [
    ['a\r\r\nb', 'a\n\n\nb'],
    ['\r\r\r', '\n\n\n\n'],
    ['a\r\rb', 'a\n\n\n\nb'],
  ] as const) {
    expect(shownText(editedText(raw, typed))).toBe(typed)
  }
})
