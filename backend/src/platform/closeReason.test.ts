import { expect, it } from 'vitest'
import { closeReason } from './closeReason.ts'

it.each([
  ['too short to be cut', 'session closed', 'session closed'],
  ['of exactly the room there is', 'x'.repeat(123), 'x'.repeat(123)],
  ['longer', 'x'.repeat(124), 'x'.repeat(123)],
  ['with a character that would be cut in two', `${'x'.repeat(121)}中文`, 'x'.repeat(121)],
  ['with one of four bytes at its end', `${'x'.repeat(120)}👍👍`, 'x'.repeat(120)],
])('a reason %s ends between two characters', (_name, text, cut) => {
  expect(closeReason(text)).toBe(cut)
})
