import { CronAdd, CronEdit, CronRemove } from '@windlass/shared-kit/contract/cron'
import { OperationLogEntry, OperationLogList } from '@windlass/shared-kit/contract/log'
import { ProjectAdd, ProjectEdit, ProjectList } from '@windlass/shared-kit/contract/project'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { ServerToggleMany } from '@windlass/shared-kit/contract/serverBulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../testing/testServer.ts'

describe('the operation log keeps what a call has changed', () => {
  let server: TestServer
  let serverIds: number[]
  beforeAll(async () => {
    server = await makeTestServer()
    const fields = { port: 22, owner: 'root', password: 'geheim', os: 'linux' } as const
    const add = (name: string, ip: string) => server.admin.call(ServerAdd, { ...fields, name, ip, namespaceId: 1 })
    serverIds = [(await add('one', '10.0.0.1')).id, (await add('two', '10.0.0.2')).id]
  })
  afterAll(() => closeTestServer(server))

  const lastOf = async (api: string) => {
    const { list } = await server.admin.call(OperationLogList, { api, page: 1, rows: 1 })
    const entry = await server.admin.call(OperationLogEntry, { id: list[0]?.id ?? 0 })
    expect(JSON.stringify(entry)).not.toContain('geheim')
    return { before: JSON.parse(entry.before || 'null'), after: JSON.parse(entry.after || 'null') }
  }

  it('of a project, with its address, its servers and its people', async () => {
    const fields = { name: 'p', repoType: 'empty', branch: 'main', environment: 4, path: '/srv/p' } as const
    await server.admin.call(ProjectAdd, { ...fields, serverIds: serverIds.slice(0, 1) })
    const { id = 0 } = (await server.admin.call(ProjectList)).list[0] ?? {}
    const { db, secrets } = server.platform
    const url = secrets.encrypt('https://me:geheim@git.example.org/a.git', 'project.url')
    await db.updateTable('project').set({ url }).where('id', '=', id).execute()
    await server.admin.call(ProjectEdit, { ...fields, id, name: 'q', serverIds, userIds: [1] })
    expect(await lastOf(ProjectEdit.path)).toMatchObject({
      before: { name: 'p', serverIds: serverIds.slice(0, 1), userIds: [], url: expect.stringContaining('******@git') },
      after: { name: 'q', serverIds, userIds: [1] },
    })
  })

  it('of a task, until it is gone', async () => {
    const task = { expression: '0 0 3 * * *', command: 'true', singleMode: 0, logLevel: 0, description: '' } as const
    const { id } = await server.admin.call(CronAdd, { ...task, serverId: serverIds[0] ?? 0 })
    await server.admin.call(CronEdit, { ...task, id, command: 'false' })
    expect(await lastOf(CronEdit.path)).toMatchObject({ before: { command: 'true' }, after: { command: 'false' } })
    await server.admin.call(CronRemove, { id })
    expect(await lastOf(CronRemove.path)).toMatchObject({ before: { state: 1 } })
  })

  it('of several at once, by their ids', async () => {
    await server.admin.call(ServerToggleMany, { ids: serverIds, state: 0 })
    const [first = 0, second = 0] = serverIds
    const states = (state: number) => ({ [first]: { state }, [second]: { state } })
    expect(await lastOf(ServerToggleMany.path)).toMatchObject({ before: states(1), after: states(0) })
  })
})
