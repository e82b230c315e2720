import { describe, expect, it } from 'vitest'
import { lineEnds } from './lineEnds.ts'

describe('line ends', () => {
  it.each([
    ['a\r\nb\r\n', 'a\nb\nc\n', 'a\r\nb\r\nc\r\n'],
    ['a\nb\n', 'a\nb\nc', 'a\nb\nc'],
    ['', 'a\n', 'a\n'],
  ])('of %j stay as they are', (before, edited, saved) => {
    const ends = lineEnds(before)
    expect(ends.shown).not.toContain('\r')
    expect(ends.toSaved(ends.shown)).toBe(before)
    expect(ends.toSaved(edited)).toBe(saved)
  })
})
