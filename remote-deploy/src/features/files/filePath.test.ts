import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crumbsOf, joinPath, nameOf, parentOf, searchFor, tidyPath } from './filePath.ts'

const name = fc.string({ minLength: 1 }).filter((text) => !text.includes('/') && text !== '.' && text.trim() === text)

describe('a path', () => {
  it('is taken apart as it was put together', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        const path = names.reduce(joinPath, '')
        expect(nameOf(path)).toBe(names.at(-1))
        expect(parentOf(path)).toBe(names.slice(0, -1).join('/'))
        expect(crumbsOf(path).map((crumb) => crumb.name)).toEqual(names)
        expect(crumbsOf(path).at(-1)?.path).toBe(path)
        expect(new URLSearchParams(searchFor(parentOf(path), nameOf(path))).get('file')).toBe(nameOf(path))
      }),
    )
  })

  it.each([
    ['', ''],
    ['/', ''],
    [' /src//lib/./x/ ', 'src/lib/x'],
  ])('that is typed as %j means %j', (typed, meant) => {
    expect(tidyPath(typed)).toBe(meant)
  })

  it('needs no query at the top', () => {
    expect([searchFor(''), crumbsOf(''), parentOf('a')]).toEqual(['', [], ''])
  })
})
