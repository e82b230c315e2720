import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import type { SftpKind } from '@windlass/shared-kit/contract/sftpListing'
import { expect, it } from 'vitest'
import { type Circumstances, type Command, fits, mayDo } from './commands.ts'
import { rowOf } from './fileRow.ts'

const row = (name: string, kind: SftpKind = 'file') =>
  rowOf({ name, kind, size: 1, time: 0, bits: 0, uid: 0, gid: 0, owner: '', group: '' })
const about = (patch: Partial<Circumstances> = {}): Circumstances => ({
  ...{ chosen: [], other: undefined, hasClipboard: false, serverId: 1, path: '/srv' },
  ...patch,
})
const fitting = (commands: Command[], patch: Partial<Circumstances>) =>
  commands.filter((command) => fits(command, about(patch)))

it('works on nothing only where nothing is needed', () => {
  expect(fitting(['delete', 'rename', 'download', 'newFolder', 'upload', 'refresh', 'paste'], {})).toEqual([
    ...['newFolder', 'upload', 'refresh'],
  ])
  expect(fitting(['paste'], { hasClipboard: true })).toEqual(['paste'])
})

it('reads files, opens folders, and leaves pipes and devices alone', () => {
  const all: Command[] = ['open', 'preview', 'edit', 'download', 'delete']
  expect(fitting(all, { chosen: [row('a')] })).toEqual(all)
  expect(fitting(all, { chosen: [row('d', 'dir')] })).toEqual(['open', 'download', 'delete'])
  expect(fitting(all, { chosen: [row('p', 'fifo')] })).toEqual(['delete'])
  expect(fitting(all, { chosen: [row('a'), row('b')] })).toEqual(['download', 'delete'])
})

it('works across only when the other side shows another folder, and moves only on one server', () => {
  const across: Command[] = ['copyAcross', 'moveAcross']
  const chosen = [row('a')]
  expect(fitting(across, { chosen })).toEqual([])
  expect(fitting(across, { chosen, other: { serverId: 1, path: '/srv' } })).toEqual([])
  expect(fitting(across, { chosen, other: { serverId: 1, path: '/var' } })).toEqual(across)
  expect(fitting(across, { chosen, other: { serverId: 2, path: '/srv' } })).toEqual(['copyAcross'])
})

it('asks for the permission of each', () => {
  const holds =
    (...held: PermissionId[]) =>
    (any: readonly PermissionId[]) =>
      any.some((id) => held.includes(id))
  expect(mayDo('delete', holds(Permission.SFTPEditFile))).toBe(false)
  expect(mayDo('delete', holds(Permission.SFTPDeleteFile))).toBe(true)
  expect(mayDo('refresh', holds())).toBe(true)
})
