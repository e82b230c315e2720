import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import {
  FileCompare,
  type FileCompareItem,
  ProjectReposFileList,
  TreeCompare,
} from '@windlass/shared-kit/contract/compare'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { BLANK_PROJECT, ProjectList } from '@windlass/shared-kit/contract/project'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import ComparePage from './ComparePage.tsx'

const project = { ...BLANK_PROJECT, id: 7, name: 'shop', path: '/srv/shop' }
const item = (more: Partial<FileCompareItem>): FileCompareItem => ({
  ...{ serverId: 1, serverName: 'web-1', serverIP: '10.0.0.1', status: 'no change', isModified: false },
  ...{ reason: '', size: 5, modTime: '2026-11-20 10:00:00' },
  ...more,
})
const entry = (name: string, isDir: boolean) => ({
  name,
  size: 5,
  mode: isDir ? 'd---------' : '----------',
  modTime: '',
  isDir,
})

const open = (query: string, ...answers: NonNullable<Parameters<typeof renderPage>[1]>['answers'] & object) =>
  renderPage(<ComparePage />, {
    remote,
    path: `/deploy/compare/7${query}`,
    route: '/deploy/compare/:projectId',
    permissions: [Permission.FileCompare, Permission.ShowProjectPage],
    answers: [answer(ProjectList, { list: [project] }), ...answers],
  })

describe('a comparison', () => {
  it('of a path as it was pasted tells each server, and offers the lines where they differ', async () => {
    const items = [
      item({}),
      item({ serverId: 2, serverName: 'web-2', status: 'modified', isModified: true }),
      item({ serverId: 3, serverName: 'web-3', status: 'client error', reason: 'refused', modTime: '' }),
    ]
    const page = await open('', answer(FileCompare, items))
    await page.actor.type(await screen.findByRole('textbox', { name: 'Path' }), '/srv/shop/conf/../app.ini')
    await page.actor.click(screen.getByRole('button', { name: 'Compare file' }))
    expect((await screen.findByText('web-2')).closest('tr')?.textContent).toContain('differs')
    expect(page.inputsOf(FileCompare)).toEqual([{ projectId: 7, filePath: 'conf/app.ini' }])
    expect(page.path()).toBe('/deploy/compare/7?path=conf%2Fapp.ini&what=file')
    expect(screen.getByText('web-3').closest('tr')?.textContent).toMatch(/not reached.*refused/)
    expect(screen.getAllByRole('button', { name: /^Show lines/ })).toHaveLength(1)
    // The same question again asks the servers again.
    await page.actor.click(screen.getByRole('button', { name: 'Compare file' }))
    await waitFor(() => expect(page.inputsOf(FileCompare)).toHaveLength(2))
  })

  it('of a directory counts what differs, and narrows the list by a click', async () => {
    const counts = { same: 40, changed: 1, missing: 1, onlyThere: 0 }
    const entries = [
      { path: 'a.js', change: 'changed' as const, size: 1, serverSize: 2 },
      { path: 'b.js', change: 'missing' as const, size: 1, serverSize: -1 },
    ]
    const server = { serverId: 1, serverName: 'web-1', serverIP: '', reason: '', counts, entries }
    const page = await open('?what=tree', answer(TreeCompare, { total: 42, isFiltered: false, servers: [server] }))
    expect(await screen.findByText('2 differences')).toBeTruthy()
    await page.actor.click(screen.getByRole('button', { name: '1 not there' }))
    expect(screen.queryByText('a.js')).toBeNull()
    expect(screen.getByText('b.js')).toBeTruthy()
  })

  it('starts from the working copy, up and down, and compares what is chosen at once', async () => {
    const folders = answer(ProjectReposFileList, ({ path }) =>
      path === '/' ? [entry('lib', true)] : [entry('a.js', false)],
    )
    const page = await open('', folders, answer(FileCompare, [item({})]))
    await page.actor.click(await screen.findByRole('button', { name: /Choose$/ }))
    const drawer = await screen.findByRole('dialog')
    await page.actor.click(await within(drawer).findByRole('button', { name: /lib\// }))
    await within(drawer).findByText('a.js')
    await page.actor.click(within(drawer).getByRole('button', { name: 'One directory up' }))
    await page.actor.click(await within(drawer).findByRole('button', { name: /lib\// }))
    await page.actor.click(await within(drawer).findByRole('button', { name: /a\.js/ }))
    await waitFor(() => expect(page.inputsOf(FileCompare)).toEqual([{ projectId: 7, filePath: 'lib/a.js' }]))
  })

  it('says what went wrong, and who may compare', async () => {
    await open('?what=file&path=x', refuse(FileCompare, Code.Failed, 'x is not in the working copy'))
    expect((await screen.findByRole('alert')).textContent).toContain('x is not in the working copy')
    await open('?what=file&path=x', refuse(FileCompare, Code.Denied, 'no permission'))
    expect((await screen.findByRole('alert')).textContent).toContain('Compare files')
  })
})
