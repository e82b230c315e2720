import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shellWords } from './shellWords.ts'

it.each([
  ['-rtv --exclude .git', ['-rtv', '--exclude', '.git']],
  [`--exclude='a b' "c'd"e ''`, ['--exclude=a b', "c'de", '']],
  ['a\\ b', ['a b']],
  ['  ', []],
  ["'open", undefined],
  ['end\\', undefined],
])('splits %s', (line, words) => {
  expect(shellWords(line)).toEqual(words)
})

it('gives back any words that were quoted', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
      expect(shellWords(line)).toEqual(words)
    }),
  )
})
