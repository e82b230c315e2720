import { Code } from '@windlass/shared-kit/contract'
import { CronAdd, CronEdit, CronRemove } from '@windlass/shared-kit/contract/cron'
import { DeployLockAdd, DeployLockRemove } from '@windlass/shared-kit/contract/deployGuard'
import { OperationLogEntry, OperationLogList } from '@windlass/shared-kit/contract/log'
import { NamespaceAddUser } from '@windlass/shared-kit/contract/namespace'
import { ProjectAdd, ProjectEdit, ProjectList } from '@windlass/shared-kit/contract/project'
import { RoleAdd } from '@windlass/shared-kit/contract/role'
import { ServerAdd, ServerBoundProjectList, ServerUnbindProject } from '@windlass/shared-kit/contract/server'
import { ServerChangeTags, ServerToggleMany } from '@windlass/shared-kit/contract/serverBulk'
import { WebhookSetSecret } from '@windlass/shared-kit/contract/webhook'
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

  const makeProject = async (name: string, bound: number[] = []): Promise<number> => {
    const fields = { name, repoType: 'empty', branch: 'main', environment: 4, path: `/srv/${name}` } as const
    await server.admin.call(ProjectAdd, { ...fields, serverIds: bound })
    const { list } = await server.admin.call(ProjectList)
    return list.find((project) => project.name === name)?.id ?? 0
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
    await server.admin.call(ServerToggleMany, { ids: serverIds, state: 1 })
  })

  it('of the tags of servers, as the namespace has given them', async () => {
    const [first = 0, second = 0] = serverIds
    await server.admin.call(ServerChangeTags, { ids: [first], add: ['old'], remove: [] })
    await server.admin.call(ServerChangeTags, { ids: serverIds, add: ['web'], remove: ['old'] })
    expect(await lastOf(ServerChangeTags.path)).toEqual({
      before: { [first]: { tags: ['old'] }, [second]: { tags: [] } },
      after: { [first]: { tags: ['web'] }, [second]: { tags: ['web'] } },
    })
  })

  it('of the bindings that are taken from a server', async () => {
    const [serverId = 0] = serverIds
    const projectId = await makeProject('bound', [serverId])
    const { list } = await server.admin.call(ServerBoundProjectList, { id: serverId })
    const ids = list.filter((binding) => binding.projectId === projectId).map(({ id }) => id)
    await server.admin.call(ServerUnbindProject, { ids })
    const [id = 0] = ids
    expect(await lastOf(ServerUnbindProject.path)).toEqual({ before: { [id]: { id, projectId, serverId } }, after: {} })
  })

  it('of the members of a namespace and their roles', async () => {
    const roles = await Promise.all(['one', 'two'].map((name) => server.admin.call(RoleAdd, { name, description: '' })))
    const [one = 0, two = 0] = roles.map(({ id }) => id)
    const people = [await server.makeUser([]), await server.makeUser([])].map(({ userId }) => userId)
    const [old = 0, other = 0] = people
    const namespaceId = await server.makeNamespace()
    await server.admin.call(NamespaceAddUser, { namespaceId, userIds: [old], roleId: one })
    expect(await lastOf(NamespaceAddUser.path)).toMatchObject({ before: null, after: expect.anything() })
    await server.admin.call(NamespaceAddUser, { namespaceId, userIds: people, roleId: two })
    const { before, after } = await lastOf(NamespaceAddUser.path)
    expect(Object.values(before)).toMatchObject([{ namespaceId, userId: old, roleId: one }])
    expect(Object.values(after)).toMatchObject([
      { namespaceId, userId: old, roleId: two },
      { namespaceId, userId: other, roleId: two },
    ])
  })

  it('of the lock of a project, until it is unlocked', async () => {
    const projectId = await makeProject('locked')
    await server.admin.call(DeployLockAdd, { projectId, reason: 'we look' })
    expect(await lastOf(DeployLockAdd.path)).toMatchObject({ before: null, after: { projectId, reason: 'we look' } })
    await server.admin.call(DeployLockAdd, { projectId, reason: 'still' })
    const lock = { projectId, reason: 'still', ownerId: server.admin.userId }
    expect(await lastOf(DeployLockAdd.path)).toMatchObject({ before: { reason: 'we look' }, after: lock })
    await server.admin.call(DeployLockRemove, { projectId })
    expect(await lastOf(DeployLockRemove.path)).toMatchObject({ before: lock, after: null })
  })

  it('of the secret of a webhook, only that there is one', async () => {
    const projectId = await makeProject('pushed')
    const { secret } = await server.admin.call(WebhookSetSecret, { projectId, action: 'generate' })
    const masked = { projectId, secret: '******' }
    expect(await lastOf(WebhookSetSecret.path)).toEqual({ before: masked, after: masked })
    await server.admin.call(WebhookSetSecret, { projectId, action: 'remove' })
    expect(await lastOf(WebhookSetSecret.path)).toEqual({ before: masked, after: { projectId, secret: '' } })
    const rows = await server.platform.db.selectFrom('operationLog').selectAll().execute()
    expect(secret).toMatch(/\S{16}/)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('of nothing, when a call was refused', async () => {
    const projectId = await makeProject('refused')
    expect(await server.admin.ask(DeployLockRemove, { projectId })).toMatchObject({ code: Code.Failed })
    expect(await lastOf(DeployLockRemove.path)).toEqual({ before: null, after: null })
  })
})
