import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTexts } from './i18n.ts'
import { isolated } from './isolated.ts'

const BEGIN = '\u2068'
const END = '\u2069'
const texts = { en: { removed: 'Removed “{{name}}” for good', copy: 'Copy of {{- name}}' } }

/** Of each place in a text, how many isolates are open there, as a browser counts them. */
function depths(text: string): number[] {
  let depth = 0
  return [...text].map((letter) => {
    if ('\u2066\u2067\u2068'.includes(letter)) depth += 1
    if (letter === END) depth = Math.max(0, depth - 1)
    return depth
  })
}

it('leaves a name as it is that is read from left to right', () => {
  expect(['web-1', '生产', '', '{{7*7}} =1+1', '👨‍👩‍👧‍👦', 'Z̶'].map(isolated)).toEqual([
    ...['web-1', '生产', '', '{{7*7}} =1+1', '👨‍👩‍👧‍👦', 'Z̶'],
  ])
})

it.each(['خادم', 'שרת', 'safe\u202Egpj.exe', 'a\u200F'])('keeps %j apart', (name) => {
  expect(isolated(name)).toBe(`${BEGIN}${name}${END}`)
})

it('is not left by a name, whatever it holds, and leaves nothing open behind it', () => {
  const letter = fc.constantFrom('a', ' ', 'ש', '\u202E', '\u202C', '\u2066', '\u2067', BEGIN, END)
  fc.assert(
    fc.property(fc.string({ unit: letter, maxLength: 12 }), (name) => {
      const kept = isolated(name)
      expect(kept).toContain(name)
      if (kept === name) return
      const inside = depths(kept)
      expect(inside.at(-1)).toBe(0)
      expect(Math.min(...inside.slice(0, -1))).toBeGreaterThan(0)
    }),
  )
})

it('keeps every value of a text apart, but for one that is told to stay as it is', () => {
  const { t } = createTexts('en', 'area', texts)
  expect(t('removed', { name: 'שרת' })).toBe(`Removed “${BEGIN}שרת${END}” for good`)
  expect(t('removed', { name: '<b>{{7*7}} $t(copy)</b>' })).toBe('Removed “<b>{{7*7}} $t(copy)</b>” for good')
  expect(t('copy', { name: 'שרת' })).toBe('Copy of שרת')
})
