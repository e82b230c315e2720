import { existsSync } from 'node:fs'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Code, NAMESPACE_HEADER, Permission } from '@windlass/shared-kit/contract'
import { ProjectAdd, ProjectList } from '@windlass/shared-kit/contract/project'
import {
  REPOSITORY_LIST_LIMIT,
  RepositoryDeleteFile,
  RepositoryFileList,
  RepositoryPreviewFile,
} from '@windlass/shared-kit/contract/repository'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentDisposition } from '../../platform/contentDisposition.ts'
import { until } from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'
import { sniffType } from './sendFile.ts'

const { ManageRepository, GetAllProjectList } = Permission
const SECRET = 'TOPSECRET'

let server: TestServer
let id: number
let folder: string

beforeAll(async () => {
  server = await makeTestServer()
  const fields = { name: 'shop', repoType: 'empty' as const, url: '', environment: 1, branch: 'x', path: '/srv/shop' }
  await server.admin.call(ProjectAdd, fields)
  id = (await server.admin.call(ProjectList)).list[0]?.id ?? 0
  folder = path.join(server.env.DATA_DIR, 'repository', `project_${id}`)
})
afterAll(() => closeTestServer(server))

const list = (dir = '', search = '') => server.admin.call(RepositoryFileList, { id, dir, search })

const fetchFile = (kind: 'previewFile' | 'downloadFile', file: string, who: TestCaller = server.admin) =>
  server.app.inject({
    url: `/repository/${kind}`,
    query: { id: String(id), file, [NAMESPACE_HEADER]: String(who.namespaceId) },
    headers: who.headers,
  })

const logged = async (api: string) =>
  (await server.platform.db.selectFrom('operationLog').selectAll().where('api', '=', api).orderBy('id').execute()).at(
    -1,
  )

describe('the files of a working copy', () => {
  it('are none before the first deploy', async () => {
    expect(await list()).toEqual({ list: [], isThere: false, total: 0 })
    const answer = await server.admin.ask(RepositoryDeleteFile, { id, file: 'a' })
    expect(answer).toMatchObject({ code: Code.Failed, message: 'there is no working copy yet: deploy once' })
  })

  it('are listed with what they are, folders first', async () => {
    await mkdir(path.join(folder, 'lib', 'empty'), { recursive: true })
    await mkdir(path.join(folder, '.git', 'objects'), { recursive: true })
    await writeFile(path.join(server.env.DATA_DIR, 'outside.txt'), SECRET)
    await writeFile(path.join(folder, 'page.html'), '<script>alert(1)</script>', { mode: 0o640 })
    await writeFile(path.join(folder, 'lib', 'code.js'), 'code')
    await symlink('lib', path.join(folder, 'inner'))
    await symlink('../../outside.txt', path.join(folder, 'leak'))
    await symlink('/', path.join(folder, 'out'))
    await symlink('self', path.join(folder, 'self'))
    await execa('mkfifo', [path.join(folder, 'pipe')])
    await writeFile(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]), '')
    const { list: rows, isThere, total } = await list('/')
    expect([isThere, total]).toEqual([true, 9])
    const facts = rows?.map((row) => [row.name, row.mode[0], row.isDir, row.isLink, row.obstacle])
    expect(facts).toEqual([
      ['.git', 'd', true, false, ''],
      ['lib', 'd', true, false, ''],
      ['caf\ufffd', '-', false, false, 'name'],
      ['inner', 'L', true, true, ''],
      ['leak', 'L', false, true, 'outside'],
      ['out', 'L', false, true, 'outside'],
      ['page.html', '-', false, false, ''],
      ['pipe', 'p', false, false, 'special'],
      ['self', 'L', false, true, 'broken'],
    ])
    expect(rows?.find(({ name }) => name === 'page.html')).toMatchObject({
      ...{ mode: '-rw-r-----', size: 25, modTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) },
    })
    expect((await list('inner')).list?.map(({ name }) => name)).toEqual(['empty', 'code.js'])
    expect(await list('lib/empty')).toEqual({ list: null, isThere: true, total: 0 })
    expect(await list('lib/none')).toEqual({ list: [], isThere: true, total: 0 })
    expect((await list('', 'AGE')).list?.map(({ name }) => name)).toEqual(['page.html'])
  })

  it.each([
    '../outside.txt',
    'lib/../../outside.txt',
    'leak',
    'out/etc/passwd',
    '/../../outside.txt',
    'a\0b',
    'pipe',
    'lib',
    'self',
    '/',
  ])('do not lead out: %j is refused', async (file) => {
    for (const kind of ['previewFile', 'downloadFile'] as const) {
      const response = await fetchFile(kind, file)
      expect(response.json()).toMatchObject({ code: Code.Failed, data: null })
      expect(response.body).not.toContain(SECRET)
    }
    const answer = await server.admin.ask(RepositoryFileList, { id, dir: file })
    // These are folders, so they are listed.
    expect(answer.code === Code.Ok).toBe(['lib', '/'].includes(file))
  })

  it('are shown as text or picture that can do nothing, and downloaded as bytes under their own name', async () => {
    const page = await fetchFile('previewFile', '/page.html')
    expect(page.body).toBe('<script>alert(1)</script>')
    expect(page.headers).toMatchObject({
      ...{ 'content-type': 'text/plain; charset=utf-8', 'content-length': '25', 'cache-control': 'private, no-store' },
      'content-disposition': `inline; filename="page.html"; filename*=UTF-8''page.html`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    const name = 'naïve "quote"\r\nX-Evil: 1;.png'
    await writeFile(path.join(folder, name), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]))
    const picture = await fetchFile('previewFile', name)
    expect(picture.headers['content-type']).toBe('image/png')
    expect(picture.headers['x-evil']).toBeUndefined()
    const download = await fetchFile('downloadFile', name)
    expect(download.headers['content-type']).toBe('application/octet-stream')
    expect(download.headers['content-disposition']).toBe(
      `attachment; filename="na_ve _quote___X-Evil_ 1_.png"; filename*=UTF-8''na%C3%AFve%20%22quote%22%0D%0AX-Evil%3A%201%3B.png`,
    )
    await writeFile(path.join(folder, 'empty.txt'), '')
    expect(await fetchFile('downloadFile', 'empty.txt')).toMatchObject({ body: '', statusCode: 200 })
    expect((await fetchFile('previewFile', 'gone.txt')).json()).toMatchObject({
      ...{ code: Code.Failed, message: 'gone.txt is not there (any more); load the list again' },
    })
    const large = Buffer.alloc(3_000_000, 'large file ')
    await writeFile(path.join(folder, 'large.txt'), large)
    expect((await fetchFile('downloadFile', 'large.txt')).rawPayload.equals(large)).toBe(true)
    // The row is written when the last byte has left.
    const isLogged = (kind: string, file: string) => async () =>
      (await logged(`/repository/${kind}`))?.requestData.includes(file) ?? false
    await until('the preview is logged', isLogged('previewFile', 'gone.txt'))
    await until('the download is logged', isLogged('downloadFile', 'large.txt'))
  })

  it('are deleted without touching what a link leads to, and not while a deploy runs', async () => {
    const remove = (file: string, who = server.admin) => who.ask(RepositoryDeleteFile, { id, file })
    expect((await remove('../outside.txt')).message).toBe('the path must not contain ".."')
    expect((await remove('out/etc/hostname')).message).toMatch(/leads out of the working copy/)
    expect((await remove('.git/objects')).message).toMatch(/delete the whole working copy instead/)
    expect((await remove('none')).message).toMatch(/not there/)
    for (const file of ['leak', 'inner', 'self', 'pipe', 'lib/empty']) expect((await remove(file)).code).toBe(Code.Ok)
    expect(existsSync(path.join(server.env.DATA_DIR, 'outside.txt'))).toBe(true)
    expect(await readdir(path.join(folder, 'lib'))).toEqual(['code.js'])
    expect((await logged('/repository/deleteFile'))?.requestData).toContain('lib/empty')

    const now = Date.now()
    const row = { token: 't', namespaceId: 1, projectId: id, publisherId: 1, publisherName: 'Ada', kind: 'publish' }
    const running = { ...row, state: 'running', insertTime: now, updateTime: now }
    await server.platform.db
      .insertInto('publish')
      .values(running as never)
      .execute()
    for (const file of ['lib', '/']) {
      expect((await remove(file)).message).toBe('Ada is deploying this project; cancel that first')
    }
    await server.platform.db.deleteFrom('publish').where('token', '=', 't').execute()
    expect((await remove('/')).code).toBe(Code.Ok)
    expect(existsSync(folder)).toBe(false)
  })

  it('belong to those who may see the project', async () => {
    await mkdir(folder, { recursive: true })
    await writeFile(path.join(folder, 'a.txt'), 'a')
    const stranger = await server.makeUser([ManageRepository])
    const all = await server.makeUser([ManageRepository, GetAllProjectList])
    const other = server.inNamespace(server.admin, await server.makeNamespace())
    expect((await stranger.ask(RepositoryFileList, { id })).code).toBe(Code.Denied)
    expect((await other.ask(RepositoryFileList, { id })).code).toBe(Code.Failed)
    expect((await fetchFile('downloadFile', 'a.txt', stranger)).json()).toMatchObject({ code: Code.Denied })
    expect((await fetchFile('downloadFile', 'a.txt', other)).json()).toMatchObject({ code: Code.Failed })
    expect((await stranger.ask(RepositoryDeleteFile, { id, file: 'a.txt' })).code).toBe(Code.Denied)
    expect((await fetchFile('previewFile', 'a.txt', all)).body).toBe('a')
    expect((await stranger.ask(RepositoryPreviewFile, { id, file: 'a.txt' })).code).toBe(Code.Denied)
  })

  it('are listed quickly in a folder of very many, and the list is cut where no page could show it', async () => {
    const many = path.join(folder, 'many')
    await mkdir(many)
    const count = REPOSITORY_LIST_LIMIT + 10
    await execa('sh', ['-c', 'seq -f f%06g "$0" | xargs touch', String(count)], { cwd: many })
    const { list: rows, total } = await list('many')
    expect([rows?.length, total]).toEqual([REPOSITORY_LIST_LIMIT, count])
    expect((await list('many', `f0${count}`)).list).toHaveLength(1)
  })
})

describe('the type of a file', () => {
  it.each([
    ['<html>', 'text/plain; charset=utf-8'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'text/plain; charset=utf-8'],
    ['中', 'text/plain; charset=utf-8'],
    ['', 'text/plain; charset=utf-8'],
    ['GIF89a', 'image/gif'],
    ['a\0b', 'application/octet-stream'],
  ])('of %j is %s', (text, type) => {
    expect(sniffType(Buffer.from(text), true)).toBe(type)
  })

  it('is judged by what was read, also when that ends within a letter', () => {
    const cut = Buffer.from('中中').subarray(0, 4)
    expect(sniffType(cut, false)).toBe('text/plain; charset=utf-8')
    expect(sniffType(cut, true)).toBe('application/octet-stream')
    expect(contentDisposition('inline', '\ud800')).toContain('%EF%BF%BD')
  })
})
