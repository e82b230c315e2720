import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Code, Permission } from '@windlass/shared-kit/contract'
import { DemoCreate, DemoRemove, DemoState } from '@windlass/shared-kit/contract/demo'
import { ProjectList } from '@windlass/shared-kit/contract/project'
import { ServerCheck, ServerList } from '@windlass/shared-kit/contract/server'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '../../platform/ssh/isAlive.ts'
import { closeTestServer, makeTestServer, TEST_ENGINE, type TestServer } from '../../testing/testServer.ts'
import { createDemoFiles } from './demoFiles.ts'

let server: TestServer

beforeAll(async () => {
  server = await makeTestServer()
})

afterAll(() => closeTestServer(server))

const filesOf = (of: TestServer) => createDemoFiles(of.env.DATA_DIR)
const recordOf = async (of: TestServer, namespaceId = 1) => {
  const record = await filesOf(of).read(namespaceId)
  if (!record) throw new Error('there is no demo')
  return record
}

const isReachable = async (of: TestServer) => {
  const { list } = await of.admin.call(ServerList)
  const [row] = list
  if (!row) throw new Error('there is no server')
  const { ip, port, owner, path: key } = row
  return (await of.admin.ask(ServerCheck, { ip, port, owner, path: key })).code === Code.Ok
}

describe('the demo', () => {
  it('is made with a repository, a target that answers and a project, and removed without a trace', async () => {
    expect(await server.admin.call(DemoState)).toMatchObject({ exists: false, canCreate: true, reason: '' })
    const ids = await server.admin.call(DemoCreate)
    const state = await server.admin.call(DemoState)
    expect(state).toMatchObject({ exists: true, canCreate: false, ...ids })

    const places = filesOf(server).places(1)
    expect(state.reason).toContain(places.repository)
    const { stdout } = await execa('git', ['log', '--format=%s'], { cwd: places.repository })
    expect(stdout.split('\n').length).toBeGreaterThanOrEqual(4)
    await execa('sh', ['scripts/build.sh'], { cwd: places.repository })

    const projects = (await server.admin.call(ProjectList)).list
    expect(projects).toMatchObject([{ id: ids.projectId, url: places.repository, symlinkPath: places.releases }])
    expect(await isReachable(server)).toBe(true)
    const { pid } = await recordOf(server)

    await server.admin.call(DemoRemove)
    expect(await server.admin.call(DemoState)).toMatchObject({ exists: false, canCreate: true, projectId: 0 })
    expect((await server.admin.call(ServerList)).list).toEqual([])
    expect((await server.admin.call(ProjectList)).list).toEqual([])
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(places.folder) || existsSync(places.key)).toBe(false)
    expect(await server.platform.db.selectFrom('serverHostKey').selectAll().execute()).toEqual([])
  })

  it('is there once in a namespace, and each namespace has its own', async () => {
    const both = await Promise.all([server.admin.ask(DemoCreate), server.admin.ask(DemoCreate)])
    expect(both.map(({ code }) => code).sort()).toEqual([Code.Ok, Code.Failed])
    const elsewhere = await server.makeNamespace()
    const member = await server.makeUser([Permission.AddProject], elsewhere)
    expect((await member.call(DemoState)).exists).toBe(false)
    await member.call(DemoCreate)
    await member.call(DemoRemove)
    expect((await server.admin.call(DemoState)).exists).toBe(true)
    const reader = await server.makeUser([Permission.ShowProjectPage])
    expect(await reader.ask(DemoRemove)).toMatchObject({ code: Code.Denied })
    await server.admin.call(DemoRemove)
    expect(await server.admin.ask(DemoRemove)).toMatchObject({ code: Code.Failed })
  })
})

// The database of a second PostgreSQL server would be another one.
it.runIf(TEST_ENGINE === 'sqlite')('comes back with a console that was stopped or killed', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'windlass-demo-'))
  const first = await makeTestServer({ DATA_DIR: dataDir })
  expect(await first.createDemo()).toContain('the demo is there: repository')
  const before = await recordOf(first)
  await first.stop()
  expect(isAlive(before.pid)).toBe(false)

  const second = await makeTestServer({ DATA_DIR: dataDir })
  expect(await isReachable(second)).toBe(true)
  expect((await recordOf(second)).port).toBe(before.port)
  const left = await recordOf(second)
  // As after a kill: nobody stopped the sshd of the second one.
  const third = await makeTestServer({ DATA_DIR: dataDir })
  expect(await isReachable(third)).toBe(true)
  expect(isAlive(left.pid)).toBe(false)
  await third.admin.call(DemoRemove)
  await second.stop()
  await third.stop()
  await rm(dataDir, { recursive: true, force: true })
})
