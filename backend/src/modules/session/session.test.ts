import { createHash } from 'node:crypto'
import { hash as hashBcrypt } from '@node-rs/bcrypt'
import { Code, Permission } from '@windlass/shared-kit/contract'
import { LoginLogList } from '@windlass/shared-kit/contract/log'
import {
  UserChangePassword,
  UserConfig,
  UserExtLogin,
  UserInfo,
  UserLogin,
  UserLogout,
} from '@windlass/shared-kit/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADMIN_PASSWORD,
  closeTestServer,
  makeTestServer,
  type TestCaller,
  type TestServer,
} from '../../testing/testServer.ts'

const SECRET = 'a signing key that both systems know'
const NEW_PASSWORD = 'Capstan-2'
const DAY_MS = 24 * 60 * 60_000

describe('signing in', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer({ SESSION_SECRET: SECRET, PASSWORD_PERIOD_DAYS: '90' })
  })
  afterAll(() => closeTestServer(server))
  const accountOf = async (person: TestCaller) => (await person.call(UserInfo)).userInfo.account

  const login = (account: string, password = ADMIN_PASSWORD, newPassword = '') =>
    server.nobody.ask(UserLogin, { account, password, newPassword })

  const infoWith = async (token: string) => {
    const cookies = { [server.env.COOKIE_NAME]: token }
    return (await server.app.inject({ url: UserInfo.path, cookies })).json<{ code: number }>()
  }

  const isLocked = async (account: string) => {
    const query = server.platform.db.selectFrom('signInFailure').select('failures').where('name', '=', account)
    return (await query.executeTakeFirst()) !== undefined
  }

  it('answers a token, the namespaces and a cookie that scripts cannot read', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: UserLogin.path,
      payload: { account: ' ADMIN ', password: ADMIN_PASSWORD },
    })
    const { data } = response.json<{ data: { token: string; namespaceList: unknown[] } }>()
    expect(data.namespaceList).toEqual([{ id: 1, name: 'default', role_id: 0, roleId: 0, permissionIds: null }])
    expect(response.cookies).toMatchObject([
      { name: server.env.COOKIE_NAME, value: data.token, httpOnly: true, sameSite: 'Lax', path: '/' },
    ])
    expect(await infoWith(data.token)).toMatchObject({ code: Code.Ok })
  })

  it('says who somebody is and what he may do where he works', async () => {
    const person = await server.makeUser([Permission.DeployProject, Permission.ShowDeployPage])
    const info = await person.call(UserInfo)
    expect(info).toEqual({
      userInfo: {
        ...{ id: person.userId, account: expect.any(String), name: expect.any(String), superManager: 0 },
        preferences: { timeZone: '', language: '', theme: '' },
      },
      timeZone: 'Asia/Shanghai',
      namespace: { id: 1, permissionIds: [Permission.ShowDeployPage, Permission.DeployProject] },
    })
    const nowhere = await server.inNamespace(person, 0).call(UserInfo)
    expect(nowhere.namespace).toEqual({ id: 0, permissionIds: [] })
    const all = (await server.admin.call(UserInfo)).namespace.permissionIds
    expect(all).toHaveLength(Object.keys(Permission).length)
  })

  it('offers neither directory nor chat providers, because none is configured', async () => {
    expect(await server.nobody.call(UserConfig)).toMatchObject({
      ldap: { enabled: false },
      captcha: { enabled: false },
    })
  })

  it('answers the same for an unknown account and a wrong password, after the same work', async () => {
    const account = await accountOf(await server.makeUser([]))
    const time = async (name: string) => {
      const begin = performance.now()
      const { code, message, data } = await login(name, 'Wrong-pass-1')
      return { code, message, data, ms: performance.now() - begin }
    }
    const [known, unknown] = [await time(account), await time('nobody-at-all')]
    expect(unknown).toMatchObject({ code: known.code, message: known.message, data: known.data })
    expect(known.data).toEqual({ signIn: 'wrong', minutes: 0 })
    expect(known.code).toBe(Code.Denied)
    // Whatever slows the machine down makes an answer only slower: the fastest of a few tells the work behind it.
    const again = [await time(account), await time(account)]
    const fastest = Math.min(known.ms, ...again.map(({ ms }) => ms))
    // Without the comparison with a decoy the answer would come many times faster.
    expect(unknown.ms).toBeGreaterThan(fastest / 5)
  })

  it('replaces the hash of an imported user by a stronger one', async () => {
    const person = await server.makeUser([])
    const { db } = server.platform
    const password = await hashBcrypt(ADMIN_PASSWORD, { cost: 4 })
    await db.updateTable('user').set({ password }).where('id', '=', person.userId).execute()
    const account = await accountOf(person)
    expect(await login(account)).toMatchObject({ code: Code.Ok })
    const row = await db.selectFrom('user').select('password').where('id', '=', person.userId).executeTakeFirstOrThrow()
    expect(row.password).toMatch(/^\$argon2id\$/)
    expect(await login(account)).toMatchObject({ code: Code.Ok })
  })

  it('refuses a disabled account only after its password was right', async () => {
    const person = await server.makeUser([])
    const account = await accountOf(person)
    await server.platform.db.updateTable('user').set({ state: 0 }).where('id', '=', person.userId).execute()
    expect(await login(account, 'Wrong-pass-1')).toMatchObject({ code: Code.Denied })
    expect(await login(account)).toMatchObject({ code: Code.AccountDisabled })
  })

  it('refuses somebody who belongs to no namespace', async () => {
    const person = await server.makeUser([])
    const account = await accountOf(person)
    await server.platform.db.deleteFrom('namespaceUser').where('userId', '=', person.userId).execute()
    expect(await login(account)).toMatchObject({
      ...{ code: Code.Failed, message: expect.stringContaining('no namespace') },
      data: { signIn: 'noNamespace' },
    })
  })

  it('demands a new password at the first sign-in and takes it at once', async () => {
    const person = await server.makeUser([])
    const account = await accountOf(person)
    const { db } = server.platform
    await db.updateTable('user').set({ passwordUpdateTime: null }).where('id', '=', person.userId).execute()
    expect(await login(account)).toMatchObject({ code: Code.PasswordMustChange })
    for (const weak of ['short-1', 'onlyletters', '1234567890', 'far-too-long-for-us-1', ADMIN_PASSWORD]) {
      expect(await login(account, ADMIN_PASSWORD, weak)).toMatchObject({ code: Code.PasswordMustChange })
    }
    expect(await login(account, ADMIN_PASSWORD, NEW_PASSWORD)).toMatchObject({ code: Code.Ok })
    expect(await login(account, NEW_PASSWORD)).toMatchObject({ code: Code.Ok })
    // The session from before the change is worth nothing any more.
    expect(await person.ask(UserInfo)).toMatchObject({ code: Code.LoginExpired })
    const traces = db.selectFrom('operationLog').selectAll().where('userId', '=', person.userId)
    const trace = await traces.where('api', '=', '/user/changePassword').executeTakeFirstOrThrow()
    expect(trace.requestData).toBe(JSON.stringify({ account, way: 'password' }))
    expect(JSON.parse(trace.responseData)).toMatchObject({ code: Code.Ok })
  })

  it('demands a new password when the old one has become too old', async () => {
    const person = await server.makeUser([])
    const account = await accountOf(person)
    const age = (days: number) =>
      server.platform.db
        .updateTable('user')
        .set({ passwordUpdateTime: Date.now() - days * DAY_MS })
        .where('id', '=', person.userId)
        .execute()
    await age(89)
    expect(await login(account)).toMatchObject({ code: Code.Ok })
    await age(91)
    expect(await login(account)).toMatchObject({ code: Code.PasswordMustChange })
  })

  it('ends at once, for the token too, when somebody signs out', async () => {
    const account = await accountOf(await server.makeUser([]))
    const token = (await login(account)).data?.token ?? ''
    const cookies = { [server.env.COOKIE_NAME]: token }
    const response = await server.app.inject({ method: 'POST', url: UserLogout.path, cookies })
    expect(response.cookies).toMatchObject([{ name: server.env.COOKIE_NAME, value: '', maxAge: 0 }])
    expect(await infoWith(token)).toMatchObject({ code: Code.LoginExpired })
  })

  it('ends everywhere else when somebody changes his password', async () => {
    const person = await server.makeUser([])
    const account = await accountOf(person)
    const elsewhere = (await login(account)).data?.token ?? ''
    const change = (oldPwd: string, newPwd: string) => person.ask(UserChangePassword, { oldPwd, newPwd })
    expect(await change('Wrong-pass-1', NEW_PASSWORD)).toMatchObject({ code: Code.Failed })
    expect(await change(ADMIN_PASSWORD, ADMIN_PASSWORD)).toMatchObject({ code: Code.Failed })
    expect(await change(ADMIN_PASSWORD, '        ')).toMatchObject({ code: Code.Failed })
    expect(await change(ADMIN_PASSWORD, NEW_PASSWORD)).toMatchObject({ code: Code.Ok })
    expect(await person.ask(UserInfo)).toMatchObject({ code: Code.Ok })
    expect(await infoWith(elsewhere)).toMatchObject({ code: Code.LoginExpired })
    expect(await login(account, NEW_PASSWORD)).toMatchObject({ code: Code.Ok })
  })

  it('forgets failures after a success', async () => {
    const account = await accountOf(await server.makeUser([]))
    await login(account, 'Wrong-pass-1')
    expect(await isLocked(account)).toBe(true)
    await login(account)
    expect(await isLocked(account)).toBe(false)
  })

  it('leaves a row for every attempt, cut to size, and one without account for a malformed one', async () => {
    const account = await accountOf(await server.makeUser([]))
    const attempt = (payload: object) =>
      server.app.inject({
        method: 'POST',
        url: UserLogin.path,
        payload,
        headers: { 'user-agent': 'x'.repeat(5_000), referer: 'https://console.example/#/login' },
      })
    await attempt({ account, password: 'Wrong-pass-1' })
    await attempt({ account, password: ADMIN_PASSWORD })
    expect((await attempt({ account: 'x'.repeat(26), password: 'y' })).json()).toMatchObject({
      code: Code.IllegalParameter,
    })
    const { list } = await server.admin.call(LoginLogList, { page: 1, rows: 3 })
    expect(list).toMatchObject([
      { account: '', reason: expect.stringContaining('account') },
      { account, reason: '', referer: 'https://console.example/#/login', userAgent: 'x'.repeat(255) },
      {
        account,
        reason: 'the account or the password is wrong',
        remoteAddr: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      },
    ])
  })

  it.each([
    ['a megabyte', 'x'.repeat(900_000)],
    ['a NUL', 'pass\0word-1'],
    ['nothing', ''],
  ])('refuses a password of %s as malformed', async (_what, password) => {
    expect(await login('admin', password)).toMatchObject({ code: Code.IllegalParameter })
  })

  it.each(["' or 1=1 --", '*)(uid=*', 'ａｄｍｉｎ', '%', 'admin\u200b'])('knows nobody called %s', async (account) => {
    expect(await login(account, ADMIN_PASSWORD)).toMatchObject({ code: Code.Denied })
  })

  describe('with the word of another system', () => {
    const now = () => Math.floor(Date.now() / 1000)
    const sign = (account: string, time: number, key = SECRET) => {
      const token = createHash('md5').update(`${account}${key}${time}`).digest('hex')
      return server.nobody.ask(UserExtLogin, { account, time, token })
    }

    it('lets somebody in, once for each signature', async () => {
      const account = await accountOf(await server.makeUser([]))
      const time = now()
      const { data } = await sign(account, time)
      expect(await infoWith(data?.token ?? '')).toMatchObject({ code: Code.Ok })
      expect(await sign(account, time)).toMatchObject({ code: Code.IllegalParameter })
    })

    it('refuses what is too old, from the future, signed wrongly or about nobody', async () => {
      const account = await accountOf(await server.makeUser([]))
      expect(await sign(account, now() - 40)).toMatchObject({ code: Code.IllegalParameter })
      expect(await sign(account, now() + 40)).toMatchObject({ code: Code.IllegalParameter })
      expect(await sign(account, now(), 'another key')).toMatchObject({ code: Code.IllegalParameter })
      expect(await sign('nobody-here', now())).toMatchObject({ code: Code.Failed })
    })

    it('lets nobody in where that is turned off', async () => {
      const closed = await makeTestServer({ SESSION_SECRET: SECRET, EXT_LOGIN: 'false' })
      const [account, time] = ['admin', now()]
      const token = createHash('md5').update(`${account}${SECRET}${time}`).digest('hex')
      const answer = await closed.nobody.ask(UserExtLogin, { account, time, token })
      await closeTestServer(closed)
      expect(answer).toMatchObject({
        code: Code.IllegalParameter,
        message: expect.stringContaining('sign in yourself'),
      })
    })

    it('is no way around choosing a password, or around being disabled', async () => {
      const person = await server.makeUser([])
      const account = await accountOf(person)
      const set = (values: { passwordUpdateTime: number | null; state: number }) =>
        server.platform.db.updateTable('user').set(values).where('id', '=', person.userId).execute()
      // A signature is good once, so the second one is of another second whatever the clock does meanwhile.
      const time = now()
      await set({ passwordUpdateTime: null, state: 1 })
      expect(await sign(account, time)).toMatchObject({ code: Code.Failed })
      await set({ passwordUpdateTime: 1, state: 0 })
      expect(await sign(account, time - 1)).toMatchObject({ code: Code.AccountDisabled })
    })
  })
})
