import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  OwnSessionEnd,
  OwnSessionEndOthers,
  OwnSessionList,
  UserEndSessions,
} from '@windlass/shared-kit/contract/ownSession'
import { type SignedIn, UserChangePassword, UserInfo, UserLogin } from '@windlass/shared-kit/contract/session'
import { LiveSocket } from '@windlass/shared-kit/contract/socket'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  ADMIN_PASSWORD,
  closeTestServer,
  makeTestServer,
  type TestCaller,
  type TestServer,
} from '../../testing/testServer.ts'

afterEach(() => vi.useRealTimers())

describe('own sessions', () => {
  let server: TestServer
  let person: TestCaller
  beforeAll(async () => {
    server = await makeTestServer()
    person = await server.makeUser([])
  })
  afterAll(() => closeTestServer(server))

  /** Signs the person in from another browser and answers its cookie. */
  const signIn = async (userAgent: string) => {
    const response = await server.app.inject({
      method: 'POST',
      url: UserLogin.path,
      headers: { 'user-agent': userAgent },
      payload: { account: 'user1', password: ADMIN_PASSWORD },
    })
    const { token } = response.json<{ data: SignedIn }>().data
    return `${server.env.COOKIE_NAME}=${token}`
  }
  const codeWith = async (cookie: string) =>
    (await server.app.inject({ url: UserInfo.path, headers: { cookie } })).json<{ code: number }>().code
  const listed = async (userAgent: string) =>
    (await person.call(OwnSessionList)).list.find((session) => session.userAgent === userAgent)

  it('are listed with device and address, and the one that asks is marked', async () => {
    await signIn('Firefox on a desk')
    const { list } = await person.call(OwnSessionList)
    expect(list.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(list.find(({ isCurrent }) => isCurrent)?.userAgent).toBe('test')
    expect(await listed('Firefox on a desk')).toMatchObject({ remoteAddress: '127.0.0.1', way: 'password' })
  })

  it('say when they were seen last', async () => {
    const cookie = await signIn('seen')
    const before = await listed('seen')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    expect(await codeWith(cookie)).toBe(Code.Ok)
    const after = await listed('seen')
    expect(Date.parse(after?.seenTime ?? '') - Date.parse(before?.seenTime ?? '')).toBeGreaterThanOrEqual(119_000)
  })

  it('end one by one, at once, and only one’s own', async () => {
    const [phone, desk] = [await signIn('phone'), await signIn('desk')]
    const id = (await listed('phone'))?.id ?? ''
    const stranger = await server.makeUser([])
    expect(await stranger.ask(OwnSessionEnd, { id })).toMatchObject({ code: Code.Failed })
    expect(await codeWith(phone)).toBe(Code.Ok)
    await person.call(OwnSessionEnd, { id })
    expect([await codeWith(phone), await codeWith(desk)]).toEqual([Code.LoginExpired, Code.Ok])
    expect(await person.ask(OwnSessionEnd, { id })).toMatchObject({ code: Code.Failed })
  })

  it('end everywhere else, and with a new password', async () => {
    const cookies = [await signIn('a'), await signIn('b')]
    await person.call(OwnSessionEndOthers)
    expect(await Promise.all(cookies.map(codeWith))).toEqual([Code.LoginExpired, Code.LoginExpired])
    const other = await signIn('c')
    await person.call(UserChangePassword, { oldPwd: ADMIN_PASSWORD, newPwd: 'Another@2' })
    expect(await codeWith(other)).toBe(Code.LoginExpired)
    await person.call(UserChangePassword, { oldPwd: 'Another@2', newPwd: ADMIN_PASSWORD })
    expect((await person.call(OwnSessionList)).list).toHaveLength(1)
  })

  it('take their open pages with them', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const cookie = await signIn('with a page')
    const socket = new WebSocket(`${address.replace('http', 'ws')}${LiveSocket.path}?g-n-id=1`, {
      headers: { cookie, origin: address },
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await person.call(OwnSessionEnd, { id: (await listed('with a page'))?.id ?? '' })
    expect(await closed).toBe(1008)
  })

  it('of members are ended by those who may edit them, never those of somebody mightier', async () => {
    const helper = await server.makeUser([Permission.EditMember])
    const mighty = await server.makeUser([Permission.AddServer])
    const cookie = await signIn('member')
    expect(await helper.ask(UserEndSessions, { id: mighty.userId })).toMatchObject({ code: Code.Denied })
    expect((await helper.ask(UserEndSessions, { id: 1 })).code).toBeGreaterThan(0)
    await helper.call(UserEndSessions, { id: person.userId })
    expect(await codeWith(cookie)).toBe(Code.LoginExpired)
    expect(await mighty.call(UserInfo)).toBeTruthy()
  })
})
