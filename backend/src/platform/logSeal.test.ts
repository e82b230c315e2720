import { OperationLogEntry, OperationLogList } from '@windlass/shared-kit/contract/log'
import { RoleAdd, RoleEdit, RoleRemove } from '@windlass/shared-kit/contract/role'
import { UserLogin } from '@windlass/shared-kit/contract/session'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../testing/testServer.ts'
import { checkSeals, pruneSealed } from './logSeal.ts'

let server: TestServer | undefined

const start = async (settings: Record<string, string>) => {
  if (server) await closeTestServer(server)
  server = await makeTestServer(settings)
  return server
}
afterAll(() => server && closeTestServer(server))

const check = ({ platform }: TestServer) => checkSeals(platform.db, platform.secrets, 'operationLog')

describe('a sealed log', () => {
  let sealed: TestServer
  beforeEach(async () => {
    sealed = await start({ LOG_SEAL: 'true' })
    for (const name of ['one', 'two', 'three', 'four']) await sealed.admin.call(RoleAdd, { name })
  })

  const idsOf = async () => {
    const rows = await sealed.platform.db.selectFrom('operationLog').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }

  it('is whole when nobody touched it, also when many write at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => sealed.admin.call(RoleAdd, { name: `at once ${index}` })),
    )
    expect(await check(sealed)).toMatchObject({ sealed: 24, unsealed: 0, brokenAt: [], isCutOff: false })
    await sealed.nobody.ask(UserLogin, { account: 'admin', password: 'Wrong-pass-1' })
    const { db, secrets } = sealed.platform
    expect(await checkSeals(db, secrets, 'loginLog')).toMatchObject({ sealed: 1, unsealed: 0, isCutOff: false })
  })

  it('tells which row was changed', async () => {
    const [, second = 0] = await idsOf()
    await sealed.platform.db.updateTable('operationLog').set({ userId: 7 }).where('id', '=', second).execute()
    expect(await check(sealed)).toMatchObject({ sealed: 3, brokenAt: [second], isCutOff: false })
  })

  it('tells where a row was removed', async () => {
    const [, second = 0, third = 0] = await idsOf()
    await sealed.platform.db.deleteFrom('operationLog').where('id', '=', second).execute()
    expect(await check(sealed)).toMatchObject({ brokenAt: [third] })
  })

  it('tells that its end was cut off', async () => {
    const last = (await idsOf()).at(-1) ?? 0
    await sealed.platform.db.deleteFrom('operationLog').where('id', '=', last).execute()
    expect(await check(sealed)).toMatchObject({ brokenAt: [], isCutOff: true })
  })

  it('tells rows that somebody else wrote from its own', async () => {
    const forged = { userId: 1, namespaceId: 1, router: '', api: '/forged', requestTime: 1, responseTime: 1 }
    await sealed.platform.db
      .insertInto('operationLog')
      .values({ ...forged, requestData: '{}', responseData: '{}' })
      .execute()
    expect(await check(sealed)).toMatchObject({ sealed: 4, unsealed: 1, brokenAt: [] })
    await sealed.platform.db.updateTable('operationLog').set({ seal: 'made up' }).where('seal', '=', '').execute()
    expect((await check(sealed)).brokenAt).toHaveLength(1)
  })

  it('goes on after its oldest rows were removed in order', async () => {
    const { db } = sealed.platform
    const rows = await db.selectFrom('operationLog').select(['id', 'requestTime']).orderBy('id').execute()
    const from = rows[2]?.requestTime ?? 0
    const gone = await pruneSealed(db, 'operationLog', 'requestTime', from)
    expect(gone).toBe(rows.filter(({ requestTime }) => requestTime < from).length)
    await sealed.admin.call(RoleAdd, { name: 'later' })
    expect(await check(sealed)).toMatchObject({ sealed: 5 - gone, brokenAt: [], isCutOff: false })
  })

  it('keeps its last row, whatever its age', async () => {
    await pruneSealed(sealed.platform.db, 'operationLog', 'requestTime', Date.now() + 1000)
    expect(await check(sealed)).toMatchObject({ sealed: 1, brokenAt: [], isCutOff: false })
  })
})

describe('the operation log', () => {
  it('keeps what a change was made from and to, and costs no seals that nobody wanted', async () => {
    const plain = await start({})
    const { id } = await plain.admin.call(RoleAdd, { name: 'before', description: 'old' })
    await plain.admin.call(RoleEdit, { id, name: 'after', description: 'new' })
    await plain.admin.call(RoleRemove, { id })
    const entryOf = async (api: string) => {
      const { list } = await plain.admin.call(OperationLogList, { api, page: 1, rows: 1 })
      const entry = await plain.admin.call(OperationLogEntry, { id: list[0]?.id ?? 0 })
      return { before: entry.before && JSON.parse(entry.before), after: entry.after && JSON.parse(entry.after) }
    }
    expect(await entryOf(RoleEdit.path)).toMatchObject({
      before: { name: 'before', description: 'old' },
      after: { name: 'after', description: 'new' },
    })
    expect(await entryOf(RoleRemove.path)).toMatchObject({ before: { name: 'after' }, after: '' })
    expect(await check(plain)).toMatchObject({ sealed: 0, isCutOff: false })
  })
})
