import { Code, Permission } from '@windlass/shared-kit/contract'
import { ServerAdd, ServerEdit, ServerList, ServerOptionList } from '@windlass/shared-kit/contract/server'
import { ServerChangeTags, ServerToggleMany } from '@windlass/shared-kit/contract/serverBulk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let serial = 0

beforeAll(async () => {
  server = await makeTestServer()
})
afterAll(() => closeTestServer(server))

const fields = (more: object = {}) => ({
  ...{ name: 'web', os: 'linux' as const, ip: `127.0.1.${++serial}`, port: 1, owner: 'deploy', namespaceId: 1 },
  ...more,
})
const rowOf = async (id: number, caller: TestCaller = server.admin) =>
  (await caller.call(ServerList)).list.find((row) => row.id === id)
const tagsOf = async (id: number, caller?: TestCaller) => (await rowOf(id, caller))?.tags

describe('tags', () => {
  it('are given in the form, kept by who does not know of them, and seen wherever a server is chosen', async () => {
    const old = fields()
    const { id } = await server.admin.call(ServerAdd, { ...old, tags: ['web', 'Berlin'] })
    expect(await tagsOf(id)).toEqual(['Berlin', 'web'])
    await server.admin.call(ServerEdit, { id, ...old })
    expect(await tagsOf(id)).toEqual(['Berlin', 'web'])
    const option = (await server.admin.call(ServerOptionList)).list.find((each) => each.id === id)
    expect(option?.tags).toEqual(['Berlin', 'web'])
    await server.admin.call(ServerEdit, { id, ...old, tags: [] })
    expect(await tagsOf(id)).toEqual([])
  })

  it('that differ in capitals only are one', async () => {
    const first = await server.admin.call(ServerAdd, fields({ tags: ['Paris', 'PARIS'] }))
    const second = await server.admin.call(ServerAdd, fields({ tags: ['paris'] }))
    expect([await tagsOf(first.id), await tagsOf(second.id)]).toEqual([['Paris'], ['Paris']])
  })

  it('are added to and taken from many at once', async () => {
    const ids = [(await server.admin.call(ServerAdd, fields())).id, (await server.admin.call(ServerAdd, fields())).id]
    await server.admin.call(ServerChangeTags, { ids, add: ['eu', 'blue'], remove: [] })
    await server.admin.call(ServerChangeTags, { ids, add: ['green'], remove: ['blue'] })
    expect(await Promise.all(ids.map((id) => tagsOf(id)))).toEqual([
      ['eu', 'green'],
      ['eu', 'green'],
    ])
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
    expect(await server.admin.ask(ServerChangeTags, { ids, add: twenty, remove: [] })).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('at most 20'),
    })
    expect(await tagsOf(ids[0] ?? 0)).toEqual(['eu', 'green'])
  })

  it('of a shared server are each namespace’s own, and no namespace tags another’s servers', async () => {
    const { id } = await server.admin.call(ServerAdd, fields({ namespaceId: 0, tags: ['ours'] }))
    const elsewhere = await server.makeNamespace()
    const other = await server.makeUser([Permission.EditServer, Permission.ShowServerPage], elsewhere)
    expect(await tagsOf(id, other)).toEqual([])
    await other.call(ServerChangeTags, { ids: [id], add: ['theirs'], remove: [] })
    expect([await tagsOf(id), await tagsOf(id, other)]).toEqual([['ours'], ['theirs']])
    const own = await server.admin.call(ServerAdd, fields())
    expect(await other.ask(ServerChangeTags, { ids: [own.id], add: ['x'], remove: [] })).toMatchObject({
      code: Code.Failed,
      message: 'no such server',
    })
  })

  it.each([['a,b'], [' a'], ['a;b'], ['x'.repeat(41)], [''], ['a\nb']])(
    'are refused when they are none: %j',
    async (tag) => {
      expect(await server.admin.ask(ServerAdd, fields({ tags: [tag] }))).toMatchObject({ code: Code.Failed })
    },
  )
})

describe('several servers', () => {
  it('are disabled together, all or none', async () => {
    const ids = [(await server.admin.call(ServerAdd, fields())).id, (await server.admin.call(ServerAdd, fields())).id]
    expect(await server.admin.ask(ServerToggleMany, { ids: [...ids, 999_999], state: 0 })).toMatchObject({
      code: Code.Failed,
    })
    expect((await rowOf(ids[0] ?? 0))?.state).toBe(1)
    await server.admin.call(ServerToggleMany, { ids, state: 0 })
    expect(await Promise.all(ids.map(async (id) => (await rowOf(id))?.state))).toEqual([0, 0])
    const shared = await server.admin.call(ServerAdd, fields({ namespaceId: 0 }))
    const member = await server.makeUser([Permission.SwitchServerState])
    expect(await member.ask(ServerToggleMany, { ids: [...ids, shared.id], state: 1 })).toMatchObject({
      code: Code.Denied,
    })
  })
})

describe('the hosts behind the first jump host', () => {
  const first = { jumpIP: '10.9.0.1', jumpOwner: 'hop', jumpPassword: 'one' }
  const jumps = [
    { host: '10.9.0.2', owner: 'hop', password: 'two' },
    { host: '10.9.0.3', port: 2222, owner: 'hop', path: '/k' },
  ]

  it('are stored in their order, their secrets as tokens that may change places', async () => {
    const input = fields({ ...first, jumps })
    const { id } = await server.admin.call(ServerAdd, input)
    const row = await rowOf(id)
    expect(row?.jumps).toMatchObject([
      { host: '10.9.0.2', port: 22, password: expect.stringMatching(/^keep:/) },
      { host: '10.9.0.3', port: 2222, path: '/k', password: '' },
    ])
    const swapped = {
      ...input,
      jumpPassword: row?.jumps[0]?.password,
      jumps: [{ host: '10.9.0.4', owner: 'hop', password: row?.jumpPassword }],
    }
    await server.admin.call(ServerEdit, { id, ...swapped })
    const stored = await server.platform.db.selectFrom('serverJump').selectAll().where('serverId', '=', id).execute()
    expect(stored).toHaveLength(1)
    expect(server.platform.secrets.decrypt(stored[0]?.password ?? '', 'server.jumpPassword')).toBe('one')
  })

  it('stay when a client that does not know of them edits, and go with the first', async () => {
    const old = fields(first)
    const { id } = await server.admin.call(ServerAdd, { ...old, jumps })
    await server.admin.call(ServerEdit, { id, ...old })
    expect((await rowOf(id))?.jumps).toHaveLength(2)
    await server.admin.call(ServerEdit, { id, ...old, jumpIP: '', jumpOwner: '' })
    expect((await rowOf(id))?.jumps).toEqual([])
    expect(await server.admin.ask(ServerAdd, fields({ jumps }))).toMatchObject({ code: Code.Failed })
  })
})
