import { expect, it } from 'vitest'
import { hear, together } from './runOutput.ts'

const kept = { head: 'abc', cut: 10, tail: 'xyz' }

it('joins what is fetched and what is heard without a gap and without saying anything twice', () => {
  let heard = hear(undefined, { offset: 14, text: 'yz' })
  heard = hear(heard, { offset: 16, text: '12' })
  expect(heard).toEqual({ offset: 14, text: 'yz12' })
  expect(together(kept, heard)).toEqual({ head: 'abc', cut: 10, tail: 'xyz12' })
  expect(together(kept, { offset: 40, text: 'later' })).toEqual(kept)
  expect(together(undefined, { offset: 0, text: 'first' }).tail).toBe('first')
})

it('begins anew after a gap, and does not go back', () => {
  const heard = hear({ offset: 0, text: 'abc' }, { offset: 9, text: 'later' })
  expect(heard).toEqual({ offset: 9, text: 'later' })
  expect(hear(heard, { offset: 0, text: 'abc' })).toBe(heard)
})
