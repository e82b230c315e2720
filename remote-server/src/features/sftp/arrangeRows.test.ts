import type { SftpFile } from '@windlass/shared-kit/contract/sftpListing'
import { describe, expect, it } from 'vitest'
import { BY_NAME, filterRows, type Sort, sortRows } from './arrangeRows.ts'
import { rowOf } from './fileRow.ts'

const file = (name: string, more: Partial<SftpFile> = {}) =>
  rowOf({
    ...{ name, size: 0, time: 0, kind: 'file', bits: 0o644, uid: 0, gid: 0, owner: 'root', group: 'root' },
    ...more,
  })
const dir = (name: string) => file(name, { kind: 'dir', size: 4096 })
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const sorted = (rows: ReturnType<typeof file>[], sort: Sort = BY_NAME) => namesOf(sortRows(rows, sort))

describe('rows', () => {
  it('are sorted as people count and read, folders first', () => {
    const names = ['b', 'a10', 'a2', 'B', 'élan', 'ezra', 'a02', '-rf', 'Zoo'].map((name) => file(name))
    expect(sorted([...names, dir('zz'), file('to-dir', { kind: 'link', target: 'zz', targetKind: 'dir' })])).toEqual([
      ...['to-dir', 'zz', '-rf', 'a02', 'a2', 'a10', 'B', 'b', 'élan', 'ezra', 'Zoo'],
    ])
  })

  it('compare numbers that no number type holds', () => {
    expect(sorted([file(`v${'9'.repeat(40)}`), file(`v1${'0'.repeat(40)}`), file('v3')])).toEqual([
      ...['v3', `v${'9'.repeat(40)}`, `v1${'0'.repeat(40)}`],
    ])
  })

  it('are turned around within folders and files, and equal ones stay by name', () => {
    const rows = [file('c', { size: 5 }), file('a', { size: 9 }), file('b', { size: 5 }), dir('y'), dir('x')]
    expect(sorted(rows, { by: 'size', isDown: true })).toEqual(['x', 'y', 'a', 'b', 'c'])
    expect(sorted(rows, { by: 'name', isDown: true })).toEqual(['y', 'x', 'c', 'b', 'a'])
    expect(sorted(rows, { by: 'size', isDown: false })).toEqual(['x', 'y', 'b', 'c', 'a'])
  })

  it('sort by time, owner and mode', () => {
    const rows = [
      file('a', { time: 3, owner: 'www', bits: 0o600 }),
      file('b', { time: 1, owner: 'ada', bits: 0o755 }),
      file('c', { time: 2, owner: 'ada', bits: 0o644, group: 'zoo' }),
    ]
    expect(sorted(rows, { by: 'time', isDown: false })).toEqual(['b', 'c', 'a'])
    expect(sorted(rows, { by: 'owner', isDown: false })).toEqual(['b', 'c', 'a'])
    expect(sorted(rows, { by: 'mode', isDown: true })).toEqual(['b', 'c', 'a'])
  })

  it('are found by a part or a pattern, hidden ones only when wanted', () => {
    const rows = ['.env', 'App.log', 'app.log.1', 'a(b).txt', 'notes'].map((name) => file(name))
    const found = (filter: string, showsHidden = false) => namesOf(filterRows(rows, { filter, showsHidden }))
    expect(found('')).toEqual(['App.log', 'app.log.1', 'a(b).txt', 'notes'])
    expect(found('', true)).toHaveLength(5)
    expect(found('APP')).toEqual(['App.log', 'app.log.1'])
    expect(found('*.log')).toEqual(['App.log'])
    expect(found('a(b)*')).toEqual(['a(b).txt'])
    expect(found('not?s')).toEqual(['notes'])
    expect(found('env')).toEqual([])
    expect(found('[')).toEqual([])
  })

  it('of 100,000 files are sorted by their numbers and searched', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) =>
      file(`File-${(index * 7919) % 100_000}.log`, { size: index }),
    )
    const all = sortRows(rows, BY_NAME)
    expect(all.map(({ name }) => name)).toEqual(rows.map((_, index) => `File-${index}.log`))
    expect(filterRows(all, { filter: '9999', showsHidden: false })).toHaveLength(19)
    expect(sortRows(rows, { by: 'size', isDown: true })[0]?.size).toBe(99_999)
  })
})
