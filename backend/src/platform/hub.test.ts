import type { AddressInfo } from 'node:net'
import { API_KEY_HEADER, NAMESPACE_HEADER, Permission } from '@windlass/shared-kit/contract'
import { NamespaceRemoveUser, NamespaceUserList } from '@windlass/shared-kit/contract/namespace'
import { RoleChangePermission } from '@windlass/shared-kit/contract/role'
import { UserChangePassword, UserGenerateApiKey, UserLogout } from '@windlass/shared-kit/contract/session'
import { LiveSocket, type SocketFrame, SocketType } from '@windlass/shared-kit/contract/socket'
import { UserEdit, UserRemove } from '@windlass/shared-kit/contract/user'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  ADMIN_PASSWORD,
  closeTestServer,
  makeTestServer,
  type TestCaller,
  type TestServer,
} from '../testing/testServer.ts'

/** Far above what it takes anywhere; a busy machine is slow, not wrong. */
const PATIENCE = { timeout: 30_000, interval: 10 }
const POLICY_VIOLATION = 1008

describe('the websocket of live messages', () => {
  let server: TestServer
  let host: string
  const sockets: WebSocket[] = []
  beforeAll(async () => {
    server = await makeTestServer()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    host = `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    for (const socket of sockets) socket.terminate()
    await closeTestServer(server)
  })

  const open = (headers: Record<string, string>, namespaceId: number, userId = 0) => {
    const query = `${NAMESPACE_HEADER}=${namespaceId}&userId=${userId}`
    const socket = new WebSocket(`ws://${host}${LiveSocket.path}?${query}`, { headers })
    sockets.push(socket)
    return socket
  }

  /** An open socket with what it has received and how it was closed. */
  const connect = async (person: TestCaller, more: Record<string, string> = { origin: `http://${host}` }) => {
    const socket = open({ ...person.headers, ...more }, person.namespaceId)
    const frames: SocketFrame[] = []
    const ended: { code?: number } = {}
    socket.on('message', (data) => frames.push(JSON.parse(String(data)) as SocketFrame))
    socket.on('close', (code) => {
      ended.code = code
    })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return { socket, frames, ended }
  }

  const refused = (headers: Record<string, string>, namespaceId = 1, userId = 0) =>
    new Promise<string>((resolve) => {
      const socket = open(headers, namespaceId, userId)
      socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)))
      socket.on('error', (error) => resolve(error.message))
      socket.on('open', () => resolve('open'))
    })

  const frame = (monitorId: number): SocketFrame => ({
    type: SocketType.Monitor,
    message: { monitorId, errorContent: 'down' },
  })
  const reload = (reason: 'session' | 'permissions') => ({ type: SocketType.Reload, message: { reason } })

  const expectEnded = async ({ frames, ended }: Awaited<ReturnType<typeof connect>>) => {
    await vi.waitFor(() => expect(ended.code).toBe(POLICY_VIOLATION), PATIENCE)
    expect(frames.at(-1)).toEqual(reload('session'))
  }

  it('brings a frame to those who may see it, and to nobody else', async () => {
    const permission = Permission.ShowMonitorPage
    const may = await connect(await server.makeUser([permission]))
    const mayNot = await connect(await server.makeUser([Permission.ShowDeployPage]))
    const elsewhere = await connect(await server.makeUser([permission], await server.makeNamespace()))
    const named = await server.makeUser([])
    const byName = await connect(named)
    await server.platform.hub.send({ namespaceId: 1, permissions: [permission] }, frame(1))
    await server.platform.hub.send({ namespaceId: 1, permissions: [permission], userIds: [named.userId] }, frame(2))
    await vi.waitFor(() => expect(may.frames).toEqual([frame(1), frame(2)]), PATIENCE)
    await vi.waitFor(() => expect(byName.frames).toEqual([frame(2)]), PATIENCE)
    expect([mayNot.frames, elsewhere.frames]).toEqual([[], []])
  })

  it('brings an announcement to everybody in every namespace, and more of it to some', async () => {
    const permissions = [Permission.ShowReleasePage]
    const told = await connect(await server.makeUser(permissions))
    const others = await connect(await server.makeUser([]))
    const elsewhere = await connect(await server.makeUser([], await server.makeNamespace()))
    await server.platform.hub.announce({ frame: frame(3), fuller: { permissions, frame: frame(4) } })
    await vi.waitFor(() => expect(told.frames).toEqual([frame(4)]), PATIENCE)
    for (const { frames } of [others, elsewhere]) {
      await vi.waitFor(() => expect(frames).toEqual([frame(3)]), PATIENCE)
    }
  })

  it('opens for nobody but a member of the namespace, on a page of this console', async () => {
    const person = await server.makeUser([])
    const origin = `http://${host}`
    expect(await refused({ origin })).not.toBe('open')
    expect(await refused({ ...person.headers })).toBe('403')
    for (const foreign of ['https://evil.example', `http://${host}.evil.example`, 'http://127.0.0.1:1', 'null']) {
      expect(await refused({ ...person.headers, origin: foreign })).toBe('403')
    }
    expect(await refused({ ...person.headers, origin }, await server.makeNamespace())).not.toBe('open')
    expect(await refused({ ...person.headers, origin }, 1, person.userId + 1)).not.toBe('open')
    expect(await refused({ ...person.headers, origin }, 1, person.userId)).toBe('open')
  })

  it.each<[string, (person: TestCaller) => Promise<unknown>]>([
    ['signs out', (person) => person.call(UserLogout)],
    ['is removed', (person) => server.admin.call(UserRemove, { id: person.userId })],
    [
      'gets another password',
      (person) => server.admin.call(UserEdit, { id: person.userId, name: 'x', password: 'Capstan-2' }),
    ],
    [
      'leaves the namespace',
      async (person) => {
        const { list } = await server.admin.call(NamespaceUserList, { id: 1 })
        const namespaceUserId = list.find((member) => member.userId === person.userId)?.id ?? 0
        await server.admin.call(NamespaceRemoveUser, { namespaceUserId })
      },
    ],
  ])('is closed when somebody %s', async (_what, happens) => {
    const person = await server.makeUser([Permission.ShowMonitorPage])
    const connection = await connect(person)
    const bystander = await connect(await server.makeUser([]))
    await happens(person)
    await expectEnded(connection)
    expect(bystander.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('stays open where somebody changes his password, and is closed in his other browsers', async () => {
    const person = await server.makeUser([])
    const visitor = { remoteAddress: '127.0.0.1', userAgent: 'other browser', referer: '', origin: '' }
    const token = await server.platform.sessions.start({ id: person.userId, name: 'x' }, visitor)
    const here = await connect(person)
    const there = await connect({ ...person, headers: { cookie: `${server.env.COOKIE_NAME}=${token}` } })
    await person.call(UserChangePassword, { oldPwd: ADMIN_PASSWORD, newPwd: 'Capstan-2' })
    await expectEnded(there)
    expect(here.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('is closed when the API key that opened it is replaced', async () => {
    const person = await server.makeUser([])
    const apiKey = await person.call(UserGenerateApiKey)
    const connection = await connect({ ...person, headers: { [API_KEY_HEADER]: apiKey } }, {})
    expect(connection.socket.readyState).toBe(WebSocket.OPEN)
    await person.call(UserGenerateApiKey)
    await expectEnded(connection)
  })

  it('tells the page when permissions change, and follows them at once', async () => {
    const person = await server.makeUser([Permission.ShowMonitorPage])
    const connection = await connect(person)
    const { roleId } = await server.platform.db
      .selectFrom('namespaceUser')
      .select('roleId')
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow()
    await server.admin.call(RoleChangePermission, { roleId, permissionIds: [Permission.ShowDeployPage] })
    await vi.waitFor(() => expect(connection.frames).toEqual([reload('permissions')]), PATIENCE)
    await server.platform.hub.send({ namespaceId: 1, permissions: [Permission.ShowMonitorPage] }, frame(3))
    await server.platform.hub.send({ namespaceId: 1, permissions: [Permission.ShowDeployPage] }, frame(4))
    await vi.waitFor(() => expect(connection.frames).toEqual([reload('permissions'), frame(4)]), PATIENCE)
  })

  it('stays open while its session is in use, also longer than the token that opened it', async () => {
    const person = await server.makeUser([])
    const connection = await connect(person)
    const { hub, db } = server.platform
    const liveFor = (ms: number) =>
      db
        .updateTable('session')
        .set({ expireTime: Date.now() + ms })
        .where('userId', '=', person.userId)
        .execute()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (server.env.SESSION_SECONDS + 60) * 1000 })
    try {
      await liveFor(60_000)
      await server.platform.sockets.recheck({ userId: person.userId })
      await hub.send({ namespaceId: 1, permissions: [], userIds: [person.userId] }, frame(5))
      await vi.waitFor(() => expect(connection.frames).toEqual([frame(5)]), PATIENCE)
      await liveFor(-1)
      await server.platform.sockets.recheck({ userId: person.userId })
      await expectEnded(connection)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is limited in number for each person, and in size for what comes in', async () => {
    const person = await server.makeUser([])
    const first = await connect(person)
    for (let index = 1; index < 50; index++) await connect(person)
    expect(await refused({ ...person.headers, origin: `http://${host}` })).not.toBe('open')
    first.socket.send('x'.repeat(20_000))
    await vi.waitFor(() => expect(first.ended.code).toBe(1009), PATIENCE)
  })
})
