import { describe, expect, it } from 'vitest'
import { choose, chooseAll, findByStart, keepThere, NOTHING, reachOf, type Selection, step } from './selection.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e']
const chosen = (selection: Selection) => [...selection.names].toSorted().join('')
const press = (keys: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey', boolean>>) =>
  reachOf({ shiftKey: false, ctrlKey: false, metaKey: false, ...keys })

describe('choosing', () => {
  it('takes one, adds one, takes one away', () => {
    const one = choose(NOTHING, NAMES, 'b', 'only')
    const two = choose(one, NAMES, 'd', 'add')
    expect([chosen(one), chosen(two), chosen(choose(two, NAMES, 'b', 'add'))]).toEqual(['b', 'bd', 'd'])
    expect(chosen(choose(two, NAMES, 'e', 'only'))).toBe('e')
  })

  it('takes a range both ways from the same end, and adds one to what there is', () => {
    const start = choose(NOTHING, NAMES, 'c', 'only')
    const down = choose(start, NAMES, 'e', 'range')
    expect([chosen(down), chosen(choose(down, NAMES, 'a', 'range'))]).toEqual(['cde', 'abc'])
    const apart = choose(choose(NOTHING, NAMES, 'a', 'only'), NAMES, 'c', 'add')
    expect(chosen(choose(apart, NAMES, 'd', 'range-add'))).toBe('acd')
  })

  it('begins a range at the row itself when there is nowhere else', () => {
    expect(chosen(choose(NOTHING, NAMES, 'c', 'range'))).toBe('c')
    expect(chosen(choose({ ...NOTHING, anchor: 'gone' }, NAMES, 'c', 'range'))).toBe('c')
  })

  it('reads the keys', () => {
    expect([press({}), press({ ctrlKey: true }), press({ metaKey: true }), press({ shiftKey: true })]).toEqual([
      ...['only', 'add', 'add', 'range'],
    ])
    expect(press({ shiftKey: true, ctrlKey: true })).toBe('range-add')
  })
})

describe('the cursor', () => {
  it('walks and stops at the ends', () => {
    const first = step(NOTHING, NAMES, 1, 'only')
    expect(first.cursor).toBe('a')
    expect(step(first, NAMES, -1, 'only').cursor).toBe('a')
    expect(step(first, NAMES, 100, 'only').cursor).toBe('e')
    expect(step(NOTHING, NAMES, -1, 'only').cursor).toBe('e')
    expect(step(NOTHING, [], 1, 'only')).toBe(NOTHING)
  })

  it('takes the selection along with Shift, and leaves it with Ctrl', () => {
    const start = choose(NOTHING, NAMES, 'b', 'only')
    const shifted = step(step(start, NAMES, 1, 'range'), NAMES, 1, 'range')
    expect(chosen(shifted)).toBe('bcd')
    expect(chosen(step(shifted, NAMES, -1, 'range'))).toBe('bc')
    const wandered = step(shifted, NAMES, 1, 'add')
    expect([chosen(wandered), wandered.cursor]).toEqual(['bcd', 'e'])
  })

  it('is found by what is typed, around the end', () => {
    const names = ['Alpha', 'beta', 'Bravo', 'gamma']
    const at = (cursor: string | undefined, start: string) => findByStart({ ...NOTHING, cursor }, names, start)
    expect([at(undefined, 'br'), at('beta', 'b'), at('Bravo', 'b'), at('Bravo', 'br'), at('gamma', 'x')]).toEqual([
      ...['Bravo', 'Bravo', 'beta', 'Bravo', undefined],
    ])
  })
})

it('forgets what is no longer there', () => {
  const all = chooseAll(choose(NOTHING, NAMES, 'b', 'only'), NAMES)
  const left = keepThere(all, ['a', 'c'])
  expect([chosen(left), left.cursor, left.anchor]).toEqual(['ac', undefined, undefined])
  expect(keepThere(NOTHING, [])).toBe(NOTHING)
})
