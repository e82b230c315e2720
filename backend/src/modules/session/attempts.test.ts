import { Code } from '@windlass/shared-kit/contract'
import { UserChangePassword, UserInfo, UserLogin } from '@windlass/shared-kit/contract/session'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ADMIN_PASSWORD, closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

const LOCK_SECONDS = 600
const LIMIT = 3

describe('the lock of an account', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer({ LOGIN_MAX_ERRORS: String(LIMIT), LOGIN_LOCK_SECONDS: String(LOCK_SECONDS) })
  })
  afterAll(() => closeTestServer(server))
  afterEach(() => {
    vi.useRealTimers()
  })

  const login = (account: string, password: string) => server.nobody.ask(UserLogin, { account, password })
  const makeAccount = async () => {
    const person = await server.makeUser([])
    return { person, account: (await person.call(UserInfo)).userInfo.account }
  }
  const failTimes = async (account: string, times: number) => {
    for (let index = 0; index < times; index++) await login(account, 'Wrong-pass-1')
  }
  const locked = {
    ...{ code: Code.Failed, message: 'too many failed sign-ins; try again in 10 minutes' },
    data: { signIn: 'locked', minutes: 10 },
  }

  it('falls shut at the limit, says for how long, and opens again', async () => {
    const { account } = await makeAccount()
    await failTimes(account, LIMIT)
    expect(await login(account, ADMIN_PASSWORD)).toMatchObject(locked)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (LOCK_SECONDS + 1) * 1000 })
    // A new series begins: one more failure does not lock again.
    await failTimes(account, 1)
    expect(await login(account, ADMIN_PASSWORD)).toMatchObject({ code: Code.Ok })
  })

  it('is the same lock for every way to write the account', async () => {
    const { account } = await makeAccount()
    await login(account, 'Wrong-pass-1')
    await login(account.toUpperCase(), 'Wrong-pass-1')
    await login(` ${account} `, 'Wrong-pass-1')
    expect(await login(account, ADMIN_PASSWORD)).toMatchObject(locked)
  })

  it('is the same lock for whoever asks from elsewhere, or says that he does', async () => {
    const { account } = await makeAccount()
    const from = async (remoteAddress: string, password: string, headers: Record<string, string> = {}) => {
      const request = { method: 'POST' as const, url: UserLogin.path, remoteAddress, headers }
      return (await server.app.inject({ ...request, payload: { account, password } })).json<{ code: number }>()
    }
    await from('198.51.100.7', 'Wrong-pass-1')
    await from('2001:db8::7', 'Wrong-pass-1', { 'x-forwarded-for': '203.0.113.9' })
    await from('198.51.100.8', 'Wrong-pass-1', { forwarded: 'for=203.0.113.10', 'x-real-ip': '203.0.113.11' })
    expect(await from('203.0.113.12', ADMIN_PASSWORD)).toMatchObject(locked)
    // Nobody vouches for these headers here, so what they say is not where the failures are counted.
    const counted = await server.platform.db
      .selectFrom('signInFailure')
      .select('name')
      .where('kind', '=', 'address')
      .execute()
    const names = counted.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['198.51.100.7', '2001:db8:0:0::/64', '198.51.100.8']))
    expect(names.join(' ')).not.toContain('203.0.113')
  })

  it('treats accounts that do not exist alike', async () => {
    await failTimes('no-such-account', LIMIT)
    expect(await login('no-such-account', ADMIN_PASSWORD)).toMatchObject(locked)
  })

  it('cannot be passed by trying many passwords at once', async () => {
    const { account } = await makeAccount()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => login(account, `Wrong-pass-${index}`)))
    const compared = answers.filter((answer) => answer.code === Code.Denied)
    expect(compared).toHaveLength(LIMIT)
  })

  it('forgets a series that began long ago', async () => {
    const { account } = await makeAccount()
    await failTimes(account, LIMIT - 1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    await failTimes(account, LIMIT - 1)
    expect(await login(account, ADMIN_PASSWORD)).toMatchObject({ code: Code.Ok })
  })

  it('leaves open sessions alone, but guards the change of a password with them', async () => {
    const { person, account } = await makeAccount()
    await failTimes(account, LIMIT)
    expect(await person.ask(UserInfo)).toMatchObject({ code: Code.Ok })
    const change = { oldPwd: ADMIN_PASSWORD, newPwd: 'Capstan-2' }
    expect(await person.ask(UserChangePassword, change)).toMatchObject(locked)
  })
})
