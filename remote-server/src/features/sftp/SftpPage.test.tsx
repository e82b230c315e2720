import { screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract'
import { Permission, type PermissionId } from '@windlass/shared-kit/contract/permission'
import { ServerOptionList } from '@windlass/shared-kit/contract/server'
import { SftpDeleteMany, SftpExists, SftpMakeFolder, SftpMeasure, SftpSpace } from '@windlass/shared-kit/contract/sftp'
import { SftpUnfinishedList } from '@windlass/shared-kit/contract/sftpUpload'
import { type Answer, answer, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import { fileRow, folderRow, pretendSftp } from './pretendSftp.ts'
import SftpPage from './SftpPage.tsx'

const P = Permission
const ALL: PermissionId[] = [
  ...[P.ShowSftpFilePage, P.SFTPUploadFile, P.SFTPPreviewFile, P.SFTPDownloadFile, P.SFTPEditFile, P.SFTPDeleteFile],
  ...[P.SFTPTransferFile, P.SFTPAsRoot],
]
const option = (id: number, name: string) => ({
  id,
  name,
  description: '',
  ip: '10.0.0.1',
  state: 1,
  os: 'linux',
  tags: [],
})
/** A page keeps its connection to a server for a moment, so each test has a server of its own. */
let serverId = 100
const answersOf = (): Answer[] => [
  // A part of the row is enough for a picker.
  answer(ServerOptionList, { list: [option(serverId, 'web-1')] } as never),
  answer(SftpSpace, { free: 2 ** 30, total: 2 ** 31, freeNames: 5 }),
  answer(SftpUnfinishedList, { list: [] }),
]
const FOLDERS = {
  '/root': [fileRow('notes.txt'), folderRow('logs'), fileRow('.bashrc'), fileRow('a10.txt'), fileRow('a2.txt')],
  '/root/logs': [fileRow('app.log', 2048)],
  '/': [folderRow('root'), folderRow('etc')],
  '/empty': [],
}

interface Options {
  dir?: string
  permissions?: PermissionId[]
  answers?: Answer[]
  language?: 'en' | 'zh-cn'
}

async function open({ dir = '/root', permissions = ALL, answers = [], language = 'en' }: Options = {}) {
  serverId += 1
  const query = dir === '' ? '' : `&dir=${dir}`
  const path = `/server/sftp?serverId=${serverId}${query}`
  const page = await renderPage(<SftpPage />, {
    remote,
    path,
    permissions,
    answers: [...answersOf(), ...answers],
    language,
  })
  return { ...page, focusList: async () => (await screen.findByRole('grid')).focus() }
}
const count = (text: RegExp | string) => screen.findByText(text, { selector: 'footer output' })

describe('the files of a server', () => {
  it('are listed from where the address says, hidden ones only when wanted', async () => {
    pretendSftp(FOLDERS)
    const { actor } = await open()
    await count('4 of 5 items')
    expect(screen.getByRole('grid', { name: 'Files in /root' }).getAttribute('aria-rowcount')).toBe('5')
    await actor.click(screen.getByRole('button', { name: 'Show hidden files' }))
    await count('5 items')
    await actor.click(screen.getByRole('button', { name: 'Show hidden files' }))
  })

  it('are at home when the address names no folder', async () => {
    pretendSftp(FOLDERS)
    const { path } = await open({ dir: '' })
    await count('4 of 5 items')
    await waitFor(() => expect(path()).toBe(`/server/sftp?serverId=${serverId}&dir=%2Froot`))
  })

  it('open by Enter, and Backspace and Alt lead back', async () => {
    pretendSftp(FOLDERS)
    const { actor, focusList, path } = await open()
    await count('4 of 5 items')
    await focusList()
    await actor.keyboard('{ArrowDown}{Enter}')
    await count('1 item')
    expect(path()).toContain('dir=%2Froot%2Flogs')
    await focusList()
    await actor.keyboard('{Backspace}')
    // The folder one came from is chosen.
    await count(/1 chosen/)
    await actor.keyboard('{Alt>}{ArrowLeft}{/Alt}')
    await count('1 item')
  })

  it('say so when they are pipes or devices, which nobody can look into', async () => {
    pretendSftp({ '/run': [fileRow('lock.fifo', 0, 0o010644)] })
    const { actor, focusList, toasts } = await open({ dir: '/run' })
    await count('1 item')
    await focusList()
    await actor.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(toasts()).toEqual(['lock.fifo: pipe, without contents to open']))
  })

  it('are chosen by the keyboard, a range and all', async () => {
    pretendSftp(FOLDERS)
    const { actor, focusList } = await open()
    await count('4 of 5 items')
    await focusList()
    await actor.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    await count(/2 chosen, 20 B/)
    await actor.keyboard('{Control>}a{/Control}')
    await count(/4 chosen, 30 B/)
    await actor.keyboard('{Escape}n')
    expect(await count(/1 chosen, 10 B/)).toBeTruthy()
  })

  it('are found by a filter, which Ctrl+F leads to', async () => {
    pretendSftp(FOLDERS)
    const { actor, focusList } = await open()
    await count('4 of 5 items')
    await focusList()
    await actor.keyboard('{Control>}f{/Control}a*.txt')
    await count('2 of 5 items')
    await actor.keyboard('zzz')
    await actor.click(await screen.findByRole('button', { name: 'Clear the filter' }))
    expect(await count('4 of 5 items')).toBeTruthy()
  })
})

describe('a folder', () => {
  it('that is empty says so, and one that cannot be read says why', async () => {
    pretendSftp({ ...FOLDERS, '/secret': { code: Code.Failed, message: '/secret: permission denied' } })
    await open({ dir: '/empty' })
    expect(await screen.findByText('This folder is empty')).toBeTruthy()
    await open({ dir: '/secret' })
    expect(await screen.findByText('/secret: permission denied')).toBeTruthy()
  })

  it('says which permission is missing', async () => {
    pretendSftp({ '/root': { code: Code.Denied, message: 'no permission' } })
    await open()
    expect((await screen.findByRole('alert')).textContent).toContain('See files of servers')
  })

  it('keeps what it shows when the connection is lost, and is read again', async () => {
    const server = pretendSftp(FOLDERS)
    const { actor } = await open()
    await count('4 of 5 items')
    server.drop()
    await actor.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(server.asked().filter((path) => path === '/root').length).toBeGreaterThan(1))
    expect(await count('4 of 5 items')).toBeTruthy()
  })
})

describe('commands', () => {
  it('make a folder, and choose it when it is there', async () => {
    const server = pretendSftp({ ...FOLDERS })
    const { actor, inputsOf } = await open({ answers: [answer(SftpMakeFolder, null)] })
    await count('4 of 5 items')
    await actor.click(screen.getByRole('button', { name: /New/ }))
    await actor.click(await screen.findByRole('menuitem', { name: /New folder/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await actor.type(dialog.getByRole('textbox'), 'site')
    server.folders['/root'] = [...FOLDERS['/root'], folderRow('site')]
    await actor.click(dialog.getByRole('button', { name: 'Create' }))
    await count(/5 of 6 items · 1 chosen/)
    expect(inputsOf(SftpMakeFolder)).toEqual([{ serverId, asRoot: false, dir: '/root', name: 'site' }])
  })

  it('delete after saying what goes', async () => {
    pretendSftp(FOLDERS)
    const counted = { files: 12, folders: 3, links: 0, others: 0, bytes: 4096, isMore: false }
    const { actor, focusList, inputsOf } = await open({
      answers: [answer(SftpMeasure, counted), answer(SftpDeleteMany, null)],
    })
    await count('4 of 5 items')
    await focusList()
    await actor.keyboard('{ArrowDown}{Delete}')
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(/12 files and 3 folders go, 4 KB/)
    expect(dialog.getByText('Delete “logs” on web-1?')).toBeTruthy()
    await actor.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(inputsOf(SftpDeleteMany)).toEqual([{ serverId, asRoot: false, files: ['/root/logs'] }]))
  })

  it('are only those that the user may do', async () => {
    pretendSftp(FOLDERS)
    await open({ permissions: [P.ShowSftpFilePage, P.SFTPPreviewFile] })
    await count('4 of 5 items')
    for (const name of [/New/, /Upload/, 'Work as root']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('ask before an upload writes over something', async () => {
    pretendSftp(FOLDERS)
    const there = { name: 'notes.txt', size: 10, time: 1_790_000_000, isDir: false }
    const { actor } = await open({ answers: [answer(SftpExists, { list: [there] })] })
    await count('4 of 5 items')
    const field = document.querySelector<HTMLInputElement>('input[type="file"]:not([webkitdirectory])')
    if (!field) throw new Error('there is no field for files')
    await actor.upload(field, new File(['hello'], 'notes.txt'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('“notes.txt” is already there')).toBeTruthy()
    expect(dialog.getByText('5 B')).toBeTruthy()
    await actor.click(dialog.getByRole('button', { name: 'Skip' }))
    await actor.click(await screen.findByRole('button', { name: 'Clear what ended' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Transfers' })).toBeNull())
  })
})

it('speaks Chinese', async () => {
  pretendSftp(FOLDERS)
  await open({ language: 'zh-cn' })
  expect(await screen.findByRole('columnheader', { name: '修改时间' })).toBeTruthy()
})

it('says what it is before a server is chosen', async () => {
  pretendSftp(FOLDERS)
  await renderPage(<SftpPage />, { remote, path: '/server/sftp', permissions: ALL, answers: answersOf() })
  expect(await screen.findByText('Files on your servers')).toBeTruthy()
})
