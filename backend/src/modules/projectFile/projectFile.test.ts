import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  Code,
  type Envelope,
  type InputOf,
  NAMESPACE_HEADER,
  type OutputOf,
  Permission,
} from '@windlass/shared-kit/contract'
import { DeployTraceList } from '@windlass/shared-kit/contract/deploy'
import { ProjectRemove } from '@windlass/shared-kit/contract/project'
import {
  ProjectFileAdd,
  ProjectFileContent,
  ProjectFileDownload,
  ProjectFileEdit,
  ProjectFileList,
  ProjectFileMove,
  ProjectFileRemove,
  ProjectFileUpload,
} from '@windlass/shared-kit/contract/projectFile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addProject,
  addTarget,
  type BenchTarget,
  CAN_MOUNT,
  type DeployBench,
  deploy,
  makeDeployBench,
  outputOf,
} from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

let bench: DeployBench
let server: TestServer
let target: BenchTarget
let serverId: number
let projectId: number
let serial = 0
const MIB = 1024 * 1024

beforeAll(async () => {
  bench = await makeDeployBench()
  target = await bench.startTarget()
  server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir, PROJECT_FILE_MIB: '1' })
  serverId = await addTarget(server.admin, bench, { name: 'one', port: target.sshd.port })
  projectId = await addProject(server.admin, bench, { name: 'files' })
})
afterAll(async () => {
  await closeTestServer(server)
  await bench.stop()
})

const stored = (id = projectId) => path.join(server.env.DATA_DIR, 'project-file', `project_${id}`)
const rowOf = async (id: number) => {
  const row = (await server.admin.call(ProjectFileList, { id: projectId })).list.find((one) => one.id === id)
  if (!row) throw new Error(`file ${id} is not in the list`)
  return row
}
const add = (filename: string, content = 'x', more: Partial<InputOf<typeof ProjectFileAdd>> = {}) =>
  server.admin.call(ProjectFileAdd, { projectId, filename, content, ...more })

async function upload(
  input: Partial<InputOf<typeof ProjectFileUpload>> & { filename: string },
  content: Buffer | string,
  { caller = server.admin, isCut = false }: { caller?: TestCaller; isCut?: boolean } = {},
): Promise<Envelope<OutputOf<typeof ProjectFileUpload>>> {
  const head = '--cut\r\nContent-Disposition: form-data; name="file"; filename="../../evil"\r\n\r\n'
  const tail = isCut ? '' : '\r\n--cut--\r\n'
  const query = Object.entries({ projectId, ...input }).map(([name, value]) => [name, String(value)])
  const response = await server.app.inject({
    method: 'POST',
    url: ProjectFileUpload.path,
    query: { ...Object.fromEntries(query), [NAMESPACE_HEADER]: String(caller.namespaceId) },
    headers: { ...caller.headers, 'content-type': 'multipart/form-data; boundary=cut' },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(tail)]),
  })
  return response.json()
}

describe('a project file', () => {
  it('is uploaded, read, edited, renamed and removed, and leaves nothing behind', async () => {
    const name = 'conf/app.env'
    const { id } = (await upload({ filename: name }, 'A=1\n')).data ?? { id: 0 }
    expect(await rowOf(id)).toMatchObject({
      filename: name,
      size: 4,
      mode: '0755',
      version: 1,
      editor: expect.any(String),
    })
    expect(await server.admin.call(ProjectFileContent, { id })).toEqual({
      content: 'A=1\n',
      encoding: 'UTF-8',
      version: 1,
    })

    await server.admin.call(ProjectFileEdit, { id, content: 'A=2\n', version: 1 })
    expect(await readFile(path.join(stored(), name), 'utf8')).toBe('A=2\n')
    await server.admin.call(ProjectFileMove, { id, filename: 'other/b.env', mode: '0600' })
    expect(await rowOf(id)).toMatchObject({ filename: 'other/b.env', mode: '0600', version: 3 })
    expect(await readdir(stored())).toEqual(['other'])

    // Replaced under a third name, as existing clients rename.
    expect(await upload({ projectFileId: id, filename: 'c.env' }, '')).toMatchObject({ code: Code.Ok, data: { id } })
    expect(await readdir(stored())).toEqual(['c.env'])
    expect(await rowOf(id)).toMatchObject({ size: 0, mode: '0600' })

    await rm(path.join(stored(), 'c.env'))
    expect((await server.admin.call(ProjectFileContent, { id })).content).toBe('')
    await server.admin.call(ProjectFileRemove, { projectFileId: id })
    expect((await server.admin.call(ProjectFileList, { id: projectId })).list).toEqual([])
    expect(await readdir(stored())).toEqual([])
  })

  it('keeps what somebody else has written meanwhile', async () => {
    const { id } = await add('two-editors', 'first')
    await server.admin.call(ProjectFileEdit, { id, content: 'second', version: 1 })
    const late = await server.admin.ask(ProjectFileEdit, { id, content: 'third', version: 1 })
    expect(late).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('has changed two-editors meanwhile'),
    })
    expect(await upload({ projectFileId: id, filename: 'two-editors', version: 1 }, 'x')).toMatchObject({
      code: Code.Failed,
    })
    expect((await server.admin.call(ProjectFileContent, { id })).content).toBe('second')
    // Of two at the same moment one wins, and the list tells which.
    const both = await Promise.all(
      ['a', 'b'].map((content) => server.admin.ask(ProjectFileEdit, { id, content, version: 2 })),
    )
    expect(both.map(({ code }) => code).sort()).toEqual([Code.Ok, Code.Failed])
    expect(await rowOf(id)).toMatchObject({ version: 3 })
  })

  it('keeps its encoding, and refuses to be edited as text when it is none', async () => {
    const gbk = Buffer.from([0xc5, 0xe4, 0xd6, 0xc3, 0x0a])
    const { id } = (await upload({ filename: 'gbk.conf' }, gbk)).data ?? { id: 0 }
    expect(await server.admin.call(ProjectFileContent, { id })).toMatchObject({
      content: '配置\n',
      encoding: 'GB18030',
    })
    await server.admin.call(ProjectFileEdit, { id, content: '配置配\n' })
    expect(await readFile(path.join(stored(), 'gbk.conf'))).toEqual(
      Buffer.from([0xc5, 0xe4, 0xd6, 0xc3, 0xc5, 0xe4, 0x0a]),
    )

    const binary = (await upload({ filename: 'logo.png' }, Buffer.from([0x89, 0x50, 0, 1]))).data ?? { id: 0 }
    expect((await server.admin.ask(ProjectFileContent, { id: binary.id })).message).toContain('is no text')
    expect((await server.admin.ask(ProjectFileEdit, { id: binary.id, content: 'x' })).message).toContain('is no text')
    const answer = await server.app.inject({
      url: ProjectFileDownload.path,
      query: { id: String(binary.id) },
      headers: { ...server.admin.headers, [NAMESPACE_HEADER]: '1' },
    })
    expect(answer.rawPayload).toEqual(Buffer.from([0x89, 0x50, 0, 1]))
    expect(answer.headers).toMatchObject({
      'content-disposition': `attachment; filename="logo.png"; filename*=UTF-8''logo.png`,
      'x-content-type-options': 'nosniff',
    })
  })

  it('is refused when it is too large or cut off, and the old one stays', async () => {
    const { id } = await add('big.bin', 'old')
    const filename = 'big.bin'
    expect((await upload({ projectFileId: id, filename }, Buffer.alloc(MIB + 1, 1))).message).toContain(
      'more than 1 MiB',
    )
    expect(await upload({ projectFileId: id, filename }, Buffer.alloc(2000, 1), { isCut: true })).toMatchObject({
      code: Code.Failed,
    })
    expect(await readFile(path.join(stored(), filename), 'utf8')).toBe('old')
    expect(await readdir(path.join(stored(), '..', '.incoming'))).toEqual([])
    expect(await upload({ projectFileId: id, filename }, Buffer.alloc(MIB, 1))).toMatchObject({ code: Code.Ok })
    expect((await server.admin.ask(ProjectFileContent, { id })).message).toContain('more than 256 KiB')
  })

  it.each([
    '../x',
    '/etc/passwd',
    'a/../../x',
    'a//b',
    'a\\b',
    '.git/hooks/post-checkout',
    'a/.GIT/config',
    'a\nb',
    '\u202egnp.exe',
    ' a',
    'a/',
  ])('is not called %j', async (filename) => {
    expect(await server.admin.ask(ProjectFileAdd, { projectId, filename, content: 'x' })).toMatchObject({
      code: Code.Failed,
    })
    expect(await upload({ filename }, 'x')).toMatchObject({ code: Code.Failed })
  })

  it('has a name of its own, whatever its letter case, and is no folder of another', async () => {
    await add('Unique/File')
    for (const filename of ['Unique/File', 'unique/file', 'unique', 'Unique/File/below']) {
      const answer = await server.admin.ask(ProjectFileAdd, { projectId, filename, content: 'x' })
      expect(answer.message).toContain('is there already')
    }
    for (const filename of ['-rf', 'ü 配.txt', 'archive.zip']) await add(filename)
  })

  it('is not written or read through a link on the disk of the console', async () => {
    const outside = path.join(server.env.DATA_DIR, 'outside')
    await mkdir(outside)
    await writeFile(path.join(outside, 'secret'), 'secret')
    await symlink(outside, path.join(stored(), 'link'))
    expect(
      (await server.admin.ask(ProjectFileAdd, { projectId, filename: 'link/new', content: 'x' })).message,
    ).toContain('leads out')
    expect(await readdir(outside)).toEqual(['secret'])
    const { id } = await add('to-link')
    await rm(path.join(stored(), 'to-link'))
    await symlink(path.join(outside, 'secret'), path.join(stored(), 'to-link'))
    expect((await server.admin.ask(ProjectFileContent, { id })).message).toContain('leads out')
    await server.admin.call(ProjectFileEdit, { id, content: 'mine' }).catch(() => undefined)
    expect(await readFile(path.join(outside, 'secret'), 'utf8')).toBe('secret')
  })

  it('is out of reach for those who do not see the project, and its text is in no log', async () => {
    const { id } = await add('hidden.env', 'PASSWORD=do-not-log')
    const stranger = await server.makeUser([Permission.FileSync])
    const elsewhere = await server.makeUser(Object.values(Permission), await server.makeNamespace())
    for (const caller of [stranger, elsewhere]) {
      expect((await caller.ask(ProjectFileList, { id: projectId })).code).not.toBe(Code.Ok)
      expect((await caller.ask(ProjectFileContent, { id })).code).not.toBe(Code.Ok)
      expect((await caller.ask(ProjectFileRemove, { projectFileId: id })).code).not.toBe(Code.Ok)
      expect((await upload({ filename: 'x' }, 'x', { caller })).code).not.toBe(Code.Ok)
    }
    const other = await addProject(server.admin, bench, { name: 'other' })
    expect(await upload({ projectId: other, projectFileId: id, filename: 'y' }, 'x')).toMatchObject({
      code: Code.Failed,
    })
    const rows = await server.platform.db
      .selectFrom('operationLog')
      .selectAll()
      .where('api', 'like', '/project/%File')
      .execute()
    expect(rows.length).toBeGreaterThan(5)
    expect(JSON.stringify(rows)).not.toContain('do-not-log')
    expect(JSON.stringify(rows)).toContain('hidden.env')
  })

  it('goes with its project', async () => {
    const id = await addProject(server.admin, bench, { name: 'short-lived' })
    await server.admin.call(ProjectFileAdd, { projectId: id, filename: 'a', content: 'x' })
    expect(existsSync(stored(id))).toBe(true)
    await server.admin.call(ProjectRemove, { id })
    expect(existsSync(stored(id))).toBe(false)
    expect(
      await server.platform.db.selectFrom('projectFile').selectAll().where('projectId', '=', id).execute(),
    ).toEqual([])
  })
})

describe.skipIf(!CAN_MOUNT)('a deploy', () => {
  const live = (inside: string, name: string) => path.join(target.disk, path.relative(bench.root, inside), name)

  it('brings the files over those of the repository, and takes them back when they are gone', async () => {
    const place = path.join(bench.root, `app${++serial}`)
    await bench.commit('ignore', { '.gitignore': '.env\n' })
    const id = await addProject(server.admin, bench, { name: 'with-files', path: place, serverIds: [serverId] })
    const env = await server.admin.call(ProjectFileAdd, {
      projectId: id,
      filename: '.env',
      content: 'A=1\n',
      mode: '0600',
    })
    const code = await server.admin.call(ProjectFileAdd, {
      projectId: id,
      filename: 'lib/code.js',
      content: 'mine\n',
      mode: '0755',
    })
    const first = await deploy(server, id)
    expect(first).toMatchObject({ state: 'success' })
    expect(await readFile(live(place, '.env'), 'utf8')).toBe('A=1\n')
    expect(((await stat(live(place, '.env'))).mode & 0o777).toString(8)).toBe('600')
    expect(await readFile(live(place, 'lib/code.js'), 'utf8')).toBe('mine\n')
    expect(((await stat(live(place, 'lib/code.js'))).mode & 0o777).toString(8)).toBe('755')
    expect(await outputOf(server.admin, id, first.token)).toContain('project files: .env, lib/code.js')

    await server.admin.call(ProjectFileRemove, { projectFileId: env.id })
    await server.admin.call(ProjectFileRemove, { projectFileId: code.id })
    expect(await deploy(server, id)).toMatchObject({ state: 'success' })
    const copy = path.join(server.env.DATA_DIR, 'repository', `project_${id}`)
    // Ignored by git, so only we know that it came from us.
    expect(existsSync(path.join(copy, '.env'))).toBe(false)
    expect(await readFile(path.join(copy, 'lib/code.js'), 'utf8')).toBe('code\n')
  })

  it('fails with a record when a file cannot be put there, and follows no link of the repository', async () => {
    const outside = path.join(bench.folder, 'outside')
    await mkdir(outside, { recursive: true })
    await symlink(outside, path.join(bench.origin, 'conf'))
    await bench.commit('a link', {})
    const id = await addProject(server.admin, bench, {
      name: 'linked',
      path: path.join(bench.root, `app${++serial}`),
      serverIds: [serverId],
    })
    const { id: fileId } = await server.admin.call(ProjectFileAdd, {
      projectId: id,
      filename: 'conf/app.ini',
      content: 'x',
    })
    const end = await deploy(server, id)
    expect(end).toMatchObject({ state: 'failed', reason: expect.stringContaining('conf is a link that leads out') })
    expect(await readdir(outside)).toEqual([])
    const { list } = await server.admin.call(DeployTraceList, { lastPublishToken: end.token })
    expect(list).toContainEqual(
      expect.objectContaining({ type: 3, state: 0, ext: '{}', detail: expect.stringContaining('project files: conf') }),
    )

    await server.admin.call(ProjectFileMove, { id: fileId, filename: 'app.ini' })
    await rm(path.join(stored(id), 'app.ini'))
    expect(await deploy(server, id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('upload it again'),
    })
  })
})
