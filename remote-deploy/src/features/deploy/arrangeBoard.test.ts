import { DeployState } from '@windlass/shared-kit/contract/enums'
import { describe, expect, it } from 'vitest'
import { arrangeBoard } from './arrangeBoard.ts'
import { boardRow } from './boardRow.ts'
import { deployRow } from './deployRow.fixture.ts'

const shop = boardRow(deployRow())
const billing = boardRow(
  deployRow({ id: 8, name: 'Billing', environment: 3, label: 'finance,web', deployState: DeployState.Failed }),
)
const waiting = boardRow(
  deployRow({ id: 9, name: 'docs', label: '', deployState: DeployState.Deploying, queuePosition: 2 }),
)
const all = [shop, billing, waiting]
const open = { environment: undefined, labels: [], pins: undefined }
const plain = { search: '', filter: open, sort: 'idDesc', grouping: 'none', pinned: [] } as const
const names = (groups: ReturnType<typeof arrangeBoard>) =>
  groups.map(({ key, rows }) => [key, ...rows.map(({ row }) => row.name)])

describe('the board', () => {
  it('tells a queued deploy apart from one that runs', () => {
    expect(all.map(({ state }) => state)).toEqual(['success', 'failed', 'waiting'])
    expect(boardRow(deployRow({ deployState: DeployState.Deploying })).state).toBe('running')
  })

  it('finds by any words, in any order and letter case', () => {
    expect(names(arrangeBoard(all, { ...plain, search: 'PRICES shop' }))).toEqual([['', 'shop']])
    expect(names(arrangeBoard(all, { ...plain, search: 'finance' }))).toEqual([['', 'Billing']])
    expect(arrangeBoard(all, { ...plain, search: 'nothing like it' })).toEqual([])
  })

  it('is narrowed to an environment, to any of some labels, and to what is pinned or not', () => {
    const narrowed = (filter: object) =>
      arrangeBoard(all, { ...plain, pinned: [8], filter: { ...open, ...filter } }).flatMap(({ rows }) =>
        rows.map(({ row }) => row.name),
      )
    expect(narrowed({ environment: 3 })).toEqual(['Billing'])
    expect(narrowed({ labels: ['finance', 'web'] })).toEqual(['Billing', 'shop'])
    expect(narrowed({ labels: ['fin'] })).toEqual([])
    expect(narrowed({ pins: 'pinned' })).toEqual(['Billing'])
    expect(narrowed({ pins: 'unpinned' })).toEqual(['docs', 'shop'])
    expect(narrowed({ pins: 'unpinned', environment: 3 })).toEqual([])
  })

  it('puts what is pinned first, the latest pin on top, whatever the order', () => {
    expect(names(arrangeBoard(all, { ...plain, pinned: [7, 8] }))).toEqual([['', 'shop', 'Billing', 'docs']])
  })

  it('groups by environment, and shows a project below each of its labels', () => {
    expect(names(arrangeBoard(all, { ...plain, grouping: 'environment' }))).toEqual([
      ['1', 'docs', 'shop'],
      ['3', 'Billing'],
    ])
    expect(names(arrangeBoard(all, { ...plain, grouping: 'label' }))).toEqual([
      ['', 'docs'],
      ['finance', 'Billing'],
      ['web', 'Billing', 'shop'],
    ])
  })

  it('survives a commit that an older server wrote in another form', () => {
    expect(boardRow(deployRow({ publishExt: 'not json' })).commit).toEqual({})
  })
})
