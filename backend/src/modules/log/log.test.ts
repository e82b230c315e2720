import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  LoginLogList,
  LoginLogTotal,
  OperationLogList,
  OperationLogTotal,
  PublishLogList,
  PublishLogTotal,
} from '@windlass/shared-kit/contract/log'
import { RoleAdd } from '@windlass/shared-kit/contract/role'
import { UserLogin } from '@windlass/shared-kit/contract/session'
import { UserAdd } from '@windlass/shared-kit/contract/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

describe('the logs', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  it('list sign-ins newest first, page by page, and count what they list', async () => {
    for (let index = 0; index < 5; index++) {
      await server.nobody.ask(UserLogin, { account: `person-${index % 2}`, password: 'Wrong-pass-1' })
    }
    const account = 'person-0'
    expect(await server.admin.call(LoginLogTotal, { account })).toEqual({ total: 3 })
    const first = (await server.admin.call(LoginLogList, { account, page: 1, rows: 2 })).list
    const second = (await server.admin.call(LoginLogList, { account, page: 2, rows: 2 })).list
    const ids = [...first, ...second].map((row) => row.id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect([first.length, second.length]).toEqual([2, 1])
    // The whole text has to fit, not a part of it.
    expect(await server.admin.call(LoginLogTotal, { account: 'person' })).toEqual({ total: 0 })
  })

  it.each([
    { page: 0, rows: 10 },
    { page: 1, rows: 0 },
    { page: 1, rows: 501 },
    { page: 2 ** 52, rows: 500 },
  ])('refuse page $page of $rows rows', async (input) => {
    for (const endpoint of [LoginLogList, OperationLogList, PublishLogList]) {
      expect(await server.admin.ask(endpoint, input)).toMatchObject({ code: Code.IllegalParameter })
    }
  })

  describe('of operations', () => {
    const page = { page: 1, rows: 100 }

    it('tell who did what from which page, with secrets masked', async () => {
      const response = await server.app.inject({
        method: 'POST',
        url: `${UserAdd.path}?token=abc`,
        headers: { ...server.admin.headers, 'g-n-id': '1', router: '/setting/member' },
        payload: { account: 'logged', name: 'Logged', password: 'Secret-word-1' },
      })
      expect(response.json()).toMatchObject({ code: Code.Ok })
      const filter = { username: 'Administrator', router: '/setting/member', api: UserAdd.path }
      const { list } = await server.admin.call(OperationLogList, { ...filter, ...page })
      expect(list).toHaveLength(1)
      expect(list[0]).toMatchObject({ userID: 1, namespaceID: 1, username: 'Administrator', api: UserAdd.path })
      expect(JSON.parse(list[0]?.requestData ?? '')).toEqual({
        account: 'logged',
        name: 'Logged',
        password: '******',
        _query: 'token=******',
      })
      expect(JSON.parse(list[0]?.responseData ?? '')).toMatchObject({ code: Code.Ok })
      expect(await server.admin.call(OperationLogTotal, filter)).toEqual({ total: 1 })
    })

    it('tell of attempts that were refused', async () => {
      const person = await server.makeUser([])
      await person.ask(RoleAdd, { name: 'mine' })
      const { list } = await server.admin.call(OperationLogList, { api: RoleAdd.path, ...page })
      expect(list[0]).toMatchObject({ userID: person.userId, responseData: expect.stringContaining('no permission') })
    })

    it('belong to their namespace, except for super managers', async () => {
      const here = await server.makeUser([Permission.ShowOperationLogPage, Permission.AddRole])
      const elsewhere = await server.makeUser([Permission.AddRole], await server.makeNamespace())
      await here.call(RoleAdd, { name: 'from here' })
      await elsewhere.call(RoleAdd, { name: 'from elsewhere' })
      const seen = (await here.call(OperationLogList, page)).list
      expect(seen.every((row) => row.namespaceID === 1)).toBe(true)
      expect(seen.some((row) => row.userID === here.userId)).toBe(true)
      const all = (await server.admin.call(OperationLogList, page)).list
      expect(all.some((row) => row.userID === elsewhere.userId)).toBe(true)
      const { total } = await here.call(OperationLogTotal)
      expect((await server.admin.call(OperationLogTotal)).total).toBeGreaterThan(total)
    })

    it('go on without the name of somebody who is gone, and mask what an import brought', async () => {
      const row = { userId: 9999, namespaceId: 1, router: '', api: '/old', requestTime: 1, responseTime: 1 }
      const requestData = '{"password":"clear"}'
      await server.platform.db
        .insertInto('operationLog')
        .values({ ...row, requestData, responseData: 'no json: https://me:clear@host/' })
        .execute()
      const { list } = await server.admin.call(OperationLogList, { api: '/old', ...page })
      expect(list).toMatchObject([
        { username: '', requestData: '{"password":"******"}', responseData: 'no json: https://me:******@host/' },
      ])
    })
  })

  it('show a deploy in one row with what failed in it, to its own namespace', async () => {
    const { db } = server.platform
    const makeProject = async (namespaceId: number, name: string) => {
      const fixed = { name, repoType: 'git', url: '', path: '/srv/p', script: '{}', transferType: 'rsync', state: 0 }
      const times = { insertTime: 1, updateTime: 1 }
      const values = { ...fixed, namespaceId, transferOption: '', deployServerMode: 'serial', ...times }
      return (await db.insertInto('project').values(values).returning('id').executeTakeFirstOrThrow()).id
    }
    const trace = async (
      { projectId, namespaceId }: { projectId: number; namespaceId: number },
      token: string,
      stages: { state: number; detail: string; at: number }[],
    ) => {
      const publisher = { projectName: `project ${projectId}`, publisherId: 1, publisherName: 'Edna' }
      const rows = stages.map(({ state, detail, at }, index) => {
        const times = { insertTime: at, updateTime: at + 1000 }
        return { token, projectId, namespaceId, ...publisher, state, detail, type: index + 1, ...times }
      })
      await db.insertInto('publishTrace').values(rows).execute()
    }
    const namespaceId = await server.makeNamespace()
    const [mine, foreign] = [await makeProject(1, 'mine'), await makeProject(namespaceId, 'foreign')]
    const here = { projectId: mine, namespaceId: 1 }
    const day = new Date(2026, 0, 2, 3, 4, 5).getTime()
    const good = (at: number) => ({ state: 1, detail: 'fine', at })
    await trace(here, 'token-good', [good(day + 1000), good(day + 2000)])
    const failures = [
      { state: 0, detail: 'no route', at: day + 1000 },
      { state: 0, detail: 'gave up', at: day + 2000 },
    ]
    await trace(here, 'token-bad', [good(day), ...failures])
    await trace({ projectId: foreign, namespaceId }, 'token-foreign', [good(day)])

    const reader = await server.makeUser([Permission.ShowPublishLogPage])
    const { list } = await reader.call(PublishLogList, { page: 1, rows: 10 })
    expect(list).toMatchObject([
      { token: 'token-good', state: 1, detail: '', projectId: mine, publisherName: 'Edna' },
      { token: 'token-bad', state: 0, detail: 'no route,gave up', insertTime: '2026-01-02 03:04:05' },
    ])
    expect(await reader.call(PublishLogTotal)).toEqual({ total: 2 })
    expect(await server.admin.call(PublishLogTotal, { username: 'Edna' })).toEqual({ total: 3 })
    expect(await reader.call(PublishLogTotal, { projectName: `project ${mine}` })).toEqual({ total: 2 })
    expect(await reader.call(PublishLogTotal, { projectName: 'project' })).toEqual({ total: 0 })
  })
})
