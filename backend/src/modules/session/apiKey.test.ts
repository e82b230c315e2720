import { API_KEY_HEADER, Code, Permission } from '@windlass/shared-kit/contract'
import { OperationLogList } from '@windlass/shared-kit/contract/log'
import { UserApiKey, UserGenerateApiKey, UserInfo } from '@windlass/shared-kit/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

describe('API keys', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  const infoWith = async (apiKey: string) =>
    server.app.inject({ url: UserInfo.path, headers: { [API_KEY_HEADER]: apiKey, 'g-n-id': '1' } })

  it('do not exist until somebody asks for one, and can be looked at again', async () => {
    const person = await server.makeUser([])
    expect(await person.call(UserApiKey)).toBe('')
    const apiKey = await person.call(UserGenerateApiKey)
    expect(apiKey).toMatch(/^[0-9A-Za-z]{32}$/)
    expect(await person.call(UserApiKey)).toBe(apiKey)
  })

  it('act as their owner, without a cookie', async () => {
    const person = await server.makeUser([Permission.ShowDeployPage])
    const response = await infoWith(await person.call(UserGenerateApiKey))
    expect(response.json()).toMatchObject({ code: Code.Ok, data: { userInfo: { id: person.userId } } })
    expect(response.cookies).toEqual([])
  })

  it('die at once when the next one is made, and differ by letter case', async () => {
    const person = await server.makeUser([])
    const old = await person.call(UserGenerateApiKey)
    const fresh = await person.call(UserGenerateApiKey)
    expect((await infoWith(old)).json()).toMatchObject({ code: Code.Denied })
    const swapped = fresh.replace(/[a-z]/gi, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    expect((await infoWith(swapped)).json()).toMatchObject({ code: Code.Denied })
    expect((await infoWith(fresh)).json()).toMatchObject({ code: Code.Ok })
  })

  it('are of no use to somebody who has not chosen his own password yet', async () => {
    const person = await server.makeUser([])
    const apiKey = await person.call(UserGenerateApiKey)
    const { db } = server.platform
    await db.updateTable('user').set({ passwordUpdateTime: null }).where('id', '=', person.userId).execute()
    expect((await infoWith(apiKey)).json()).toMatchObject({ code: Code.Denied })
  })

  it('are of no use while their owner is disabled, even where nobody has revoked them', async () => {
    const person = await server.makeUser([Permission.ShowDeployPage])
    const apiKey = await person.call(UserGenerateApiKey)
    const setState = (state: number) =>
      server.platform.db.updateTable('user').set({ state }).where('id', '=', person.userId).execute()
    await setState(0)
    expect((await infoWith(apiKey)).json()).toMatchObject({ code: Code.AccountDisabled })
    await setState(1)
    expect((await infoWith(apiKey)).json()).toMatchObject({ code: Code.Ok })
  })

  it('are kept encrypted, and stay out of the operation log', async () => {
    const person = await server.makeUser([])
    const apiKey = await person.call(UserGenerateApiKey)
    const { db } = server.platform
    const row = await db.selectFrom('user').selectAll().where('id', '=', person.userId).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(apiKey)
    const { list } = await server.admin.call(OperationLogList, { page: 1, rows: 10, api: UserGenerateApiKey.path })
    expect(list[0]).toMatchObject({ userID: person.userId, requestData: '{}', responseData: '{}' })
  })
})
