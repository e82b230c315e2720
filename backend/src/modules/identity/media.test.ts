import { Code } from '@windlass/shared-kit/contract'
import { LoginLogList } from '@windlass/shared-kit/contract/log'
import { UserConfig, UserMediaLogin } from '@windlass/shared-kit/contract/session'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatProviders, MOBILES, startChatProviders } from '../../testing/chatProviders.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'
import { plainMobile } from './mediaProvider.ts'

const HOME = 'https://console.example/#/login'

describe('signing in through a chat provider', () => {
  let server: TestServer
  let providers: ChatProviders
  beforeAll(async () => {
    providers = await startChatProviders()
    server = await makeTestServer(providers.env)
  })
  afterAll(async () => {
    await closeTestServer(server)
    await providers.stop()
  })
  beforeEach(async () => {
    providers.reset()
    await server.platform.db.updateTable('user').set({ contact: '' }).execute()
  })

  const signIn = (state: string) => server.nobody.ask(UserMediaLogin, { authCode: 'a-code', state, redirectUri: HOME })
  const withContact = async (contact: string, state = 1): Promise<TestCaller> => {
    const person = await server.makeUser([])
    await server.platform.db.updateTable('user').set({ contact, state }).where('id', '=', person.userId).execute()
    return person
  }
  const lastLog = async () => (await server.admin.call(LoginLogList, { page: 1, rows: 1 })).list[0]

  it('begins at the addresses of the providers, without their secrets', async () => {
    const { mediaURL } = await server.nobody.call(UserConfig)
    expect(mediaURL).toEqual({
      dingtalk: `${providers.url}/oauth2/auth?response_type=code&client_id=ding-key&scope=openid&prompt=consent&state=dingtalk`,
      feishu: `${providers.url}/suite/passport/oauth/authorize?client_id=feishu-key&response_type=code&state=feishu`,
    })
  })

  it('lets in whose number DingTalk knows, and says in the log who that is', async () => {
    const person = await withContact(MOBILES.dingtalk)
    expect(await signIn('dingtalk-2f6a')).toMatchObject({ code: Code.Ok, data: { token: expect.any(String) } })
    expect(providers.requests.map(({ path }) => path)).toEqual([
      '/v1.0/oauth2/userAccessToken',
      '/v1.0/contact/users/me',
      '/v1.0/oauth2/accessToken',
      '/topapi/v2/user/getbymobile?access_token=app-token',
    ])
    expect(providers.requests[0]?.body).toEqual({
      ...{ clientId: 'ding-key', clientSecret: 'ding-secret', code: 'a-code', grantType: 'authorization_code' },
    })
    expect(providers.requests[1]?.headers['x-acs-dingtalk-access-token']).toBe('user-token')
    expect(await lastLog()).toMatchObject({ account: expect.stringMatching(/^user\d/), reason: '' })
    const row = server.platform.db.selectFrom('session').select('way').where('userId', '=', person.userId)
    expect(await row.orderBy('insertTime', 'desc').execute()).toContainEqual({ way: 'dingtalk' })
    // The token of the app is kept while it lives.
    await signIn('dingtalk-2f6b')
    expect(providers.requests.filter(({ path }) => path === '/v1.0/oauth2/accessToken')).toHaveLength(1)
  })

  it('lets in whose number Feishu knows, and takes off nothing but its prefix', async () => {
    await withContact(MOBILES.feishu)
    expect(await signIn('feishu-91c0')).toMatchObject({ code: Code.Ok })
    expect(providers.requests[0]?.body).toMatchObject({ client_secret: 'feishu-secret', redirect_uri: HOME })
    expect(providers.requests[1]?.headers['authorization']).toBe('Bearer feishu-token')
  })

  it.each([
    ['+8613900008886', '13900008886'],
    ['8613900008868', '8613900008868'],
    ['13900008668', '13900008668'],
    ['+4915112345678', '+4915112345678'],
    ['', ''],
    ['+86', ''],
  ])('takes %s for %s', (given, plain) => {
    expect(plainMobile(given)).toBe(plain)
  })

  it.each([
    ['dingtalk', '/v1.0/contact/users/me', { nick: 'x' }],
    ['dingtalk', '/v1.0/contact/users/me', { mobile: '' }],
    ['dingtalk', '/v1.0/contact/users/me', { mobile: 7 }],
    ['feishu', '/suite/passport/oauth/userinfo', { user_id: 'u1' }],
    ['feishu', '/suite/passport/oauth/userinfo', { user_id: 'u1', mobile: '+86' }],
  ])('never becomes the first person without a number, when %s says none', async (state, path, answer) => {
    providers.answers[path] = answer
    expect(await signIn(state)).toMatchObject({ code: Code.Failed, message: expect.stringContaining('mobile number') })
  })

  it('refuses strangers, the disabled and numbers of several people', async () => {
    expect(await signIn('dingtalk')).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('no account'),
    })
    await withContact(MOBILES.dingtalk, 0)
    expect(await signIn('dingtalk')).toMatchObject({ code: Code.AccountDisabled })
    const one = await withContact(MOBILES.dingtalk)
    expect(await signIn('dingtalk')).toMatchObject({ code: Code.Ok })
    await withContact(MOBILES.dingtalk)
    expect(await signIn('dingtalk')).toMatchObject({ code: Code.Failed, message: expect.stringContaining('several') })
    await server.platform.db.deleteFrom('namespaceUser').where('userId', '=', one.userId).execute()
  })

  it.each([
    ['dingtalk', '/v1.0/oauth2/userAccessToken', { code: 'InvalidAuthCode', message: 'no' }],
    ['dingtalk', '/v1.0/oauth2/userAccessToken', '<html>'],
    ['dingtalk', '/topapi/v2/user/getbymobile', { errcode: 40078, errmsg: 'no' }],
    ['dingtalk', '/topapi/v2/user/getbymobile', { errcode: 0, result: { userid: '' } }],
    ['feishu', '/suite/passport/oauth/token', { error: 'invalid_grant' }],
    ['feishu', '/suite/passport/oauth/userinfo', { message: 'expired' }],
    ['feishu', '/suite/passport/oauth/userinfo', { mobile: MOBILES.feishu }],
  ])('refuses what %s does not vouch for: %s', async (state, path, answer) => {
    await withContact(MOBILES[state as keyof typeof MOBILES])
    providers.answers[path] = answer
    expect(await signIn(state)).toMatchObject({ code: Code.Failed, data: null })
    expect((await lastLog())?.reason).not.toBe('')
  })

  it('waits five seconds for a provider', async () => {
    providers.answers['/suite/passport/oauth/token'] = 'silence'
    const begun = performance.now()
    expect(await signIn('feishu')).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('does not answer'),
    })
    expect(performance.now() - begun).toBeGreaterThan(4_900)
  })

  it('is no way in where it is not set up', async () => {
    const bare = await makeTestServer({})
    try {
      expect((await bare.nobody.call(UserConfig)).mediaURL).toEqual({ dingtalk: '', feishu: '' })
      const answer = await bare.nobody.ask(UserMediaLogin, { authCode: 'x', state: 'feishu' })
      expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('not set up') })
    } finally {
      await closeTestServer(bare)
    }
  })
})
