import { Code, Permission, State } from '@windlass/shared-kit/contract'
import { OperationLogList } from '@windlass/shared-kit/contract/log'
import { NamespaceRemoveUser, NamespaceUserList } from '@windlass/shared-kit/contract/namespace'
import { RoleChangePermission } from '@windlass/shared-kit/contract/role'
import {
  TerminalRemoveGuest,
  TerminalSessionList,
  TerminalShare,
  TerminalUnshare,
} from '@windlass/shared-kit/contract/terminal'
import { UserChangeState } from '@windlass/shared-kit/contract/user'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSshd, type TestSshd } from '../../testing/sshd.ts'
import { hostOf, openTerminal, type TerminalClient } from '../../testing/terminalClient.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

const OPEN = [Permission.ShowTerminalPage]
const SHARE = [...OPEN, Permission.ShareTerminal]

let sshd: TestSshd
let server: TestServer
let serverId: number
const clients: TerminalClient[] = []

beforeAll(async () => {
  sshd = await startSshd()
  server = await makeTestServer({ SSH_KEY_DIR: sshd.keyDir })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const times = { insertTime: 1, updateTime: 1 }
  const place = { ip: sshd.host, port: sshd.port, owner: sshd.user, path: sshd.keyPath }
  serverId = (
    await server.platform.db
      .insertInto('server')
      .values({ namespaceId: 1, name: 'shared', ...place, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
})
afterEach(() => {
  vi.useRealTimers()
  for (const client of clients.splice(0)) client.socket.terminate()
})
afterAll(async () => {
  await closeTestServer(server)
  await sshd.stop()
})

const open = (person: TestCaller, query: Record<string, string | number>) => {
  const client = openTerminal(hostOf(server), person, query)
  clients.push(client)
  return client
}

const owned = async (permissions: readonly number[] = SHARE) => {
  const owner = await server.makeUser(permissions)
  const client = open(owner, { serverId, rows: 24, cols: 80 })
  const { session } = await client.ready()
  client.type("PS1='ready''> '\n")
  await client.until('ready> ')
  return { owner, client, session }
}

const shared = async (mode: 'view' | 'control') => {
  const all = await owned()
  const share = await all.owner.call(TerminalShare, { session: all.session, mode, minutes: 10 })
  return { ...all, ...share }
}

const guestOf = ({ session, ticket }: { session: string; ticket: string }) => ({ session, ticket })

const roleOf = async ({ userId }: TestCaller) =>
  (
    await server.platform.db
      .selectFrom('namespaceUser')
      .select('roleId')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
  ).roleId

describe('a shared terminal', () => {
  it('shows a guest the same, lets him only look, and tells the owner who is there', async () => {
    const { owner, client, session, ticket } = await shared('view')
    client.type('echo secret""word\n')
    await client.until('secretword\r\n')
    const visitor = await server.makeUser(OPEN)
    const guest = open(visitor, { session, ticket, rows: 50, cols: 200 })
    expect(await guest.ready()).toMatchObject({ role: 'view', restored: 'screen', rows: 24, cols: 80 })
    await expect.poll(() => guest.screens.join('')).toContain('secretword')
    guest.type('echo from""guest\n')
    guest.send({ type: 'resize', rows: 9, cols: 9 })
    guest.send({ type: 'end' })
    client.type('stty size\n')
    await guest.until('24 80')
    expect(client.output()).not.toContain('fromguest')
    expect((await client.frame('people')).list.map(({ role, isHere }) => [role, isHere])).toEqual([
      ['owner', true],
      ['view', true],
    ])
    client.send({ type: 'resize', rows: 30, cols: 90 })
    expect(await guest.frame('resized')).toEqual({ type: 'resized', rows: 30, cols: 90 })
    const [mine] = (await owner.call(TerminalSessionList)).list
    expect(mine).toMatchObject({ session, shares: [{ mode: 'view' }] })
    expect(JSON.stringify(mine)).not.toContain(ticket)
    expect((await visitor.call(TerminalSessionList)).list).toEqual([])
  })

  it('lets a guest type who may, and come back without his ticket', async () => {
    const { client, session, ticket } = await shared('control')
    const visitor = await server.makeUser(OPEN)
    const guest = open(visitor, { session, ticket })
    expect(await guest.ready()).toMatchObject({ role: 'control' })
    guest.type('echo from""guest\n')
    await client.until('fromguest\r\n')
    await guest.until('fromguest\r\n')
    guest.socket.terminate()
    await guest.closed
    const again = open(visitor, { session, offset: guest.position() })
    expect(await again.ready()).toMatchObject({ role: 'control', restored: 'bytes' })
  })

  it('is closed to who has no ticket, the wrong one, no permission or another namespace', async () => {
    const { session, ticket } = await shared('control')
    for (const wrong of ['', 'x', `${ticket}x`]) {
      const guest = open(await server.makeUser(OPEN), { session, ...(wrong !== '' && { ticket: wrong }) })
      expect(await guest.frame('ended')).toMatchObject({ reason: 'unknown' })
    }
    const foreign = open(await server.makeUser(OPEN, await server.makeNamespace()), { session, ticket })
    expect(await foreign.frame('ended')).toMatchObject({ reason: 'unknown' })
    const without = open(await server.makeUser([Permission.ShareTerminal]), { session, ticket })
    await expect(without.closed).rejects.toThrow('Unexpected server response: 200')
  })

  it('ends for a guest when the share does, by the owner or by time', async () => {
    const first = await shared('view')
    const guest = open(await server.makeUser(OPEN), guestOf(first))
    await guest.ready()
    await first.owner.call(TerminalUnshare, { session: first.session, id: first.id })
    expect(await guest.frame('ended')).toMatchObject({ reason: 'share' })
    expect(await open(await server.makeUser(OPEN), guestOf(first)).frame('ended')).toMatchObject({ reason: 'unknown' })

    const second = await first.owner.call(TerminalShare, { session: first.session, mode: 'view', minutes: 1 })
    const other = open(await server.makeUser(OPEN), { session: first.session, ticket: second.ticket })
    await other.ready()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await other.frame('ended')).toMatchObject({ reason: 'share' })
    expect(first.client.socket.readyState).toBe(first.client.socket.OPEN)
  })

  it('keeps out whom the owner has shown out', async () => {
    const { owner, session, ticket } = await shared('control')
    const visitor = await server.makeUser(OPEN)
    const guest = open(visitor, { session, ticket })
    await guest.ready()
    await owner.call(TerminalRemoveGuest, { session, userId: visitor.userId })
    expect(await guest.frame('ended')).toMatchObject({ reason: 'share' })
    expect(await open(visitor, { session, ticket }).frame('ended')).toMatchObject({ reason: 'unknown' })
    expect(await open(await server.makeUser(OPEN), { session, ticket }).ready()).toMatchObject({ role: 'control' })
  })

  it('takes no key from who was shown out and does not hang up', async () => {
    const { owner, client, session, ticket } = await shared('control')
    const [one, two] = [await server.makeUser(OPEN), await server.makeUser(OPEN)]
    const [shown, lost] = [open(one, { session, ticket }), open(two, { session, ticket })]
    await Promise.all([shown.ready(), lost.ready()])
    // Reads nothing any more, so that the close frame is never answered.
    for (const guest of [shown, lost]) guest.socket.pause()
    await owner.call(TerminalRemoveGuest, { session, userId: one.userId })
    await server.admin.call(RoleChangePermission, { roleId: await roleOf(two), permissionIds: [] })
    await expect.poll(async () => (await client.frame('people')).list).toHaveLength(1)
    for (const guest of [shown, lost]) guest.type('echo int""ruder\n')
    client.type('sleep 0.5; echo own""er\n')
    await client.until('owner\r\n')
    expect(client.output()).not.toContain('intruder')
  })

  it('ends for a guest with his permission, and for all guests with the owner’s', async () => {
    const { owner, client, session, ticket } = await shared('view')
    const [one, two] = [await server.makeUser(OPEN), await server.makeUser(OPEN)]
    const [first, second] = [open(one, { session, ticket }), open(two, { session, ticket })]
    await Promise.all([first.ready(), second.ready()])
    await server.admin.call(RoleChangePermission, { roleId: await roleOf(one), permissionIds: [] })
    expect(await first.frame('ended')).toMatchObject({ reason: 'permission' })
    await server.admin.call(RoleChangePermission, { roleId: await roleOf(owner), permissionIds: [...OPEN] })
    expect(await second.frame('ended')).toMatchObject({ reason: 'share' })
    client.type('echo al""one\n')
    await client.until('alone\r\n')
  })

  it('ends for a guest whose account is disabled, and for everybody when that of the owner is', async () => {
    const { owner, client, session, ticket } = await shared('control')
    const [one, two] = [await server.makeUser(OPEN), await server.makeUser(OPEN)]
    const [first, second] = [open(one, { session, ticket }), open(two, { session, ticket })]
    await Promise.all([first.ready(), second.ready()])
    const disable = ({ userId: id }: TestCaller) => server.admin.call(UserChangeState, { id, state: State.Disabled })
    await disable(one)
    expect(await first.frame('ended')).toMatchObject({ reason: 'signed-out' })
    expect(await first.closed).toMatchObject({ code: 1008 })
    second.type('echo st""ill\n')
    await client.until('still\r\n')
    await disable(owner)
    for (const peer of [client, second]) {
      expect(await peer.frame('ended')).toMatchObject({ reason: 'signed-out' })
      expect(await peer.closed).toMatchObject({ code: 1008 })
    }
    expect(await open(two, { session, ticket }).frame('ended')).toMatchObject({ type: 'ended' })
  })

  it('ends for guests when the owner may open no terminal any more, or they are out of the namespace', async () => {
    const { owner, client, session, ticket } = await shared('view')
    const [one, two] = [await server.makeUser(OPEN), await server.makeUser(OPEN)]
    const [first, second] = [open(one, { session, ticket }), open(two, { session, ticket })]
    await Promise.all([first.ready(), second.ready()])
    const { list } = await server.admin.call(NamespaceUserList, { id: 1 })
    const namespaceUserId = list.find(({ userId }) => userId === one.userId)?.id ?? 0
    await server.admin.call(NamespaceRemoveUser, { namespaceUserId })
    expect(await first.closed).toMatchObject({ code: 1008 })
    await server.admin.call(RoleChangePermission, { roleId: await roleOf(owner), permissionIds: [] })
    expect(await client.frame('ended')).toMatchObject({ reason: 'permission' })
    expect(await second.frame('ended')).toMatchObject({ type: 'ended' })
    await second.closed
  })

  it('is shared by its owner only, and leaves its traces in the log', async () => {
    const { owner, session, ticket } = await shared('view')
    const stranger = await server.makeUser(SHARE)
    const refused = { code: Code.Failed, data: null }
    expect(await stranger.ask(TerminalShare, { session, mode: 'view', minutes: 1 })).toMatchObject(refused)
    expect(await stranger.ask(TerminalUnshare, { session })).toMatchObject(refused)
    const visitor = await server.makeUser(OPEN)
    await open(visitor, { session, ticket }).ready()
    const { list } = await server.admin.call(OperationLogList, { page: 1, rows: 50 })
    const ofOwner = list.find(({ userID, api }) => userID === owner.userId && api === TerminalShare.path)
    expect(ofOwner?.requestData).toContain(session)
    expect(JSON.stringify(list)).not.toContain(ticket)
    const joined = list.find(({ userID }) => userID === visitor.userId)
    expect(joined).toMatchObject({ api: '/ws/xterm', requestData: expect.stringContaining('"role":"view"') })
  })
})
