import { API_KEY_HEADER, Code, Permission } from '@windlass/shared-kit/contract'
import { NamespaceAddUser, NamespaceOptionList } from '@windlass/shared-kit/contract/namespace'
import { UserGenerateApiKey, UserInfo, UserLogin } from '@windlass/shared-kit/contract/session'
import { UserAdd, UserEdit, UserList, UserRemove } from '@windlass/shared-kit/contract/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD, closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

const OWN_PASSWORD = 'Capstan-2'

describe('users', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  const rowOf = (id: number) =>
    server.platform.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const bindingsOf = (id: number) =>
    server.platform.db.selectFrom('namespaceUser').select(['namespaceId', 'roleId']).where('userId', '=', id).execute()
  const makeProject = async (namespaceId: number) => {
    const now = Date.now()
    const values = {
      namespaceId,
      name: 'p',
      repoType: 'git',
      url: '',
      path: '/srv/p',
      script: '{}',
      transferType: 'rsync',
      transferOption: '',
      deployServerMode: 'serial',
      insertTime: now,
      updateTime: now,
    }
    const insert = server.platform.db.insertInto('project').values(values).returning('id')
    return (await insert.executeTakeFirstOrThrow()).id
  }

  it('are added with a password that has to be replaced at the first sign-in', async () => {
    const { id } = await server.admin.call(UserAdd, { account: 'edna', name: 'Edna', contact: '13800000000' })
    await server.admin.call(NamespaceAddUser, { namespaceId: 1, userIds: [id], roleId: 2 })
    const login = (newPassword: string) =>
      server.nobody.ask(UserLogin, { account: 'edna', password: 'edna!@#', newPassword })
    // The guessable first password is too short for our rules and still opens nothing but its own replacement.
    expect(await login('')).toMatchObject({ code: Code.PasswordMustChange })
    expect(await login(OWN_PASSWORD)).toMatchObject({ code: Code.Ok })
    const { list } = await server.admin.call(UserList)
    expect(list.find((user) => user.id === id)).toMatchObject({
      account: 'edna',
      name: 'Edna',
      contact: '13800000000',
      superManager: 0,
      password: '',
      apiKey: '',
      passwordUpdateTime: { String: '', Valid: false },
    })
  })

  it('have accounts of their own, whatever the letter case and even after they were removed', async () => {
    const { id } = await server.admin.call(UserAdd, { account: 'Otto', name: 'Otto' })
    await server.admin.call(UserRemove, { id })
    expect(await server.admin.ask(UserAdd, { account: 'oTTO', name: 'Another' })).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('exists already'),
    })
  })

  it.each(['short-1', 'onlyletters', '12345678', 'seventeen-bytes-1', 'ünïcödé-tøö-lö'])(
    'cannot be given the password %s',
    async (password) => {
      const code = Code.Failed
      expect(await server.admin.ask(UserAdd, { account: 'weak', name: 'Weak', password })).toMatchObject({ code })
    },
  )

  it('are shown to those who only bind members without their details', async () => {
    const binder = await server.makeUser([Permission.AddNamespaceUser])
    const { list } = await binder.call(UserList)
    expect(list[0]).toMatchObject({ id: 1, name: 'Administrator', superManager: 1, account: '', insertTime: '' })
  })

  it('have to change a password that somebody else set, and lose their sessions', async () => {
    const person = await server.makeUser([])
    await person.call(UserGenerateApiKey)
    await server.admin.call(UserEdit, { id: person.userId, name: 'Renamed', password: OWN_PASSWORD })
    expect(await person.ask(UserInfo)).toMatchObject({ code: Code.LoginExpired })
    const { account, name, passwordUpdateTime } = await rowOf(person.userId)
    expect({ name, passwordUpdateTime }).toEqual({ name: 'Renamed', passwordUpdateTime: null })
    const answer = await server.nobody.ask(UserLogin, { account, password: OWN_PASSWORD })
    expect(answer).toMatchObject({ code: Code.PasswordMustChange })
  })

  it('keep password and sessions when only their name changes', async () => {
    const person = await server.makeUser([])
    await server.admin.call(UserEdit, { id: person.userId, name: 'Only the name' })
    expect(await person.call(UserInfo)).toMatchObject({ userInfo: { name: 'Only the name' } })
  })

  it('lose everything they have open when they are removed', async () => {
    const person = await server.makeUser([])
    const apiKey = await person.call(UserGenerateApiKey)
    await server.admin.call(UserRemove, { id: person.userId })
    expect(await person.ask(UserInfo)).toMatchObject({ code: Code.LoginExpired })
    const response = await server.app.inject({ url: UserInfo.path, headers: { [API_KEY_HEADER]: apiKey } })
    expect(response.json()).toMatchObject({ code: Code.Denied })
    expect(await rowOf(person.userId)).toMatchObject({ state: 0, apiKey: '', apiKeyHash: '' })
    expect((await server.admin.call(UserList)).list.some((user) => user.id === person.userId)).toBe(false)
    expect(await server.admin.ask(UserRemove, { id: person.userId })).toMatchObject({ code: Code.Failed })
    expect(await server.admin.ask(UserEdit, { id: person.userId, name: 'Back' })).toMatchObject({ code: Code.Failed })
  })

  it('never include somebody who removed himself or the first administrator', async () => {
    const remover = await server.makeUser([Permission.DeleteMember])
    expect(await remover.ask(UserRemove, { id: remover.userId })).toMatchObject({ code: Code.Failed })
    const { id } = await server.admin.call(UserAdd, { account: 'second', name: 'Second', superManager: 1 })
    expect(await server.admin.ask(UserRemove, { id: 1 })).toMatchObject({ code: Code.Failed })
    expect((await rowOf(id)).state).toBe(1)
  })

  describe('who are super managers', () => {
    it('belong to every namespace and project, and to none after they were demoted', async () => {
      const namespaceId = await server.makeNamespace()
      const projectId = await makeProject(namespaceId)
      const person = await server.makeUser([])
      await server.admin.call(UserEdit, { id: person.userId, name: 'Boss', superManager: 1 })
      const { list } = await person.call(NamespaceOptionList)
      expect(list).toContainEqual({ namespaceId, namespaceName: expect.any(String), roleId: 0 })
      expect(list.every((option) => option.roleId === 0)).toBe(true)
      const projects = server.platform.db.selectFrom('projectUser').select('projectId')
      expect(await projects.where('userId', '=', person.userId).execute()).toContainEqual({ projectId })
      await server.admin.call(UserEdit, { id: person.userId, name: 'Boss' })
      expect(await bindingsOf(person.userId)).toEqual([])
      expect(await projects.where('userId', '=', person.userId).execute()).toEqual([])
    })

    it('are made, edited and removed by their like only', async () => {
      const member = await server.makeUser([Permission.AddMember, Permission.EditMember, Permission.DeleteMember])
      const { id } = await server.admin.call(UserAdd, { account: 'like', name: 'Like', superManager: 1 })
      const refused = { code: Code.Denied }
      expect(await member.ask(UserAdd, { account: 'me-too', name: 'x', superManager: 1 })).toMatchObject(refused)
      expect(await member.ask(UserEdit, { id, name: 'x', superManager: 1 })).toMatchObject(refused)
      expect(await member.ask(UserEdit, { id, name: 'x' })).toMatchObject(refused)
      expect(await member.ask(UserEdit, { id: member.userId, name: 'x', superManager: 1 })).toMatchObject(refused)
      expect(await member.ask(UserRemove, { id })).toMatchObject(refused)
      expect(await rowOf(id)).toMatchObject({ name: 'Like', superManager: 1, state: 1 })
    })

    it('always leave one of them behind', async () => {
      const fresh = await makeTestServer()
      try {
        const answer = await fresh.admin.ask(UserEdit, { id: 1, name: 'Nobody special' })
        expect(answer).toMatchObject({ code: Code.Failed, message: expect.stringContaining('last super manager') })
      } finally {
        await closeTestServer(fresh)
      }
    })

    it('cannot edit the first administrator for him', async () => {
      const person = await server.makeUser([])
      await server.admin.call(UserEdit, { id: person.userId, name: 'Boss', superManager: 1 })
      expect(await person.ask(UserEdit, { id: 1, name: 'Demoted' })).toMatchObject({ code: Code.Failed })
      const password = OWN_PASSWORD
      expect(await person.ask(UserEdit, { id: 1, name: 'x', password, superManager: 1 })).toMatchObject({
        code: Code.Failed,
      })
      expect(await server.nobody.ask(UserLogin, { account: 'admin', password: ADMIN_PASSWORD })).toMatchObject({
        code: Code.Ok,
      })
    })
  })

  it('who may do more than somebody cannot have their password reset by him', async () => {
    const desk = await server.makeUser([Permission.EditMember, Permission.ShowDeployPage])
    const reset = (id: number) => desk.ask(UserEdit, { id, name: 'Reset', password: OWN_PASSWORD })
    const powerful = await server.makeUser([Permission.ShowTerminalPage])
    expect(await reset(powerful.userId)).toMatchObject({ code: Code.Denied })
    // The same permission, but in a namespace where the desk may do nothing.
    const elsewhere = await server.makeUser([Permission.ShowDeployPage], await server.makeNamespace())
    expect(await reset(elsewhere.userId)).toMatchObject({ code: Code.Denied })
    const equal = await server.makeUser([Permission.ShowDeployPage])
    expect(await reset(equal.userId)).toMatchObject({ code: Code.Ok })
  })
})
