import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Code } from '@windlass/shared-kit/contract/codes'
import { Permission } from '@windlass/shared-kit/contract/permission'
import { BLANK_PROJECT, ProjectList } from '@windlass/shared-kit/contract/project'
import {
  REPOSITORY_LIST_LIMIT,
  RepositoryDeleteFile,
  type RepositoryEntry,
  RepositoryFileList,
  RepositoryPreviewFile,
} from '@windlass/shared-kit/contract/repository'
import { answer, refuse, renderPage } from '@windlass/shared-kit/testing'
import { describe, expect, it } from 'vitest'
import remote from '../../remote.ts'
import FilesPage from './FilesPage.tsx'

const file = (name: string, change: Partial<RepositoryEntry> = {}): RepositoryEntry => ({
  ...{
    name,
    mode: '-rw-r--r--',
    isDir: false,
    size: 2048,
    modTime: '2026-01-01 10:00:00',
    isLink: false,
    obstacle: '',
  },
  ...change,
})
const folder = (name: string) => file(name, { mode: 'drwxr-xr-x', isDir: true, size: 0 })
const TOP = [folder('src'), file('page.html'), file('leak', { isLink: true, obstacle: 'outside' })]
const listed = (list: RepositoryEntry[] | null, total = list?.length ?? 0) => ({ list, total, isThere: true })

const open = (options: Parameters<typeof renderPage>[1] = {}, query = '') =>
  renderPage(<FilesPage />, {
    remote,
    path: `/project/files/7${query}`,
    route: '/project/files/:projectId',
    permissions: [Permission.ManageRepository, Permission.ShowProjectPage],
    ...options,
    answers: [
      answer(ProjectList, { list: [{ ...BLANK_PROJECT, id: 7, name: 'shop' }] }),
      answer(RepositoryFileList, ({ dir = '' }) => listed(dir === '' ? TOP : dir === 'src' ? [file('code.ts')] : [])),
      answer(RepositoryDeleteFile, null),
      ...(options.answers ?? []),
    ],
  })

/** Answers the bytes of files, which are no envelope; everything else goes on to the pretended server. */
function pretendFile(body: BodyInit, headers: Record<string, string>): () => string[] {
  const asked: string[] = []
  const before = globalThis.fetch
  globalThis.fetch = (async (target: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(target))
    if (url.pathname !== RepositoryPreviewFile.path) return before(target, init)
    asked.push(`${url.searchParams.get('file')} in ${url.searchParams.get('G-N-ID')}`)
    return new Response(body, { headers })
  }) as typeof fetch
  return () => asked
}

describe('the files of a working copy', () => {
  it('are listed, opened folder by folder, and Back leads out again', async () => {
    const page = await open()
    expect(await screen.findByText('page.html')).toBeTruthy()
    expect(screen.getByText('2 KB')).toBeTruthy()
    expect(screen.getByText('leads out of the working copy, so it is not opened')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /leak/ })).toBeNull()
    await page.actor.click(screen.getByRole('link', { name: /^src/ }))
    expect(await screen.findByText('code.ts')).toBeTruthy()
    expect(page.path()).toBe('/project/files/7?dir=src')
    const crumbs = within(screen.getByRole('navigation', { name: 'Folder' }))
    expect(crumbs.getByRole('link', { name: 'src' }).getAttribute('aria-current')).toBe('page')
    history.back()
    expect(await screen.findByText('page.html')).toBeTruthy()
  })

  it('are walked through by keys, and a path can be typed', async () => {
    const page = await open()
    const first = await screen.findByRole('link', { name: /^src/ })
    first.focus()
    await page.actor.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('page.html')
    await page.actor.click(screen.getByRole('button', { name: 'Type a path' }))
    const field = screen.getByRole('textbox', { name: 'Folder' })
    await page.actor.clear(field)
    await page.actor.type(field, '/src/{Enter}')
    const code = await screen.findByRole('link', { name: 'code.ts' })
    code.focus()
    fireEvent.keyDown(code, { key: 'Backspace' })
    await waitFor(() => expect(page.path()).toBe('/project/files/7'))
  })

  it('are narrowed by name, which the address keeps', async () => {
    const page = await open()
    await screen.findByText('page.html')
    await page.actor.type(screen.getByRole('searchbox', { name: 'Filter by name' }), 'PAGE')
    await waitFor(() => expect(screen.queryByText('src')).toBeNull())
    expect(page.path()).toBe('/project/files/7?search=PAGE')
    expect(page.inputsOf(RepositoryFileList)).toHaveLength(1)
  })

  it('are searched by the server where a folder is too long for one list', async () => {
    const page = await open({
      answers: [answer(RepositoryFileList, ({ search }) => listed([file(search ?? 'a')], REPOSITORY_LIST_LIMIT + 5))],
    })
    expect(await screen.findByText(/has 20,005 entries; the first 20,000 are listed/)).toBeTruthy()
    await page.actor.type(screen.getByRole('searchbox', { name: 'Filter by name' }), 'zz')
    expect(await screen.findByText('zz')).toBeTruthy()
    expect(page.inputsOf(RepositoryFileList).at(-1)).toMatchObject({ search: 'zz' })
  })

  it('are shown as text beside the list, and the address keeps which one', async () => {
    const page = await open()
    const asked = pretendFile('<script>alert(1)</script>', { 'content-type': 'text/plain', 'content-length': '25' })
    await page.actor.click(await screen.findByRole('link', { name: 'page.html' }))
    const drawer = within(await screen.findByRole('dialog'))
    await waitFor(() => expect(document.querySelector('.cm-content')?.textContent).toBe('<script>alert(1)</script>'))
    expect(asked()).toEqual(['page.html in 1'])
    const download = drawer.getByRole('link', { name: 'Download' }).getAttribute('href')
    expect(download).toContain('/repository/downloadFile?id=7&file=page.html&G-N-ID=1')
    expect(page.path()).toBe('/project/files/7?file=page.html')
    history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('say so when they cannot be shown', async () => {
    const page = await open(
      { answers: [refuse(RepositoryPreviewFile, Code.Failed, 'page.html is not there')] },
      '?file=page.html',
    )
    expect(await screen.findByText('page.html is not there')).toBeTruthy()
    expect(page.inputsOf(RepositoryPreviewFile)).toEqual([{ id: 7, file: 'page.html', 'G-N-ID': '1' }])
  })

  it.each([
    ['application/octet-stream', '100', 'This is not a text'],
    ['text/plain', '9999999', 'Too large to show here'],
  ])('of type %s and %s bytes are offered for download only', async (type, length, title) => {
    const page = await open()
    await screen.findByText('page.html')
    pretendFile('x', { 'content-type': type, 'content-length': length })
    await page.actor.click(screen.getByRole('link', { name: 'page.html' }))
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('are deleted after a question that names what goes, and a refusal keeps the question', async () => {
    const page = await open()
    await screen.findByText('page.html')
    await page.actor.click(screen.getByRole('button', { name: 'Delete page.html' }))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText('Delete “page.html”?')).toBeTruthy()
    await page.actor.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(page.toasts()).toEqual(['Deleted']))
    expect(page.inputsOf(RepositoryDeleteFile)).toEqual([{ id: 7, file: 'page.html' }])
    await waitFor(() => expect(page.inputsOf(RepositoryFileList)).toHaveLength(2))

    page.answer(refuse(RepositoryDeleteFile, Code.Failed, 'Ada is deploying this project; cancel that first'))
    await page.actor.click(screen.getByRole('button', { name: 'Delete the working copy…' }))
    const all = within(await screen.findByRole('dialog', { name: 'Delete the whole working copy?' }))
    await page.actor.click(all.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(page.toasts()).toContain('Ada is deploying this project; cancel that first'))
    expect(page.inputsOf(RepositoryDeleteFile).at(-1)).toEqual({ id: 7, file: '/' })
    expect(screen.getByRole('dialog', { name: 'Delete the whole working copy?' })).toBeTruthy()
  })

  it('are none before the first deploy, and the page says what to do', async () => {
    await open({ answers: [answer(RepositoryFileList, { list: [], isThere: false, total: 0 })] })
    expect(await screen.findByText('No working copy yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'To the deploy board' })).toBeTruthy()
  })

  it('tell an empty folder from one that is gone, and a refusal by its permission', async () => {
    await open({}, '?dir=gone')
    expect(await screen.findByText('There is no such folder')).toBeTruthy()
    await open({ answers: [answer(RepositoryFileList, listed(null))] })
    expect(await screen.findByText('This folder is empty')).toBeTruthy()
    await open({ answers: [refuse(RepositoryFileList, Code.Denied, 'no permission')] })
    expect(await screen.findByText(/Manage repositories/)).toBeTruthy()
  })
})
