import {
  Code,
  type Endpoint,
  type Envelope,
  type InputOf,
  type OutputOf,
  Permission,
} from '@windlass/shared-kit/contract'
import {
  InvitationAccept,
  InvitationAdd,
  InvitationList,
  InvitationLook,
  InvitationOptions,
  InvitationRevoke,
} from '@windlass/shared-kit/contract/invitation'
import { LoginLogList, OperationLogList } from '@windlass/shared-kit/contract/log'
import { NamespaceAddUser, NamespaceRemoveUser, NamespaceUserList } from '@windlass/shared-kit/contract/namespace'
import { RoleAdd, RoleChangePermission, RoleRemove } from '@windlass/shared-kit/contract/role'
import { UserGenerateApiKey, UserInfo, UserLogin } from '@windlass/shared-kit/contract/session'
import { UserAdd, UserChangeState, UserEdit, UserList, UserRemove } from '@windlass/shared-kit/contract/user'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startMailServer } from '../../testing/mailServer.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

const PASSWORD = 'Capstan-2'
const MEMBER = 2
const DAY_MS = 24 * 60 * 60_000
const MEMBER_PERMISSIONS = [
  Permission.ShowDeployPage,
  Permission.GetBindDeployList,
  Permission.DeployDetail,
  Permission.DeployProject,
  Permission.FileCompare,
]
const DESK = [Permission.AddMember, Permission.AddNamespaceUser, ...MEMBER_PERMISSIONS]

const failed = (words: string) => ({ code: Code.Failed, data: null, message: expect.stringContaining(words) })
const denied = { code: Code.Denied }

let server: TestServer
beforeAll(async () => {
  server = await makeTestServer({ PASSWORD_WORDS: 'Acme, Harbour' })
})
afterAll(() => closeTestServer(server))
afterEach(() => {
  vi.useRealTimers()
})

let serial = 0
const nextAccount = () => `guest${++serial}`
const into = (namespaceId = 1, roleId = MEMBER) => [{ namespaceId, roleId }]
const invite = (by: TestCaller, more: Partial<InputOf<typeof InvitationAdd>> = {}) =>
  by.call(InvitationAdd, { grants: into(), ...more })
/** Every stranger comes from an address of his own: how often one may ask is looked at by itself. */
const asStranger = async <E extends Endpoint>(endpoint: E, payload: object): Promise<Envelope<OutputOf<E>>> => {
  const remoteAddress = `10.0.${++serial >> 8}.${serial & 255}`
  return (await server.app.inject({ method: endpoint.method, url: endpoint.path, remoteAddress, payload })).json()
}
const look = (token: string) => asStranger(InvitationLook, { token })
const accept = (token: string, more: object = {}) =>
  asStranger(InvitationAccept, { token, account: nextAccount(), name: 'Guest', password: PASSWORD, ...more })
const rolesOf = (userId: number) =>
  server.platform.db
    .selectFrom('namespaceUser')
    .select(['namespaceId', 'roleId'])
    .where('userId', '=', userId)
    .orderBy('namespaceId')
    .execute()
const memberOf = async (account: string) => {
  const { list } = await server.admin.call(UserList)
  return list.find((user) => user.account === account)
}
const makeRole = async (permissionIds: readonly number[]) => {
  const { id } = await server.admin.call(RoleAdd, { name: `invited as ${++serial}` })
  await server.admin.call(RoleChangePermission, { roleId: id, permissionIds: [...permissionIds] })
  return id
}

describe('an invitation', () => {
  it('makes an account with its roles, its own password and a session, once', async () => {
    const other = await server.makeNamespace()
    const grants = [...into(1, 1), ...into(other)]
    const { token } = await invite(server.admin, { grants, note: 'for Edna' })
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect((await look(token)).data).toMatchObject({
      account: '',
      inviterName: 'Administrator',
      grants: [
        { namespaceName: expect.any(String), roleName: 'manager' },
        { namespaceName: expect.stringContaining('namespace'), roleName: 'member' },
      ],
    })
    const answer = await accept(token, { account: ' edna ', name: ' Edna ' })
    expect(answer).toMatchObject({ code: Code.Ok, data: { namespaceList: [{ id: 1 }, { id: other }] } })
    const edna = await memberOf('edna')
    expect(edna).toMatchObject({ name: 'Edna', superManager: 0 })
    expect(await rolesOf(edna?.id ?? 0)).toEqual([
      { namespaceId: 1, roleId: 1 },
      { namespaceId: other, roleId: MEMBER },
    ])
    const login = await server.nobody.ask(UserLogin, { account: 'edna', password: PASSWORD })
    expect(login).toMatchObject({ code: Code.Ok })
    expect(await accept(token)).toMatchObject(failed('used already'))
    expect(await look(token)).toMatchObject(failed('used already'))
  })

  it('signs in with a cookie that works, and says in the logs who came by it and who made it', async () => {
    const { id, token } = await invite(server.admin, { account: 'logged' })
    const response = await server.app.inject({
      method: 'POST',
      url: InvitationAccept.path,
      payload: { token, name: 'Logged', password: PASSWORD },
    })
    const [cookie] = response.cookies
    const info = await server.app.inject({
      url: UserInfo.path,
      headers: { cookie: `${cookie?.name}=${cookie?.value}`, 'g-n-id': '1' },
    })
    expect(info.json()).toMatchObject({ code: Code.Ok, data: { userInfo: { account: 'logged' } } })
    const session = server.platform.db.selectFrom('session').innerJoin('user', 'user.id', 'session.userId')
    const { way } = await session.select('way').where('account', '=', 'logged').executeTakeFirstOrThrow()
    expect(way).toBe('invitation')

    const { list } = await server.admin.call(OperationLogList, { page: 1, rows: 500 })
    const made = list.find((row) => row.api === InvitationAdd.path && row.responseData.includes(`"id":${id}`))
    expect(made).toMatchObject({ username: 'Administrator' })
    const accepted = list.find((row) => row.api === InvitationAccept.path && row.requestData.includes('"logged"'))
    expect(accepted).toMatchObject({ username: 'Logged', namespaceID: 1 })
    expect(JSON.parse(accepted?.requestData ?? '')).toMatchObject({ invitationId: id, inviterId: 1 })
    const logins = await server.admin.call(LoginLogList, { page: 1, rows: 500 })
    expect(logins.list.find((row) => row.account === 'logged')).toMatchObject({ reason: '' })
    // The token is in neither, and not in the database.
    expect(JSON.stringify([list, logins.list])).not.toContain(token)
    const rows = await server.platform.db.selectFrom('invitation').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify([list, logins.list, rows])).not.toContain(PASSWORD)
  })

  it('takes no password that holds the account it was made for', async () => {
    const { token } = await invite(server.admin, { account: 'Magellan' })
    expect(await accept(token, { password: 'magellan-1' })).toMatchObject(failed('must not hold Magellan'))
    expect(await accept(token)).toMatchObject({ code: Code.Ok })
  })

  it('keeps the account it was made for', async () => {
    const { token } = await invite(server.admin, { account: ' Fixed ' })
    expect((await look(token)).data).toMatchObject({ account: 'Fixed' })
    expect(await accept(token, { account: 'another' })).toMatchObject({ code: Code.Ok })
    expect(await memberOf('Fixed')).toBeDefined()
    expect(await memberOf('another')).toBeUndefined()
  })

  it('lets one of two in who use it at the same moment, and leaves no half account behind', async () => {
    const { token } = await invite(server.admin)
    const accounts = [nextAccount(), nextAccount(), nextAccount()]
    const answers = await Promise.all(accounts.map((account) => accept(token, { account })))
    expect(answers.map(({ code }) => code).sort()).toEqual([Code.Ok, Code.Failed, Code.Failed])
    const { list } = await server.admin.call(UserList)
    expect(list.filter(({ account }) => accounts.includes(account))).toHaveLength(1)
  })

  it('is good for three days unless it says otherwise', async () => {
    const short = await invite(server.admin)
    const long = await invite(server.admin, { days: 30 })
    expect(await server.admin.ask(InvitationAdd, { grants: into(), days: 31 })).toMatchObject({ code: Code.Failed })
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 3 * DAY_MS - 60_000)
    expect(await look(short.token)).toMatchObject({ code: Code.Ok })
    vi.setSystemTime(Date.now() + 2 * 60_000)
    expect(await look(short.token)).toMatchObject(failed('has expired'))
    expect(await accept(short.token)).toMatchObject(failed('has expired'))
    expect(await look(long.token)).toMatchObject({ code: Code.Ok })
  })

  it('is refused in one sentence when nobody made it, and when its token is none', async () => {
    expect(await accept('A'.repeat(43))).toMatchObject(failed('is not known'))
    for (const token of ['', 'short', `${'A'.repeat(42)}'`, 'A'.repeat(44)]) {
      expect((await accept(token)).code).toBe(Code.Failed)
    }
  })

  it.each([
    ['an account with a space', { account: 'two words' }, 'no spaces'],
    ['an account with writing turned round', { account: 'nim\u202eda' }, 'invisible'],
    ['an account of nothing', { account: '  ' }, 'account'],
    ['an account that exists', { account: 'ADMIN' }, 'exists already'],
    ['a name of nothing', { name: '   ' }, 'name'],
    ['a name that turns round what follows', { name: 'Root\u202e' }, 'invisible'],
    ['a short password', { password: 'a-1' }, '8 to 16'],
    ['a long password', { password: 'seventeen-bytes-1' }, '8 to 16'],
    ['a password of letters only', { password: 'onlyletters' }, 'at least two'],
    ['a password that everybody tries', { password: 'password123' }, 'most common'],
    ['a password with a word of the house', { password: 'my-HARBOUR-1' }, 'must not hold Harbour'],
    ['a password with its own account', { account: ' Ferdinand ', password: 'ferdinand-1' }, 'must not hold Ferdinand'],
  ])('is not used up by %s', async (_what, wrong, words) => {
    const { token } = await invite(server.admin)
    expect(await accept(token, wrong)).toMatchObject(failed(words))
    expect(await accept(token)).toMatchObject({ code: Code.Ok })
  })

  it('takes names of any script, and as text whatever they look like', async () => {
    for (const name of ['نورا', '张伟 🚀', '<img src=x onerror=alert(1)>']) {
      const { token } = await invite(server.admin)
      const account = nextAccount()
      expect(await accept(token, { account, name })).toMatchObject({ code: Code.Ok })
      expect(await memberOf(account)).toMatchObject({ name })
    }
  })

  it('is no way to find out which accounts exist', async () => {
    const { token } = await invite(server.admin)
    for (let wish = 0; wish < 10; wish += 1) {
      expect(await accept(token, { account: 'admin' })).toMatchObject(failed('exists already'))
    }
    expect(await accept(token)).toMatchObject(failed('taken back'))
  })

  it('is asked for only so often from one place', async () => {
    const fresh = await makeTestServer()
    try {
      const ask = () =>
        fresh.nobody.ask(InvitationAccept, { token: 'A'.repeat(43), account: 'x', name: 'x', password: PASSWORD })
      const answers = []
      for (let call = 0; call < 11; call += 1) answers.push(await ask())
      expect(answers.at(9)).toMatchObject(failed('is not known'))
      expect(answers.at(10)).toMatchObject(failed('too many attempts'))
    } finally {
      await closeTestServer(fresh)
    }
  })
})

describe('whoever invites', () => {
  it('needs the permission to add members, and the one to add users in every namespace he names', async () => {
    const elsewhere = await server.makeNamespace()
    const desk = await server.makeUser(DESK)
    expect(await desk.ask(InvitationAdd, { grants: into() })).toMatchObject({ code: Code.Ok })
    expect(await desk.ask(InvitationAdd, { grants: into(elsewhere) })).toMatchObject(denied)
    expect(await desk.ask(InvitationAdd, { grants: [...into(), ...into(elsewhere)] })).toMatchObject(denied)
    const withoutAdd = await server.makeUser([Permission.AddNamespaceUser, ...MEMBER_PERMISSIONS])
    expect(await withoutAdd.ask(InvitationAdd, { grants: into() })).toMatchObject(denied)
    const withoutBind = await server.makeUser([Permission.AddMember, ...MEMBER_PERMISSIONS])
    expect(await withoutBind.ask(InvitationAdd, { grants: into() })).toMatchObject(denied)
  })

  it('gives no role that permits more than he does, and is offered none', async () => {
    const desk = await server.makeUser(DESK)
    const strong = await makeRole([Permission.ShowTerminalPage])
    expect(await desk.ask(InvitationAdd, { grants: into(1, strong) })).toMatchObject(denied)
    const { namespaces, canMail } = await desk.call(InvitationOptions)
    expect(canMail).toBe(false)
    expect(namespaces.map(({ id }) => id)).toEqual([1])
    const roleIds = namespaces[0]?.roles.map(({ id }) => id) ?? []
    expect(roleIds).toContain(MEMBER)
    expect(roleIds).not.toContain(strong)
    expect((await server.admin.call(InvitationOptions)).namespaces.length).toBeGreaterThan(1)
  })

  it('names what there is: a namespace, a role, one role for each namespace, a free account', async () => {
    const ask = (more: object) => server.admin.ask(InvitationAdd, { grants: into(), ...more })
    expect(await ask({ grants: [] })).toMatchObject({ code: Code.Failed })
    expect(await ask({ grants: into(1, 9999) })).toMatchObject({ code: Code.Failed })
    expect(await ask({ grants: [...into(), ...into(1, 1)] })).toMatchObject(failed('one role for each'))
    expect(await ask({ account: 'Admin' })).toMatchObject(failed('exists already'))
    expect(await ask({ mail: 'somebody@example.com' })).toMatchObject(failed('no mail server'))
    expect(await ask({ mail: 'a@b.c, d@e.f' })).toMatchObject({ code: Code.Failed })
    expect(await ask({ mail: 'a@b.c\nBcc: d@e.f' })).toMatchObject({ code: Code.Failed })
  })

  it('is a person, not a key of his', async () => {
    const apiKey = await server.admin.call(UserGenerateApiKey)
    const response = await server.app.inject({
      method: 'POST',
      url: InvitationAdd.path,
      headers: { 'x-api-key': apiKey, 'g-n-id': '1' },
      payload: { grants: into() },
    })
    expect(response.json()).toMatchObject(denied)
  })

  it('has at most a hundred of them open', async () => {
    const desk = await server.makeUser(DESK)
    const now = Date.now()
    const rows = Array.from({ length: 100 }, (_, number) => ({
      ...{ hash: `${desk.userId} ${number}`, userId: desk.userId, namespaceId: 1, expireTime: now + DAY_MS },
      ...{ insertTime: now, updateTime: now },
    }))
    await server.platform.db.insertInto('invitation').values(rows).execute()
    expect(await desk.ask(InvitationAdd, { grants: into() })).toMatchObject(failed('revoke some'))
  })

  it('sees his own and those into the namespace he works in, and takes back which he likes', async () => {
    const place = await server.makeNamespace()
    const [mine, colleague] = [await server.makeUser(DESK, place), await server.makeUser(DESK, place)]
    const stranger = await server.makeUser(DESK)
    const { id, token } = await invite(mine, { grants: into(place), note: 'to see' })
    const wide = await invite(server.admin, { grants: [...into(place), ...into(1)] })
    const seen = (await colleague.call(InvitationList)).list
    expect(seen.map((row) => row.id)).toEqual([wide.id, id])
    expect(seen[1]).toMatchObject({ note: 'to see', inviterId: mine.userId, isGood: true })
    // What it gives elsewhere is none of his business.
    expect(seen[0]?.grants).toMatchObject([{ namespaceName: '', roleName: '' }, { roleName: 'member' }])
    expect((await stranger.call(InvitationList)).list.some((row) => row.id === id)).toBe(false)
    expect(await stranger.ask(InvitationRevoke, { id })).toMatchObject(failed('ended already'))
    await colleague.call(InvitationRevoke, { id })
    expect(await accept(token)).toMatchObject(failed('taken back'))
    expect(await mine.ask(InvitationRevoke, { id })).toMatchObject(failed('ended already'))
    expect((await mine.call(InvitationList)).list.map((row) => row.id)).toEqual([wide.id])
  })
})

describe('an invitation is worth what its maker is', () => {
  const isGood = async (id: number) =>
    (await server.admin.call(InvitationList)).list.find((row) => row.id === id)?.isGood

  it('and ends for good with his account, also when that is enabled again', async () => {
    const desk = await server.makeUser(DESK)
    const { token } = await invite(desk)
    await server.admin.call(UserChangeState, { id: desk.userId, state: 0 })
    expect(await accept(token)).toMatchObject(failed('taken back'))
    await server.admin.call(UserChangeState, { id: desk.userId, state: 1 })
    expect(await accept(token)).toMatchObject(failed('taken back'))
    const gone = await server.makeUser(DESK)
    const left = await invite(gone)
    await server.admin.call(UserRemove, { id: gone.userId })
    expect(await accept(left.token)).toMatchObject(failed('taken back'))
  })

  it('and waits while he may not invite', async () => {
    const desk = await server.makeUser(DESK)
    const { id, token } = await invite(desk)
    const [binding] = await rolesOf(desk.userId)
    const roleId = binding?.roleId ?? 0
    const keep = (permissionIds: readonly number[]) =>
      server.admin.call(RoleChangePermission, { roleId, permissionIds: [...permissionIds] })
    for (const lost of [Permission.AddMember, Permission.AddNamespaceUser, Permission.DeployProject]) {
      await keep(DESK.filter((permission) => permission !== lost))
      expect(await isGood(id)).toBe(false)
      expect(await accept(token)).toMatchObject(failed('may not invite you now'))
    }
    await keep(DESK)
    expect(await isGood(id)).toBe(true)
    expect(await accept(token)).toMatchObject({ code: Code.Ok })
  })

  it('and waits while he is out of the namespace, or no super manager any more', async () => {
    const desk = await server.makeUser(DESK)
    const { id, token } = await invite(desk)
    const { list } = await server.admin.call(NamespaceUserList, { id: 1 })
    const binding = list.find((member) => member.userId === desk.userId)
    await server.admin.call(NamespaceRemoveUser, { namespaceUserId: binding?.id ?? 0 })
    expect(await isGood(id)).toBe(false)
    expect(await accept(token)).toMatchObject(failed('may not invite you now'))

    const boss = await server.makeUser([])
    await server.admin.call(UserEdit, { id: boss.userId, name: 'Boss', superManager: 1 })
    const own = await invite(boss)
    await server.admin.call(UserEdit, { id: boss.userId, name: 'Boss', superManager: 0 })
    expect(await accept(own.token)).toMatchObject(failed('may not invite you now'))
  })

  it('and gives nobody what a role has come to permit since, or a role that is gone', async () => {
    const desk = await server.makeUser(DESK)
    const growing = await makeRole([Permission.ShowDeployPage])
    const { token } = await invite(desk, { grants: into(1, growing) })
    await server.admin.call(RoleChangePermission, {
      roleId: growing,
      permissionIds: [Permission.ShowDeployPage, Permission.ShowTerminalPage],
    })
    expect(await accept(token)).toMatchObject(failed('may not invite you now'))
    const passing = await makeRole([])
    const brief = await invite(server.admin, { grants: into(1, passing) })
    await server.admin.call(RoleRemove, { id: passing })
    expect(await accept(brief.token)).toMatchObject(failed('may not invite you now'))
  })

  it('and never binds somebody who is a member already', async () => {
    const { token } = await invite(server.admin, { account: 'early' })
    const { id } = await server.admin.call(UserAdd, { account: 'early', name: 'Early', password: PASSWORD })
    expect(await accept(token)).toMatchObject(failed('exists already'))
    expect(await rolesOf(id)).toEqual([])
    await server.admin.call(NamespaceAddUser, { namespaceId: 1, userIds: [id], roleId: MEMBER })
  })
})

describe('a console with more than passwords', () => {
  it('asks the invited for the second factor it demands, and makes the account only once', async () => {
    const strict = await makeTestServer({ SECOND_FACTOR: 'required' })
    try {
      const { token } = await strict.admin.call(InvitationAdd, { grants: into() })
      const input = { token, account: 'careful', name: 'Careful', password: PASSWORD }
      const answer = await strict.nobody.ask(InvitationAccept, input)
      expect(answer).toMatchObject({ code: Code.SecondFactorNeeded, data: { needsSetUp: true } })
      expect(await strict.nobody.ask(InvitationAccept, input)).toMatchObject(failed('used already'))
      const login = await strict.nobody.ask(UserLogin, { account: 'careful', password: PASSWORD })
      expect(login).toMatchObject({ code: Code.SecondFactorNeeded })
    } finally {
      await closeTestServer(strict)
    }
  })

  it('invites nobody where passwords are kept by a directory', async () => {
    const directed = await makeTestServer({ LDAP_URL: 'ldap://127.0.0.1:9', LDAP_BASE_DN: 'dc=example' })
    try {
      expect(await directed.admin.ask(InvitationAdd, { grants: into() })).toMatchObject(failed('directory'))
    } finally {
      await closeTestServer(directed)
    }
  })

  it('mails the link where it has a mail server, and says when that did not work', async () => {
    const mails = await startMailServer()
    const posting = await makeTestServer({
      SMTP_URL: mails.url,
      SMTP_FROM: 'Windlass <console@example.com>',
      PUBLIC_URL: 'https://console.example.com',
    })
    try {
      expect((await posting.admin.call(InvitationOptions)).canMail).toBe(true)
      const ask = { grants: into(), days: 1, mail: 'edna@example.com' }
      const { token, mailProblem } = await posting.admin.call(InvitationAdd, ask)
      expect(mailProblem).toBe('')
      expect(mails.mails[0]?.to).toEqual(['edna@example.com'])
      expect(mails.mails[0]?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(
        `https://console.example.com/#/invite?token=${token}`,
      )
      await mails.close()
      const lost = await posting.admin.call(InvitationAdd, ask)
      expect(lost.mailProblem).toContain('mail server')
      expect(await posting.nobody.ask(InvitationLook, { token: lost.token })).toMatchObject({ code: Code.Ok })
    } finally {
      await closeTestServer(posting)
    }
  })
})
