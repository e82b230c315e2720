import { Code } from '@windlass/shared-kit/contract'
import { UserChangePassword, UserInfo } from '@windlass/shared-kit/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD, closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

const HOUR_MS = 60 * 60_000

describe('a session', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer({ SESSION_DAYS: '2', SESSION_SECONDS: '86400', PASSWORD_WORDS: 'Acme, ann' })
  })
  afterAll(() => closeTestServer(server))

  const begunAgo = (userId: number, ms: number) =>
    server.platform.db
      .updateTable('session')
      .set({ insertTime: Date.now() - ms, expireTime: Date.now() + HOUR_MS })
      .where('userId', '=', userId)
      .execute()

  it('has a name of 192 random bits, another one each time', async () => {
    const { userId } = await server.makeUser([])
    await server.signIn(userId, 1)
    const rows = await server.platform.db.selectFrom('session').select('id').where('userId', '=', userId).execute()
    expect(rows).toHaveLength(2)
    for (const { id } of rows) expect(Buffer.from(id, 'base64url')).toHaveLength(24)
    expect(rows[0]?.id).not.toBe(rows[1]?.id)
  })

  it('ends when nobody used it for as long as the settings say', async () => {
    const person = await server.makeUser([])
    await server.platform.db
      .updateTable('session')
      .set({ expireTime: Date.now() - 1 })
      .where('userId', '=', person.userId)
      .execute()
    expect((await person.ask(UserInfo)).code).toBe(Code.LoginExpired)
  })

  it('ends some days after it began, however much it was used', async () => {
    const person = await server.makeUser([])
    await begunAgo(person.userId, 47 * HOUR_MS)
    expect((await person.ask(UserInfo)).code).toBe(Code.Ok)
    await begunAgo(person.userId, 49 * HOUR_MS)
    expect((await person.ask(UserInfo)).code).toBe(Code.LoginExpired)
  })

  it.each([
    ['ADMIN-2026x', /must not hold admin/],
    ['my-ACME-pw-1', /must not hold Acme/],
    ['password123', /most common/],
  ])('lets nobody choose %s as a password', async (newPwd, message) => {
    const answer = await server.admin.ask(UserChangePassword, { oldPwd: ADMIN_PASSWORD, newPwd })
    expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringMatching(message) })
  })
})
