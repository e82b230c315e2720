import { describe, expect, it } from 'vitest'
import {
  boxesOf,
  dividersOf,
  neighbourOf,
  type PaneTree,
  panesOf,
  splitPane,
  withoutPane,
  withShare,
} from './paneTree.ts'

// a | b
//   | -----
//   | c | d
const right = splitPane({ pane: 'a' }, 'a', 'row', 'b')
const tree: PaneTree = splitPane(splitPane(right, 'b', 'column', 'c'), 'c', 'row', 'd')

describe('the panes of a tab', () => {
  it('are split right and down, and fill the whole together', () => {
    expect(panesOf(tree)).toEqual(['a', 'b', 'c', 'd'])
    expect(Object.fromEntries(boxesOf(tree))).toEqual({
      a: { left: 0, top: 0, width: 0.5, height: 1 },
      b: { left: 0.5, top: 0, width: 0.5, height: 0.5 },
      c: { left: 0.5, top: 0.5, width: 0.25, height: 0.5 },
      d: { left: 0.75, top: 0.5, width: 0.25, height: 0.5 },
    })
  })

  it('leave their place to their neighbour', () => {
    expect(withoutPane(tree, 'a')).toEqual(splitPane(splitPane({ pane: 'b' }, 'b', 'column', 'c'), 'c', 'row', 'd'))
    expect(panesOf(withoutPane(tree, 'c') ?? { pane: '' })).toEqual(['a', 'b', 'd'])
    expect(withoutPane({ pane: 'a' }, 'a')).toBeUndefined()
    expect(withoutPane(tree, 'nobody')).toEqual(tree)
  })

  it('have borders that can be moved, but not so far that a pane is gone', () => {
    expect(dividersOf(tree).map(({ path, direction }) => [path, direction])).toEqual([
      ['', 'row'],
      ['s', 'column'],
      ['ss', 'row'],
    ])
    expect(boxesOf(withShare(tree, 'ss', 0.8)).get('c')?.width).toBeCloseTo(0.4)
    expect(boxesOf(withShare(tree, '', -3)).get('a')?.width).toBeCloseTo(0.08)
    expect(boxesOf(withShare(tree, '', 7)).get('a')?.width).toBeCloseTo(0.92)
  })

  it.each([
    ['a', 'right', 'b'],
    ['a', 'left', undefined],
    ['b', 'down', 'c'],
    ['b', 'left', 'a'],
    ['c', 'right', 'd'],
    ['d', 'left', 'c'],
    ['d', 'up', 'b'],
    ['d', 'down', undefined],
  ] as const)('lie so that going from %s %s leads to %s', (from, side, to) => {
    expect(neighbourOf(tree, from, side)).toBe(to)
  })
})
