import { describe, expect, it } from 'vitest'
import { textPlace } from './textPlace.ts'

describe('the place of a flaw', () => {
  it.each([
    ['%', 0, 1, 1, 1],
    ['ab%', 2, 1, 1, 3],
    ['a\n%', 2, 1, 2, 1],
    ['a\r\n%', 3, 1, 2, 1],
    ['a\rb%', 3, 1, 2, 2],
    ['\n\n\n  %', 5, 1, 4, 3],
    ['😀😀%', 4, 1, 1, 3],
    ['é中%', 2, 1, 1, 3],
  ])('in %j is counted in lines and characters', (text, at, length, line, column) => {
    expect(textPlace(text, { at, length })).toMatchObject({ line, column, flaw: '%' })
  })

  it('is shown with what stands around it in its line', () => {
    expect(textPlace('one\ntwo %zz three\nfour', { at: 8, length: 3 })).toMatchObject({
      before: 'two ',
      flaw: '%zz',
      after: ' three',
    })
    expect(textPlace(`${'a'.repeat(20)}%${'b'.repeat(20)}`, { at: 20, length: 1 })).toMatchObject({
      before: `…${'a'.repeat(12)}`,
      after: `${'b'.repeat(12)}…`,
    })
    expect(textPlace(`${'😀'.repeat(13)}%${'😀'.repeat(13)}`, { at: 26, length: 1 })).toMatchObject({
      before: `…${'😀'.repeat(12)}`,
      after: expect.stringMatching(/^(?:😀){12}/u),
    })
  })
})
