import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Code, Permission } from '@windlass/shared-kit/contract'
import { FileCompare, FileDiff, ProjectReposFileList, TreeCompare } from '@windlass/shared-kit/contract/compare'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addProject,
  addTarget,
  type BenchTarget,
  CAN_MOUNT,
  type DeployBench,
  deploy,
  makeDeployBench,
} from '../../testing/deployBench.ts'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

let bench: DeployBench
let server: TestServer
let one: BenchTarget
let two: BenchTarget
let ids: { one: number; two: number; gone: number; unbound: number }
let projectId: number
let place: string

const live = (target: BenchTarget, name = '') => path.join(target.disk, path.relative(bench.root, place), name)
const copy = (name = '') => path.join(server.env.DATA_DIR, 'repository', `project_${projectId}`, name)

describe.skipIf(!CAN_MOUNT)('what is on the servers', () => {
  beforeAll(async () => {
    bench = await makeDeployBench()
    one = await bench.startTarget()
    two = await bench.startTarget()
    server = await makeTestServer({ SSH_KEY_DIR: bench.keyDir })
    const enter = (name: string, port: number) => addTarget(server.admin, bench, { name, port })
    ids = {
      one: await enter('one', one.sshd.port),
      two: await enter('two', two.sshd.port),
      gone: 0,
      unbound: await addTarget(server.admin, bench, { name: 'unbound', port: one.sshd.port, host: '127.0.0.2' }),
    }
    ids.gone = await addTarget(server.admin, bench, { name: 'gone', port: 1, host: '127.0.0.9' })
    await bench.commit('more', {
      'logs/keep.txt': 'keep\n',
      'lib/deep/er.txt': 'deep\n',
      'a b\'"$x.txt': 'odd\n',
      'back\\slash': 'odd\n',
    })
    place = path.join(bench.root, 'app')
    projectId = await addProject(server.admin, bench, {
      path: place,
      serverIds: [ids.one, ids.two],
      transferOption: '-rtv --exclude .git --exclude logs',
    })
    const { state, reason } = await deploy(server, projectId)
    if (state !== 'success') throw new Error(reason)
    await server.platform.db
      .insertInto('projectServer')
      .values({ projectId, serverId: ids.gone, insertTime: 1, updateTime: 1 })
      .execute()
  })
  afterAll(async () => {
    await closeTestServer(server)
    await bench.stop()
  })

  const compare = async (filePath: string) =>
    (await server.admin.call(FileCompare, { projectId, filePath })).map(({ serverName, status }) => [
      serverName,
      status,
    ])

  it('is told for one file, server by server', async () => {
    expect(await compare('/index.html')).toEqual([
      ['one', 'no change'],
      ['two', 'no change'],
      ['gone', 'client error'],
    ])
    // As long as before, and as old.
    await writeFile(live(one, 'index.html'), 'ONE\n')
    await utimes(live(one, 'index.html'), 1000, 1000)
    await rm(live(two, 'index.html'))
    const items = await server.admin.call(FileCompare, { projectId, filePath: 'index.html' })
    expect(items).toMatchObject([
      { serverId: ids.one, status: 'modified', isModified: true, size: 4, serverIP: '127.0.0.1' },
      { status: 'remote file not exists', isModified: false },
      { status: 'client error', reason: expect.stringContaining('127.0.0.9:1') },
    ])
    expect(await compare('a b\'"$x.txt')).toContainEqual(['one', 'no change'])
    expect(await compare('back\\slash').catch((error: Error) => error.message)).toContain('backslash')
  })

  it('is not read where a link leads out, and nothing but files is', async () => {
    await symlink('/etc/passwd', copy('passwd'))
    expect((await server.admin.ask(FileCompare, { projectId, filePath: 'passwd' })).message).toContain('leads out')
    await rm(copy('passwd'))
    await writeFile(copy('here'), 'x')
    for (const target of [one, two]) await symlink('/etc/hostname', live(target, 'here'))
    const [item] = await server.admin.call(FileCompare, { projectId, filePath: 'here' })
    expect(item).toMatchObject({ status: 'sftp error', reason: expect.stringContaining('leads out') })
    expect((await server.admin.ask(FileDiff, { projectId, serverId: ids.one, filePath: 'here' })).message).toContain(
      'leads out',
    )
    for (const target of [one, two]) await rm(live(target, 'here'))
    await execa('mkfifo', [live(one, 'here')])
    expect((await server.admin.call(FileCompare, { projectId, filePath: 'here' }))[0]?.reason).toContain(
      'no regular file',
    )
    await rm(live(one, 'here'))
    await rm(copy('here'))
    for (const filePath of ['lib', '/', 'gone.txt', '../x', '.git/config', '/etc/passwd']) {
      expect(await server.admin.ask(FileCompare, { projectId, filePath })).toMatchObject({ code: Code.Failed })
    }
  })

  it('is shown line by line, in whatever encoding it is', async () => {
    await writeFile(copy('index.html'), Buffer.from([0xc5, 0xe4, 0x0a, 0x0a]))
    const diff = await server.admin.call(FileDiff, { projectId, serverId: ids.one, filePath: 'index.html' })
    expect(diff).toEqual({ srcText: '配\n\n', srcEncoding: 'GB18030', distText: 'ONE\n', distEncoding: 'UTF-8' })
    await writeFile(copy('index.html'), 'one\n')
    const ask = () => server.admin.ask(FileDiff, { projectId, serverId: ids.one, filePath: 'index.html' })
    await writeFile(live(one, 'index.html'), Buffer.from([0x7f, 0x45, 0, 1]))
    expect((await ask()).message).toContain('the file on one is no text')
    await writeFile(live(one, 'index.html'), Buffer.alloc(2 * 1024 * 1024 + 1, 'x'))
    expect((await ask()).message).toContain('larger than 2 MiB')
    await writeFile(live(one, 'index.html'), 'ONE\n')
    expect(
      (await server.admin.ask(FileDiff, { projectId, serverId: ids.two, filePath: 'index.html' })).message,
    ).toContain('not there')
    expect(
      await server.admin.ask(FileDiff, { projectId, serverId: ids.unbound, filePath: 'index.html' }),
    ).toMatchObject({ code: Code.Denied })
  })

  it('is told for a whole directory at once, without what the transfer leaves out', async () => {
    await mkdir(live(one, 'uploads'))
    await writeFile(live(one, 'uploads/only'), 'here')
    await writeFile(live(one, 'logs'), 'not a folder, and left out')
    await symlink('/etc', live(one, 'etc'))
    const answer = await server.admin.call(TreeCompare, { projectId, path: '/' })
    expect(answer).toMatchObject({ total: 5, isFiltered: true })
    expect(answer.servers[0]).toMatchObject({
      serverName: 'one',
      reason: '',
      counts: { same: 4, changed: 1, missing: 0, onlyThere: 1 },
      entries: [
        { path: 'index.html', change: 'changed', size: 4, serverSize: 4 },
        { path: 'uploads/only', change: 'onlyThere', size: -1, serverSize: 4 },
      ],
    })
    expect(answer.servers[1]).toMatchObject({
      counts: { same: 4, missing: 1 },
      entries: [{ path: 'index.html', change: 'missing' }],
    })
    expect(answer.servers[2]).toMatchObject({ serverName: 'gone', reason: expect.stringContaining('127.0.0.9') })

    const below = await server.admin.call(TreeCompare, { projectId, serverId: ids.one, path: 'lib' })
    expect(below).toMatchObject({ total: 2, servers: [{ counts: { same: 2, changed: 0 } }] })
    expect(await server.admin.ask(TreeCompare, { projectId, serverId: ids.unbound, path: '/' })).toMatchObject({
      code: Code.Denied,
    })
  })

  it('is chosen from the working copy, which is confined as well', async () => {
    const list = (folder: string) => server.admin.call(ProjectReposFileList, { id: projectId, path: folder })
    const names = (await list('/'))?.map(({ name, isDir, mode }) => [name, isDir, mode])
    expect(names?.slice(0, 2)).toEqual([
      ['lib', true, 'd---------'],
      ['logs', true, 'd---------'],
    ])
    expect(names).toContainEqual(['index.html', false, '----------'])
    expect(JSON.stringify(names)).not.toContain('.git"')
    await mkdir(copy('empty'))
    expect(await list('empty')).toBeNull()
    for (const folder of ['..', 'lib/../..', '/etc', '.git', 'index.html']) {
      expect(await server.admin.ask(ProjectReposFileList, { id: projectId, path: folder })).toMatchObject({
        code: Code.Failed,
      })
    }
    const never = await addProject(server.admin, bench, { name: 'never', serverIds: [ids.one] })
    expect((await server.admin.ask(FileCompare, { projectId: never, filePath: 'a' })).message).toContain(
      'deploy the project once',
    )
    const alone = await addProject(server.admin, bench, { name: 'alone' })
    expect((await server.admin.ask(TreeCompare, { projectId: alone, path: '/' })).message).toBe(
      'project have no projectServer',
    )
    const stranger = await server.makeUser([Permission.FileCompare])
    expect((await stranger.ask(FileCompare, { projectId, filePath: 'index.html' })).code).toBe(Code.Denied)
  })
})
