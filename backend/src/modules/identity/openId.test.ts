import { Code } from '@windlass/shared-kit/contract'
import { LoginLogList } from '@windlass/shared-kit/contract/log'
import {
  UserConfig,
  UserInfo,
  UserLogin,
  UserLogout,
  UserOpenIdBegin,
  UserOpenIdLogin,
} from '@windlass/shared-kit/contract/session'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { authorize, type OpenIdProvider, startOpenIdProvider } from '../../testing/openIdProvider.ts'
import {
  ADMIN_PASSWORD,
  closeTestServer,
  makeTestServer,
  type TestCaller,
  type TestServer,
} from '../../testing/testServer.ts'

const HOME = 'https://console.example/'
const COOKIE = 'windlass_openid'

describe('signing in through OpenID Connect', () => {
  let provider: OpenIdProvider
  let server: TestServer
  beforeAll(async () => {
    provider = await startOpenIdProvider([HOME])
    server = await makeTestServer({ ...provider.env, PUBLIC_URL: HOME })
  })
  afterAll(async () => {
    await closeTestServer(server)
    await provider.stop()
  })
  afterEach(() => {
    delete provider.tamper
    vi.useRealTimers()
  })

  const begin = async (at = server) => {
    const response = await at.app.inject({ method: 'POST', url: UserOpenIdBegin.path, payload: {} })
    const { data } = response.json<{ data: { url: string } }>()
    const cookie = response.cookies.find(({ name }) => name === COOKIE)
    return { url: data.url, ticket: cookie?.value ?? '', cookie }
  }
  const finish = async (query: string, ticket: string, at = server) => {
    const request = {
      method: 'POST' as const,
      url: UserOpenIdLogin.path,
      payload: { query },
      cookies: { [COOKIE]: ticket },
    }
    return (await at.app.inject(request)).json<{ code: number; message: string; data: { token: string } | null }>()
  }
  const signIn = async (at = server) => {
    const { url, ticket } = await begin(at)
    return finish((await authorize(url, HOME)).search.slice(1), ticket, at)
  }
  const accountOf = async (person: TestCaller) => (await person.call(UserInfo)).userInfo.account
  const refused = { code: Code.Denied, message: 'the sign-in provider did not vouch for you; begin again', data: null }

  it('is offered by its name', async () => {
    expect((await server.nobody.call(UserConfig)).openId).toEqual({ label: 'Example ID' })
  })

  it('begins with everything that guards it, and a cookie that no script and no other site gets', async () => {
    const { url, cookie } = await begin()
    const query = Object.fromEntries(new URL(url).searchParams)
    expect(query).toMatchObject({
      ...{ response_type: 'code', client_id: 'windlass', redirect_uri: HOME, scope: 'openid profile email' },
      ...{ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
      ...{ state: expect.stringMatching(/^oidc-[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
    })
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', maxAge: 600 })
    expect(cookie?.value).not.toContain(query['state'])
  })

  it('binds somebody by his account at the first time, and by his subject ever after', async () => {
    const person = await server.makeUser([])
    const account = await accountOf(person)
    provider.person = { sub: 'subject-1', preferred_username: account.toUpperCase() }
    expect(await signIn()).toMatchObject({ code: Code.Ok })
    provider.person = { sub: 'subject-1', preferred_username: 'renamed-there' }
    const { data } = await signIn()
    const cookies = { [server.env.COOKIE_NAME]: data?.token ?? '' }
    const info = (await server.app.inject({ url: UserInfo.path, cookies })).json()
    expect(info).toMatchObject({ data: { userInfo: { id: person.userId } } })
    const { list } = await server.admin.call(LoginLogList, { page: 1, rows: 1 })
    expect(list).toMatchObject([{ account, reason: '' }])
    // Somebody else who gets the same name at the provider later is not this person.
    provider.person = { sub: 'subject-2', preferred_username: account }
    expect(await signIn()).toMatchObject({ code: Code.Failed, message: expect.stringContaining('taken over') })
  })

  it('never becomes the first administrator, and nobody without an account', async () => {
    provider.person = { sub: 'subject-3', preferred_username: 'admin' }
    expect(await signIn()).toMatchObject({ code: Code.Failed, message: expect.stringContaining('taken over') })
    provider.person = { sub: 'subject-4', preferred_username: 'nobody-here' }
    expect(await signIn()).toMatchObject({ code: Code.Failed, message: expect.stringContaining('no account') })
    provider.person = { sub: 'subject-5' }
    expect(await signIn()).toMatchObject({ code: Code.Failed, message: expect.stringContaining('does not say') })
  })

  it('asks a disabled person nothing more', async () => {
    const person = await server.makeUser([])
    provider.person = { sub: 'subject-6', preferred_username: await accountOf(person) }
    await server.platform.db.updateTable('user').set({ state: 0 }).where('id', '=', person.userId).execute()
    expect(await signIn()).toMatchObject({ code: Code.AccountDisabled })
  })

  describe('when somebody tampers', () => {
    const welcome = async () => {
      const account = await accountOf(await server.makeUser([]))
      provider.person = { sub: `sub-of-${account}`, preferred_username: account }
    }

    it.each([
      ['another state', (query: URLSearchParams) => query.set('state', 'oidc-of-somebody-else')],
      ['no state', (query: URLSearchParams) => query.delete('state')],
      ['two states', (query: URLSearchParams) => query.append('state', 'oidc-x')],
      ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example')],
      ['no issuer', (query: URLSearchParams) => query.delete('iss')],
      ['another code', (query: URLSearchParams) => query.set('code', 'of-somebody-else')],
      ['no code', (query: URLSearchParams) => query.delete('code')],
      ['an error', (query: URLSearchParams) => query.set('error', 'access_denied')],
    ])('refuses %s in the address', async (_what, change) => {
      await welcome()
      const { url, ticket } = await begin()
      const { searchParams } = await authorize(url, HOME)
      change(searchParams)
      expect(await finish(searchParams.toString(), ticket)).toMatchObject(refused)
    })

    it.each([
      ['another nonce', { nonce: 'of-another-sign-in' }],
      ['no nonce', { nonce: undefined }],
      ['another issuer', { iss: 'https://evil.example' }],
      ['another audience', { aud: 'another-client' }],
      ['several audiences without a word who it is for', { aud: ['another-client', 'third'] }],
      ['an end in the past', { exp: Math.floor(Date.now() / 1000) - 3600 }],
      ['no end', { exp: undefined }],
      ['no subject', { sub: undefined }],
    ])('refuses an ID token with %s', async (_what, change) => {
      await welcome()
      provider.tamper = (claims) => ({ claims: { ...claims, ...change } })
      expect(await signIn()).toMatchObject(refused)
    })

    it.each([
      ['the challenge of another browser', { code_challenge: 'A'.repeat(43) }],
      ['the verifier itself as its challenge', { code_challenge_method: 'plain' }],
      ['the state of another sign-in', { state: `oidc-${'A'.repeat(43)}` }],
      ['the nonce of another sign-in', { nonce: 'A'.repeat(43) }],
    ])('refuses a code that was asked for with %s', async (_what, asked) => {
      await welcome()
      const { url, ticket } = await begin()
      const address = new URL(url)
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
      const { searchParams } = await authorize(address.href, HOME)
      expect(await finish(searchParams.toString(), ticket)).toMatchObject(refused)
    })

    it('refuses a good code that was put into the answer to somebody else, and every code a second time', async () => {
      await welcome()
      const [own, stolen] = [await begin(), await begin()]
      const answer = (await authorize(own.url, HOME)).searchParams
      const other = (await authorize(stolen.url, HOME)).searchParams
      answer.set('code', other.get('code') ?? '')
      expect(await finish(answer.toString(), own.ticket)).toMatchObject(refused)
      const third = await begin()
      const used = (await authorize(third.url, HOME)).searchParams
      expect(await finish(used.toString(), third.ticket)).toMatchObject({ code: Code.Ok })
      const fourth = await begin()
      const replayed = (await authorize(fourth.url, HOME)).searchParams
      replayed.set('code', used.get('code') ?? '')
      expect(await finish(replayed.toString(), fourth.ticket)).toMatchObject(refused)
    })

    it('refuses an ID token that somebody else has signed', async () => {
      await welcome()
      provider.tamper = (claims) => ({ claims, isForged: true })
      expect(await signIn()).toMatchObject(refused)
    })

    it('takes a code once, in the browser that began, and not after ten minutes', async () => {
      await welcome()
      const first = await begin()
      const query = (await authorize(first.url, HOME)).search.slice(1)
      expect(await finish(query, '')).toMatchObject({ code: Code.Denied })
      expect(await finish(query, 'v1.AAAA')).toMatchObject({ code: Code.Denied })
      expect(await finish(query, (await begin()).ticket)).toMatchObject(refused)
      expect(await finish(query, first.ticket)).toMatchObject({ code: Code.Ok })
      expect(await finish(query, first.ticket)).toMatchObject({ code: Code.Denied })
      const late = await begin()
      const lateQuery = (await authorize(late.url, HOME)).search.slice(1)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
      expect(await finish(lateQuery, late.ticket)).toMatchObject({ code: Code.Denied })
    })
  })

  it('ends the session at the provider too', async () => {
    const account = await accountOf(await server.makeUser([]))
    provider.person = { sub: 'subject-7', preferred_username: account }
    const leave = async (token: string) => {
      const cookies = { [server.env.COOKIE_NAME]: token }
      const response = await server.app.inject({ method: 'POST', url: UserLogout.path, cookies, payload: {} })
      return response.json<{ data: { endSessionUrl: string } }>().data.endSessionUrl
    }
    const end = new URL(await leave((await signIn()).data?.token ?? ''))
    expect(end.href).toContain(provider.issuer)
    expect(end.searchParams.get('post_logout_redirect_uri')).toBe(HOME)
    expect((await fetch(end, { redirect: 'manual' })).status).toBe(200)
    const byPassword = await server.nobody.call(UserLogin, { account, password: ADMIN_PASSWORD })
    expect(await leave(byPassword.token)).toBe('')
  })

  it('counts for one factor, whatever the provider asked for: ours comes on top of it', async () => {
    const strict = await makeTestServer({ ...provider.env, PUBLIC_URL: HOME, SECOND_FACTOR: 'required' })
    try {
      const account = await accountOf(await strict.makeUser([]))
      provider.person = { sub: 'subject-9', preferred_username: account, amr: ['pwd', 'mfa'], acr: 'phr' }
      const answer = await signIn(strict)
      expect(answer).toMatchObject({ code: Code.SecondFactorNeeded, data: { needsSetUp: true } })
      expect(answer.data).not.toHaveProperty('token')
    } finally {
      await closeTestServer(strict)
    }
  })

  it('makes accounts where the settings say so, and believes only confirmed addresses', async () => {
    const open = await makeTestServer({
      ...provider.env,
      ...{ PUBLIC_URL: HOME, OIDC_AUTO_CREATE: 'true', OIDC_ACCOUNT_CLAIM: 'email' },
    })
    try {
      provider.person = { sub: 'subject-8', email: 'new@example.com', email_verified: false, name: 'New' }
      expect(await signIn(open)).toMatchObject({ code: Code.Failed, message: expect.stringContaining('does not say') })
      provider.person = { ...provider.person, email_verified: true }
      expect(await signIn(open)).toMatchObject({ code: Code.Failed, message: expect.stringContaining('namespace') })
      const row = open.platform.db.selectFrom('user').selectAll().where('account', '=', 'new@example.com')
      expect(await row.executeTakeFirst()).toMatchObject({ name: 'New', password: '', superManager: 0 })
    } finally {
      await closeTestServer(open)
    }
  })

  it('says that the provider is away, and tries again at the next time', async () => {
    const away = await makeTestServer({ ...provider.env, OIDC_ISSUER: 'http://127.0.0.1:1' })
    try {
      const answer = { code: Code.Failed, message: expect.stringContaining('does not answer') }
      expect(await away.nobody.ask(UserOpenIdBegin)).toMatchObject(answer)
      expect(await away.nobody.ask(UserOpenIdBegin)).toMatchObject(answer)
    } finally {
      await closeTestServer(away)
    }
  })
})
