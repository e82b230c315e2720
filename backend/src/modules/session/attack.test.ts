import { Code } from '@windlass/shared-kit/contract'
import { LoginLogList } from '@windlass/shared-kit/contract/log'
import { UserCaptcha, UserCheckCaptcha, UserInfo, UserLogin } from '@windlass/shared-kit/contract/session'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ADMIN_PASSWORD,
  closeTestServer,
  makeTestServer,
  type TestCaller,
  type TestServer,
} from '../../testing/testServer.ts'

const SECRET = 'the signing key of this console'
const ADDRESS_LIMIT = 6
const MARKER_OFFSET = 11
const RIGHT_TO_LEFT = '\u202e'

describe('whoever wants in without being let in', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer({
      ...{ SESSION_SECRET: SECRET, CAPTCHA_ENABLED: 'true', TRUST_PROXY: 'true' },
      LOGIN_ADDRESS_ERRORS: String(ADDRESS_LIMIT),
    })
  })
  afterAll(() => closeTestServer(server))

  const accountOf = async (person: TestCaller) => (await person.call(UserInfo)).userInfo.account
  let customers = 0
  const newAddress = () => `198.51.100.${++customers}`
  const login = async (payload: object, headers: Record<string, string> = {}) => {
    const from = { 'x-forwarded-for': newAddress(), ...headers }
    return (await server.app.inject({ method: 'POST', url: UserLogin.path, payload, headers: from })).json<{
      code: number
      message: string
      data: { token: string } | null
    }>()
  }
  const infoWith = async (token: string) => {
    const cookies = { [server.env.COOKIE_NAME]: token }
    return (await server.app.inject({ url: UserInfo.path, cookies })).json<{ code: number }>()
  }

  describe('with a token of his own making', () => {
    const claimsOf = async (person: TestCaller) =>
      decodeJwt((await login({ account: await accountOf(person), password: ADMIN_PASSWORD })).data?.token ?? '')
    const sign = (claims: object, key: string, alg = 'HS256') =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key))
    const expired = { code: Code.LoginExpired }

    it('gets nowhere unsigned, signed otherwise, by another key, too late or for no session', async () => {
      const person = await server.makeUser([])
      const claims = await claimsOf(person)
      expect(await infoWith(await sign(claims, SECRET))).toMatchObject({ code: Code.Ok })
      expect(await infoWith(new UnsecuredJWT(claims).encode())).toMatchObject(expired)
      expect(await infoWith(await sign(claims, `${SECRET} which is longer than all`, 'HS512'))).toMatchObject(expired)
      expect(await infoWith(await sign(claims, `${SECRET} `))).toMatchObject(expired)
      expect(await infoWith(await sign({ ...claims, exp: 1 }, SECRET))).toMatchObject(expired)
      expect(await infoWith(await sign({ ...claims, exp: undefined }, SECRET))).toMatchObject(expired)
      expect(await infoWith(await sign({ ...claims, sid: 'of-nobody' }, SECRET))).toMatchObject(expired)
      expect(await infoWith(await sign({ ...claims, sid: undefined }, SECRET))).toMatchObject(expired)
    })

    it('gets no more by changing whom it names: the session says that', async () => {
      const claims = await claimsOf(await server.makeUser([]))
      const token = await sign({ ...claims, id: 1, name: 'admin' }, SECRET)
      const cookies = { [server.env.COOKIE_NAME]: token }
      const { data } = (await server.app.inject({ url: UserInfo.path, cookies })).json()
      expect(data.userInfo.superManager).toBe(0)
    })

    it('is out as soon as his account is disabled or gone', async () => {
      const person = await server.makeUser([])
      const token = await sign(await claimsOf(person), SECRET)
      const { db } = server.platform
      await db.updateTable('user').set({ state: 0 }).where('id', '=', person.userId).execute()
      expect(await infoWith(token)).toMatchObject({ code: Code.AccountDisabled })
      await db.deleteFrom('user').where('id', '=', person.userId).execute()
      expect(await infoWith(token)).toMatchObject(expired)
    })
  })

  it('cannot choose the session that somebody gets by signing in', async () => {
    const account = await accountOf(await server.makeUser([]))
    const planted = (await login({ account, password: ADMIN_PASSWORD })).data?.token ?? ''
    const cookie = `${server.env.COOKIE_NAME}=${planted}`
    const { data } = await login({ account, password: ADMIN_PASSWORD }, { cookie })
    expect(decodeJwt(data?.token ?? '')['sid']).not.toBe(decodeJwt(planted)['sid'])
  })

  it.each([
    ['a script of another site', { origin: 'https://evil.example', 'content-type': 'application/json' }],
    ['a sandboxed frame', { origin: 'null', 'content-type': 'application/json' }],
    ['a form', { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form without an origin', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form of plain text', { 'content-type': 'text/plain' }],
    [
      'a host that only begins alike',
      { origin: 'http://localhost:80.evil.example', 'content-type': 'application/json' },
    ],
  ])('cannot sign somebody in by %s', async (_what, headers) => {
    const payload = JSON.stringify({ account: 'admin', password: ADMIN_PASSWORD })
    const response = await server.app.inject({ method: 'POST', url: UserLogin.path, payload, headers })
    expect(response.json().code).not.toBe(Code.Ok)
    expect(response.cookies).toEqual([])
  })

  it('locks himself out by trying one password on many accounts, whatever he knows besides', async () => {
    const own = await accountOf(await server.makeUser([]))
    const from = { 'x-forwarded-for': newAddress() }
    for (let tries = 0; tries < ADDRESS_LIMIT; tries++) {
      expect(await login({ account: `guess-${tries}`, password: 'Summer-26' }, from)).toMatchObject({
        code: Code.Denied,
      })
      // Signing in to his own account in between takes nothing back.
      if (tries === 2) await login({ account: own, password: ADMIN_PASSWORD }, from)
    }
    const answer = await login({ account: own, password: ADMIN_PASSWORD }, from)
    expect(answer).toMatchObject({
      code: Code.Failed,
      message: 'too many failed sign-ins from your network; try again in 15 minutes',
      data: { signIn: 'networkLocked', minutes: 15 },
    })
    expect(await login({ account: own, password: ADMIN_PASSWORD })).toMatchObject({ code: Code.Ok })
  })

  it('takes no step back in the log by line breaks, and no other way round', async () => {
    const account = `a\r\nroot${RIGHT_TO_LEFT}nimda`
    await login({ account, password: 'Wrong-pass-1' }, { 'user-agent': `x${RIGHT_TO_LEFT}y` })
    const { list } = await server.admin.call(LoginLogList, { page: 1, rows: 1 })
    expect(list).toMatchObject([{ account: 'a\ufffd\ufffdroot\ufffdnimda' }])
  })

  it('cannot use the captcha of another account', async () => {
    const solve = async (account?: string) => {
      const { key } = await server.nobody.call(UserCaptcha, { language: 'en', ...(account && { account }) })
      const row = server.platform.db.selectFrom('captcha').select('answer').where('id', '=', key)
      const glyphs = JSON.parse((await row.executeTakeFirstOrThrow()).answer) as { x: number; y: number }[]
      const dots = glyphs.flatMap(({ x, y }) => [x - MARKER_OFFSET, y - MARKER_OFFSET])
      await server.nobody.call(UserCheckCaptcha, { key, dots })
      return key
    }
    const account = await accountOf(await server.makeUser([]))
    await login({ account, password: 'Wrong-pass-1' })
    const needed = { code: Code.Failed, message: expect.stringContaining('captcha') }
    const attempt = async (captchaKey: string) => login({ account, password: ADMIN_PASSWORD, captchaKey })
    expect(await attempt(await solve('admin'))).toMatchObject(needed)
    // Solved without naming an account, it is good for the address that solved it alone.
    expect(await attempt(await solve())).toMatchObject(needed)
    expect(await attempt(await solve(` ${account.toUpperCase()}`))).toMatchObject({ code: Code.Ok })
  })

  it('cannot tell by the clock which accounts there are, however their passwords were hashed', async () => {
    const account = await accountOf(await server.makeUser([]))
    const floor = 300
    for (const name of [account, 'nobody-at-all']) {
      const begun = performance.now()
      await login({ account: name, password: 'Wrong-pass-1' })
      expect(performance.now() - begun).toBeGreaterThan(floor - 5)
    }
  })
})
