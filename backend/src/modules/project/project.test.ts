import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Code, type InputOf, Permission } from '@windlass/shared-kit/contract'
import {
  ProjectAdd,
  ProjectEdit,
  ProjectLabelList,
  ProjectList,
  ProjectPingRepos,
  ProjectRemoteBranchList,
  ProjectRemove,
  ProjectServerList,
  ProjectSetAutoDeploy,
  ProjectUserList,
} from '@windlass/shared-kit/contract/project'
import { RepositoryBranchList, RepositoryCommitList, RepositoryTagList } from '@windlass/shared-kit/contract/repository'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

const { AddProject, EditProject, ShowProjectPage, GetAllProjectList, DeployProject } = Permission

let server: TestServer
let folder: string
let origin: string
/** No two servers of a namespace may have the same address. */
let lastPort = 22

const git = (...args: string[]) =>
  execa('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: origin })

const form = (change: Partial<InputOf<typeof ProjectAdd>> = {}): InputOf<typeof ProjectAdd> => ({
  name: 'shop',
  repoType: 'git',
  url: origin,
  path: '/var/www/shop',
  environment: 1,
  branch: 'main',
  ...change,
})

async function addProject(change: Partial<InputOf<typeof ProjectAdd>> = {}): Promise<number> {
  await server.admin.call(ProjectAdd, form(change))
  const { list } = await server.admin.call(ProjectList)
  return list[0]?.id ?? 0
}

async function addServer(namespaceId: number): Promise<number> {
  const values = {
    namespaceId,
    name: 'web',
    ip: '127.0.0.1',
    port: ++lastPort,
    owner: 'me',
    insertTime: 1,
    updateTime: 1,
  }
  const { id } = await server.platform.db
    .insertInto('server')
    .values({ ...values, password: 'secret' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  server = await makeTestServer()
  folder = await mkdtemp(path.join(tmpdir(), 'windlass-project-'))
  origin = path.join(folder, 'origin')
  await execa('git', ['init', '-q', '-b', 'main', origin])
  await writeFile(path.join(origin, 'a.txt'), 'one')
  await git('add', '.')
  await git('commit', '-qm', 'first "quoted" $(touch x)')
  await git('tag', '-a', 'v1', '-m', 'the first')
  await git('branch', 'feature/cart')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell would run it
  for (const name of ["it's", '$(touch${IFS}x)', 'ünï']) await git('branch', name)
})

afterAll(async () => {
  await closeTestServer(server)
  await rm(folder, { recursive: true, force: true })
})

it('keeps a project with its bindings and answers it as it was saved', async () => {
  const serverId = await addServer(1)
  const { userId } = await server.makeUser([])
  const id = await addProject({ label: 'web,shop', serverIds: [serverId], userIds: [userId], symlinkBackupNumber: 3 })
  const { list } = await server.admin.call(ProjectList)
  expect(list.find((project) => project.id === id)).toMatchObject({
    name: 'shop',
    url: origin,
    path: '/var/www/shop',
    label: 'web,shop',
    transferType: 'rsync',
    transferOption: '-rtv --exclude .git',
    deployServerMode: 'parallel',
    autoDeploy: 0,
    symlinkBackupNumber: 3,
  })
  const servers = await server.admin.call(ProjectServerList, { id })
  expect(servers.list).toMatchObject([{ projectId: id, serverId, server: { name: 'web', password: '', id: 0 } }])
  expect((await server.admin.call(ProjectUserList, { id })).list).toMatchObject([{ projectId: id, userId }])
  expect((await server.admin.call(ProjectLabelList)).list).toEqual(['shop', 'web'])
})

it('replaces everything on an edit, bindings included, but not the webhook', async () => {
  const id = await addProject({ serverIds: [await addServer(1)], label: 'old' })
  await server.admin.call(ProjectSetAutoDeploy, { id, autoDeploy: 1 })
  await server.admin.call(ProjectEdit, { ...form({ name: 'shop 2' }), id })
  const { list } = await server.admin.call(ProjectList)
  expect(list.find((project) => project.id === id)).toMatchObject({ name: 'shop 2', label: '', autoDeploy: 1 })
  expect((await server.admin.call(ProjectServerList, { id })).list).toEqual([])
})

it('stores the address encrypted and shows its password only to those who may save it', async () => {
  const url = 'https://me:s3cr%20et@git.example.org/shop.git'
  const id = await addProject({ url })
  const row = await server.platform.db.selectFrom('project').select('url').where('id', '=', id).executeTakeFirst()
  expect(row?.url).not.toContain('s3cr')
  const urlFor = async (permissions: number[]) => {
    const user = await server.makeUser([ShowProjectPage, GetAllProjectList, ...permissions])
    return (await user.call(ProjectList)).list.find((project) => project.id === id)?.url
  }
  expect(await urlFor([EditProject])).toBe(url)
  expect(await urlFor([])).toBe('https://me:******@git.example.org/shop.git')
})

it.each([
  [{ path: '/' }, /root directory/],
  [{ path: '//./' }, /root directory/],
  [{ path: '/var/../etc' }, /"\.\."/],
  [{ path: 'var/www' }, /absolute/],
  [{ path: '' }, /path/],
  [{ path: '/var/www\n/x' }, /control character/],
  [{ symlinkPath: '/var/www/shop' }, /outside of path/],
  [{ symlinkPath: '/var/www/shop/releases' }, /outside of path/],
  [{ transferOption: '-rtv "--exclude' }, /quote is open/],
  [{ transferOption: '-rtv -e "sh -c id"' }, /-e is not allowed/],
  [{ transferOption: '-rtve sh' }, /-e is not allowed/],
  [{ transferOption: '-rtvL' }, /-L follows links out of the repository/],
  [{ transferOption: '-r --copy-links' }, /--copy-links is not allowed/],
  [{ transferOption: '--rsync-path=touch' }, /--rsync-path is not allowed/],
  [{ transferOption: '--log-file=/etc/cron.d/x' }, /--log-file is not allowed/],
  [{ transferOption: '-r /etc/passwd' }, /not an rsync option/],
  [{ transferOption: '--exclude-from=/etc/shadow' }, /inside the repository/],
  [{ transferOption: '-r --exclude' }, /needs a value/],
  [{ transferType: 'sftp' as const, transferOption: '--exclude-regexp [' }, /regular expression/],
  [{ review: 1 as const, reviewURL: 'ftp://review.example' }, /reviewURL must begin with/],
  [{ repoType: 'svn' as const, url: '/srv/repository' }, /must look like svn:/],
  [{ repoType: 'ftp' as const, url: 'ftp://host/a%0d%0ab' }, /control character/],
  [{ repoType: 'sftp' as const, url: 'sftp://host/ --password=x' }, /only --user= and --keyFile=/],
  [{ url: 'ext::sh -c id' }, /must start with/],
  [{ url: '--upload-pack=touch x' }, /must not start with "-"/],
  [{ url: 'ssh://-oProxyCommand=x/y' }, /must not start with "-"/],
  [{ url: '' }, /url is a required field/],
  [{ branch: '--upload-pack=touch x' }, /branch/],
  [{ script: { afterPull: { mode: 'yaml' as const, content: 'steps: []' } } }, /unmarshal After Pull yaml script fail/],
  [{ script: { customVariables: [{ name: 'A B', value: '', type: 'string' as const }] } }, /letters, digits/],
])('refuses to save %j', async (change, message) => {
  const answer = await server.admin.ask(ProjectAdd, form(change))
  expect(answer.code).toBe(Code.Failed)
  expect(answer.message).toMatch(message)
})

it('refuses servers and users of another namespace, and stores nothing then', async () => {
  const other = await server.makeNamespace()
  const foreignServer = await addServer(other)
  const foreigner = await server.makeUser([], other)
  const before = (await server.admin.call(ProjectList)).list.length
  expect(await server.admin.ask(ProjectAdd, form({ serverIds: [foreignServer] }))).toMatchObject({ code: Code.Failed })
  expect(await server.admin.ask(ProjectAdd, form({ userIds: [foreigner.userId] }))).toMatchObject({ code: Code.Failed })
  expect((await server.admin.call(ProjectList)).list).toHaveLength(before)
})

it('does not let a project be reached from another namespace', async () => {
  const id = await addProject()
  const there = server.inNamespace(server.admin, await server.makeNamespace())
  for (const answer of [
    await there.ask(ProjectEdit, { ...form({ name: 'mine' }), id }),
    await there.ask(ProjectSetAutoDeploy, { id, autoDeploy: 1 }),
    await there.ask(ProjectServerList, { id }),
    await there.ask(ProjectUserList, { id }),
    await there.ask(RepositoryBranchList, { id }),
    await there.ask(RepositoryCommitList, { id, branch: 'main' }),
    await there.ask(RepositoryTagList, { id }),
    await there.ask(ProjectRemove, { id }),
  ]) {
    expect(answer.code).toBe(Code.Failed)
  }
  const { list } = await server.admin.call(ProjectList)
  expect(list.find((project) => project.id === id)).toMatchObject({ name: 'shop', autoDeploy: 0 })
})

it('shows only bound projects without the permission for all', async () => {
  const user = await server.makeUser([ShowProjectPage, EditProject])
  const bound = await addProject({ userIds: [user.userId] })
  const other = await addProject()
  expect((await user.call(ProjectList)).list.map((project) => project.id)).toEqual([bound])
  expect(await user.ask(ProjectServerList, { id: other })).toMatchObject({ code: Code.Denied })
})

it('lets only super managers read repositories on the disk of the console', async () => {
  const user = await server.makeUser([AddProject])
  expect(await user.ask(ProjectAdd, form())).toMatchObject({ code: Code.Denied })
  expect(await user.ask(ProjectPingRepos, { url: `file://${origin}`, repoType: 'git' })).toMatchObject({
    code: Code.Denied,
  })
})

it('asks a repository for its branches by their full names', async () => {
  expect(await server.admin.ask(ProjectPingRepos, { url: origin, repoType: 'git' })).toMatchObject({ code: Code.Ok })
  const { branch } = await server.admin.call(ProjectRemoteBranchList, { url: origin, repoType: 'git' })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell would run it
  expect(branch?.sort()).toEqual(['$(touch${IFS}x)', 'feature/cart', "it's", 'main', 'ünï'].sort())
  const gone = await server.admin.ask(ProjectPingRepos, { url: path.join(folder, 'nothing'), repoType: 'git' })
  expect(gone).toMatchObject({ code: Code.Failed })
  expect(gone.message).toMatch(/git ls-remote failed/)
})

it('lists branches, commits and tags, and takes every name literally', async () => {
  const id = await addProject()
  const user = await server.makeUser([DeployProject, Permission.GetAllDeployList])
  const { list: branches } = await user.call(RepositoryBranchList, { id })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell would run it
  expect(branches).toEqual(expect.arrayContaining(['origin/feature/cart', 'origin/$(touch${IFS}x)', "origin/it's"]))
  for (const branch of branches ?? []) {
    const { list } = await user.call(RepositoryCommitList, { id, branch })
    expect(list).toMatchObject([{ message: 'first "quoted" $(touch x)', author: 'Ada', tag: 'v1' }])
    expect(list[0]?.diff).toContain('a.txt')
  }
  const { list: tags } = await user.call(RepositoryTagList, { id })
  expect(tags).toMatchObject([{ tag: 'v1', author: 'Ada', message: 'first "quoted" $(touch x)' }])
  const unknown = await user.ask(RepositoryCommitList, { id, branch: 'nothing' })
  expect(unknown.message).toBe('there is no branch "nothing" in the repository')
})

it('removes a project with its working copy', async () => {
  const id = await addProject()
  await server.admin.call(RepositoryBranchList, { id })
  await server.admin.call(ProjectRemove, { id })
  expect((await server.admin.call(ProjectList)).list.map((project) => project.id)).not.toContain(id)
  expect(await server.admin.ask(RepositoryBranchList, { id })).toMatchObject({ code: Code.Failed })
})
