import { Code, type Endpoint, Permission } from '@windlass/shared-kit/contract'
import {
  ApiKeyAdd,
  ApiKeyList,
  ApiKeyRemove,
  ApiKeyReplace,
  ApiKeyScopeList,
} from '@windlass/shared-kit/contract/apiKey'
import { NamespaceList } from '@windlass/shared-kit/contract/namespace'
import { OwnSessionList } from '@windlass/shared-kit/contract/ownSession'
import { RoleList } from '@windlass/shared-kit/contract/role'
import { UserApiKey, UserChangePassword, UserGenerateApiKey, UserInfo } from '@windlass/shared-kit/contract/session'
import { UserEdit, UserList } from '@windlass/shared-kit/contract/user'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ADMIN_PASSWORD, closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

const DAY_MS = 24 * 60 * 60_000
afterEach(() => vi.useRealTimers())

describe('named API keys', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  const callWith = async (key: string, endpoint: Endpoint = UserInfo, namespaceId = 1, payload?: object) => {
    const response = await server.app.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: { 'x-api-key': key, 'g-n-id': String(namespaceId) },
      ...(payload && { payload }),
    })
    return response.json<{ code: number; message: string; data: { namespace: { permissionIds: number[] } } }>()
  }

  it('are shown once, and of what is kept nobody can make them again', async () => {
    const person = await server.makeUser([])
    const { key } = await person.call(ApiKeyAdd, { name: 'ci' })
    expect(key).toMatch(/^wlk_[0-9A-Za-z]{40}$/)
    const { list } = await person.call(ApiKeyList)
    expect(list).toMatchObject([{ name: 'ci', start: key.slice(0, 8), expireTime: '', lastUsedTime: '' }])
    const { db } = server.platform
    const kept = [
      await db.selectFrom('apiKey').selectAll().execute(),
      await db.selectFrom('operationLog').selectAll().execute(),
    ]
    expect(JSON.stringify([list, kept])).not.toContain(key)
  })

  it('act as their owner, set no cookie, and say when and from where they were used', async () => {
    const person = await server.makeUser([Permission.ShowRolePage])
    const { key } = await person.call(ApiKeyAdd, { name: 'ci' })
    expect((await callWith(key)).data.namespace.permissionIds).toEqual([Permission.ShowRolePage])
    expect((await callWith(key, RoleList)).code).toBe(Code.Ok)
    const [used] = (await person.call(ApiKeyList)).list
    expect(used).toMatchObject({ lastUsedAddress: '127.0.0.1', lastUsedTime: expect.stringMatching(/^\d{4}-/) })
  })

  it('stay within their permissions, and within those their owner has left', async () => {
    const person = await server.makeUser([Permission.ShowRolePage, Permission.ShowNamespacePage])
    const { key } = await person.call(ApiKeyAdd, { name: 'ci', permissionIds: [Permission.ShowRolePage] })
    expect((await callWith(key, RoleList)).code).toBe(Code.Ok)
    expect((await callWith(key, NamespaceList)).code).toBe(Code.Denied)
    await server.platform.db
      .deleteFrom('rolePermission')
      .where('permissionId', '=', Permission.ShowRolePage)
      .where('roleId', '>', 2)
      .execute()
    expect((await callWith(key, RoleList)).code).toBe(Code.Denied)
  })

  it('stay within their namespaces, and have no permission outside of all of them', async () => {
    const elsewhere = await server.makeNamespace()
    const { key } = await server.admin.call(ApiKeyAdd, { name: 'here', namespaceIds: [1] })
    expect((await callWith(key, RoleList)).code).toBe(Code.Ok)
    expect((await callWith(key, RoleList, elsewhere)).code).toBe(Code.NamespaceInvalid)
    expect((await callWith(key, RoleList, 0)).code).toBe(Code.Denied)
  })

  it('of a super manager that are limited are no super manager', async () => {
    const { key } = await server.admin.call(ApiKeyAdd, { name: 'editor', permissionIds: [Permission.EditMember] })
    const promotion = { id: (await server.makeUser([])).userId, name: 'x', superManager: 1 }
    expect((await callWith(key, UserEdit, 1, promotion)).code).toBe(Code.Denied)
    expect((await callWith(key, UserList)).code).toBe(Code.Denied)
  })

  it('cannot be given more than their owner has', async () => {
    const elsewhere = await server.makeNamespace()
    const person = await server.makeUser([Permission.ShowRolePage])
    expect((await person.call(ApiKeyScopeList)).list).toMatchObject([
      { namespaceId: 1, permissionIds: [Permission.ShowRolePage] },
    ])
    for (const wish of [
      { permissionIds: [Permission.EditMember] },
      { permissionIds: [999_999] },
      { namespaceIds: [elsewhere] },
      { namespaceIds: [1, elsewhere] },
    ]) {
      expect(await person.ask(ApiKeyAdd, { name: 'more', ...wish })).toMatchObject({ code: Code.Denied })
    }
    for (const wish of [
      { name: ' ' },
      { name: 'n', permissionIds: [] },
      { name: 'n', namespaceIds: [] },
      { name: 'n', days: -1 },
      { name: 'n', days: 1e9 },
      { name: 'x'.repeat(51) },
    ]) {
      expect(await person.ask(ApiKeyAdd, wish)).toMatchObject({ code: Code.Failed })
    }
    expect((await person.call(ApiKeyList)).list).toEqual([])
  })

  it('expire, are revoked and are unknown in the same words', async () => {
    const person = await server.makeUser([])
    const [short, revoked] = [
      await person.call(ApiKeyAdd, { name: 'short', days: 1 }),
      await person.call(ApiKeyAdd, { name: 'revoked' }),
    ]
    await person.call(ApiKeyRemove, { id: revoked.id })
    const unknown = await callWith('wlk_'.padEnd(44, 'x'))
    expect(unknown.code).toBe(Code.Denied)
    expect(await callWith(revoked.key)).toEqual(unknown)
    expect((await callWith(short.key)).code).toBe(Code.Ok)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS + 1000 })
    expect(await callWith(short.key)).toEqual(unknown)
    // The session of the test is as old as the key.
    const rows = await server.platform.db
      .selectFrom('apiKey')
      .select('revokeTime')
      .where('id', '=', revoked.id)
      .execute()
    expect(rows[0]?.revokeTime).toBeGreaterThan(0)
  })

  it('are replaced with what they may do, and the old one stops at once', async () => {
    const person = await server.makeUser([Permission.ShowRolePage])
    const old = await person.call(ApiKeyAdd, { name: 'ci', permissionIds: [Permission.ShowRolePage], days: 30 })
    const [before] = (await person.call(ApiKeyList)).list
    const fresh = await person.call(ApiKeyReplace, { id: old.id })
    expect((await callWith(old.key)).code).toBe(Code.Denied)
    expect((await callWith(fresh.key, RoleList)).code).toBe(Code.Ok)
    const [after] = (await person.call(ApiKeyList)).list
    expect(after).toMatchObject({
      name: 'ci',
      permissionIds: [Permission.ShowRolePage],
      expireTime: before?.expireTime,
    })
    expect(await person.ask(ApiKeyReplace, { id: old.id })).toMatchObject({ code: Code.Failed })
  })

  it('belong to one person', async () => {
    const [person, stranger] = [await server.makeUser([]), await server.makeUser([])]
    const { id, key } = await person.call(ApiKeyAdd, { name: 'mine' })
    expect((await stranger.call(ApiKeyList)).list).toEqual([])
    for (const endpoint of [ApiKeyReplace, ApiKeyRemove]) {
      expect(await stranger.ask(endpoint, { id })).toMatchObject({ code: Code.Failed })
    }
    expect((await callWith(key)).code).toBe(Code.Ok)
  })

  it('change no passwords, keys or sessions of their owner', async () => {
    const { key, id } = await server.admin.call(ApiKeyAdd, { name: 'all' })
    const password = { oldPwd: ADMIN_PASSWORD, newPwd: 'Another@2' }
    const refused = [
      await callWith(key, UserChangePassword, 1, password),
      await callWith(key, UserEdit, 1, { id: 1, name: 'a', password: 'Another@2', superManager: 1 }),
      await callWith(key, UserGenerateApiKey, 1, {}),
      await callWith(key, UserApiKey),
      await callWith(key, ApiKeyList),
      await callWith(key, ApiKeyAdd, 1, { name: 'child' }),
      await callWith(key, ApiKeyReplace, 1, { id }),
      await callWith(key, OwnSessionList),
    ]
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => Code.Denied))
  })
})
