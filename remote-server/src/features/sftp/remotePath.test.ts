import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crumbsOf, freeName, isWithin, joinPath, nameOf, nameProblem, parentOf, resolvePath } from './remotePath.ts'

const name = fc
  .string({ minLength: 1, unit: 'grapheme' })
  .filter((text) => !text.includes('/') && text !== '.' && text !== '..' && text.trim() === text && text[0] !== '~')

describe('a path', () => {
  it('is taken apart as it was put together', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        const path = names.reduce(joinPath, '/')
        expect(nameOf(path)).toBe(names.at(-1))
        expect(parentOf(path)).toBe(names.slice(0, -1).reduce(joinPath, '/'))
        expect(crumbsOf(path).map((crumb) => crumb.name)).toEqual(['/', ...names])
        expect(crumbsOf(path).at(-1)?.path).toBe(path)
        expect(resolvePath(path, '/elsewhere', '/root')).toBe(path)
      }),
    )
  })

  it('has a root that is around itself', () => {
    expect([parentOf('/'), nameOf('/'), parentOf('/etc'), crumbsOf('/').length]).toEqual(['/', '', '/', 1])
  })

  it.each([
    ['/etc//nginx/./', '/etc/nginx'],
    ['../log', '/var/log'],
    ['../../../..', '/'],
    ['~', '/home/ada'],
    ['~/.ssh', '/home/ada/.ssh'],
    ['~ada', '/var/www/~ada'],
    ['', '/var/www'],
    [' logs ', '/var/www/logs'],
  ])('typed as %j in /var/www is %s', (typed, meant) => {
    expect(resolvePath(typed, '/var/www', '/home/ada')).toBe(meant)
  })

  it('knows what lies within a folder, and is not taken in by a longer name', () => {
    expect(isWithin('/srv/shop', '/srv/shop')).toBe(true)
    expect(isWithin('/srv/shop/a', '/srv/shop')).toBe(true)
    expect(isWithin('/srv/shopping', '/srv/shop')).toBe(false)
    expect(isWithin('/anything', '/')).toBe(true)
  })
})

describe('a name', () => {
  it('gets a number when it is taken, before its end', () => {
    const taken = new Set(['a.txt', 'a (2).txt', '.env', 'Makefile'])
    const free = (wanted: string) => freeName(wanted, (other) => taken.has(other))
    expect([free('b.txt'), free('a.txt'), free('.env'), free('Makefile')]).toEqual([
      ...['b.txt', 'a (3).txt', '.env (2)', 'Makefile (2)'],
    ])
  })

  it.each([
    ['', 'empty'],
    ['..', 'dots'],
    ['a/b', 'slash'],
    ['界'.repeat(86), 'long'],
    ['界'.repeat(85), undefined],
    ['-rf', undefined],
    ['line\nbreak', undefined],
  ])('%j is %s', (name, problem) => expect(nameProblem(name)).toBe(problem))
})
