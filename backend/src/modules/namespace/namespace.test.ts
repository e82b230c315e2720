import { Code, Permission, State } from '@windlass/shared-kit/contract'
import {
  NamespaceAdd,
  NamespaceAddUser,
  NamespaceChangeRole,
  NamespaceChangeRoles,
  NamespaceEdit,
  NamespaceList,
  NamespaceOptionList,
  NamespaceRemoveUser,
  NamespaceUserBonds,
  NamespaceUserList,
  NamespaceUserOptionList,
} from '@windlass/shared-kit/contract/namespace'
import { RoleAdd, RoleChangePermission } from '@windlass/shared-kit/contract/role'
import { UserInfo } from '@windlass/shared-kit/contract/session'
import { UserChangeState, UserRemove } from '@windlass/shared-kit/contract/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closeTestServer,
  makeTestServer,
  TEST_ENGINE,
  type TestCaller,
  type TestServer,
} from '../../testing/testServer.ts'
import { untilWaiting } from '../../testing/untilWaiting.ts'

const MEMBER_ROLE = 2
const MEMBER_PERMISSIONS = [
  Permission.ShowDeployPage,
  Permission.GetBindDeployList,
  Permission.DeployDetail,
  Permission.DeployProject,
  Permission.FileCompare,
]

describe('namespaces', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  const denied = { code: Code.Denied }
  const failed = { code: Code.Failed }

  const bindingIn = async (namespaceId: number, person: TestCaller) => {
    const { list } = await server.admin.call(NamespaceUserList, { id: namespaceId })
    return list.find((member) => member.userId === person.userId)
  }

  it('bind every super manager, and whoever added them with the role he works in', async () => {
    const founder = await server.makeUser([Permission.AddNamespace, Permission.ShowNamespacePage])
    const { id } = await founder.call(NamespaceAdd, { name: ' harbour ' })
    const { list } = await founder.call(NamespaceList)
    expect(list.find((namespace) => namespace.id === id)).toMatchObject({
      name: 'harbour',
      role_id: 0,
      permissionIds: null,
    })
    const members = (await server.admin.call(NamespaceUserList, { id })).list
    expect(members.map((member) => member.userId).sort((a, b) => a - b)).toEqual([1, founder.userId])
    expect(members.find((member) => member.userId === 1)).not.toHaveProperty('roleId')
    expect(await server.inNamespace(founder, id).ask(UserInfo)).toMatchObject({ code: Code.Ok })
  })

  it('have names of their own', async () => {
    const { id } = await server.admin.call(NamespaceAdd, { name: 'twin' })
    expect(await server.admin.ask(NamespaceAdd, { name: 'Twin' })).toMatchObject({
      ...failed,
      message: expect.stringContaining('another namespace has this name'),
    })
    const { id: other } = await server.admin.call(NamespaceAdd, { name: 'other' })
    expect(await server.admin.ask(NamespaceEdit, { id: other, name: 'TWIN' })).toMatchObject(failed)
    await server.admin.call(NamespaceEdit, { id, name: 'Twin' })
    expect(await server.admin.ask(NamespaceAdd, { name: ' ' })).toMatchObject(failed)
    expect(await server.admin.ask(NamespaceEdit, { id: 9999, name: 'nowhere' })).toMatchObject(failed)
  })

  it('are offered to their members, and their members to each other', async () => {
    const namespaceId = await server.makeNamespace()
    const person = await server.makeUser([], namespaceId)
    const { list } = await person.call(NamespaceOptionList)
    expect(list).toEqual([{ namespaceId, namespaceName: expect.any(String), roleId: expect.any(Number) }])
    expect((await person.call(NamespaceUserOptionList)).list).toMatchObject([{ userId: person.userId }])
    expect((await server.inNamespace(person, 0).call(NamespaceUserOptionList)).list).toEqual([])
  })

  it('take several users at once, again too, each once', async () => {
    const namespaceId = await server.makeNamespace()
    const [one, two] = [await server.makeUser([]), await server.makeUser([])]
    const userIds = [one.userId, two.userId, one.userId]
    await server.admin.call(NamespaceAddUser, { namespaceId, userIds, roleId: 1 })
    await server.admin.call(NamespaceAddUser, { namespaceId, userIds: [one.userId], roleId: MEMBER_ROLE })
    expect(await bindingIn(namespaceId, one)).toMatchObject({ roleId: MEMBER_ROLE, roleName: 'member' })
    expect(await bindingIn(namespaceId, two)).toMatchObject({ roleId: 1, roleName: 'manager' })
  })

  it('take nobody who does not exist, is disabled or is a super manager, and then nobody at all', async () => {
    const namespaceId = await server.makeNamespace()
    const good = await server.makeUser([])
    const gone = await server.makeUser([])
    await server.admin.call(UserRemove, { id: gone.userId })
    for (const bad of [9999, gone.userId, 1]) {
      const input = { namespaceId, userIds: [good.userId, bad], roleId: MEMBER_ROLE }
      expect(await server.admin.ask(NamespaceAddUser, input)).toMatchObject(failed)
    }
    expect(await bindingIn(namespaceId, good)).toBeUndefined()
    const input = { userIds: [good.userId], roleId: MEMBER_ROLE }
    expect(await server.admin.ask(NamespaceAddUser, { ...input, namespaceId: 9999 })).toMatchObject(failed)
    expect(await server.admin.ask(NamespaceAddUser, { ...input, namespaceId, roleId: 9999 })).toMatchObject(failed)
  })

  it('are changed only by those who may do so over there, wherever they work', async () => {
    const namespaceId = await server.makeNamespace()
    const rights = [
      Permission.ShowNamespacePage,
      Permission.EditNamespace,
      Permission.AddNamespaceUser,
      Permission.DeleteNamespaceUser,
      ...MEMBER_PERMISSIONS,
    ]
    const stranger = await server.makeUser(rights)
    const inhabitant = await server.makeUser([], namespaceId)
    // Being a member over there with a lesser role gives nothing either.
    const both = await server.makeUser(rights)
    await server.admin.call(NamespaceAddUser, { namespaceId, userIds: [both.userId], roleId: MEMBER_ROLE })
    const binding = await bindingIn(namespaceId, inhabitant)
    for (const caller of [stranger, both]) {
      expect(await caller.ask(NamespaceEdit, { id: namespaceId, name: 'mine now' })).toMatchObject(denied)
      expect(await caller.ask(NamespaceUserList, { id: namespaceId })).toMatchObject(denied)
      const self = { namespaceId, userIds: [caller.userId], roleId: MEMBER_ROLE }
      expect(await caller.ask(NamespaceAddUser, self)).toMatchObject(denied)
    }
    // Whoever may do something there is told what is missing there and who can give it, a stranger nobody's name.
    const renaming = { id: namespaceId, name: 'mine now' }
    const missing = [Permission.EditNamespace]
    expect(await both.ask(NamespaceEdit, renaming)).toMatchObject({ data: { missing, grantors: ['Administrator'] } })
    expect(await stranger.ask(NamespaceEdit, renaming)).toMatchObject({ data: { missing, grantors: [] } })
    const removal = { namespaceUserId: binding?.id ?? 0 }
    expect(await both.ask(NamespaceRemoveUser, removal)).toMatchObject(denied)
    expect(await both.ask(NamespaceUserBonds, removal)).toMatchObject(denied)
    // Whoever may nothing over there is not even told that there is such a member.
    expect(await stranger.ask(NamespaceRemoveUser, removal)).toMatchObject(failed)
    expect(await stranger.ask(NamespaceUserBonds, removal)).toMatchObject(failed)
    expect(await bindingIn(namespaceId, inhabitant)).toEqual(binding)
    expect((await stranger.call(NamespaceList)).list.map((namespace) => namespace.id)).toEqual([1])
  })

  it('let nobody hand out a role that permits more than he holds', async () => {
    const binder = await server.makeUser([Permission.AddNamespaceUser, ...MEMBER_PERMISSIONS])
    const person = await server.makeUser([])
    const bind = (roleId: number) => binder.ask(NamespaceAddUser, { namespaceId: 1, userIds: [person.userId], roleId })
    const { id: powerful } = await server.admin.call(RoleAdd, { name: 'powerful' })
    const permissionIds = [Permission.ShowTerminalPage]
    await server.admin.call(RoleChangePermission, { roleId: powerful, permissionIds })
    expect(await bind(powerful)).toMatchObject(denied)
    expect(await bind(MEMBER_ROLE)).toMatchObject({ code: Code.Ok })
  })

  it('let members go together with their projects there, and only with those', async () => {
    const namespaceId = await server.makeNamespace()
    const person = await server.makeUser([], namespaceId)
    const { db } = server.platform
    const now = Date.now()
    const times = { insertTime: now, updateTime: now }
    const makeProject = async (inNamespace: number) => {
      const fixed = { name: 'p', repoType: 'git', url: '', path: '/srv/p', script: '{}', transferType: 'rsync' }
      const values = { ...fixed, namespaceId: inNamespace, transferOption: '', deployServerMode: 'serial', ...times }
      const { id } = await db.insertInto('project').values(values).returning('id').executeTakeFirstOrThrow()
      await db
        .insertInto('projectUser')
        .values({ projectId: id, userId: person.userId, ...times })
        .execute()
      return id
    }
    await makeProject(namespaceId)
    const kept = await makeProject(1)
    const binding = await bindingIn(namespaceId, person)
    // Told before, about this namespace alone.
    expect(await server.admin.call(NamespaceUserBonds, { namespaceUserId: binding?.id ?? 0 })).toMatchObject({
      ...{ namespaces: 1, projects: ['p'], projectCount: 1, schedules: 0, terminals: 0, apiKeys: 0 },
    })
    await server.admin.call(NamespaceRemoveUser, { namespaceUserId: binding?.id ?? 0 })
    const left = await db.selectFrom('projectUser').select('projectId').where('userId', '=', person.userId).execute()
    expect(left).toEqual([{ projectId: kept }])
    expect(await person.ask(UserInfo)).toMatchObject({ code: Code.NamespaceInvalid })
    expect(await server.admin.ask(NamespaceRemoveUser, { namespaceUserId: binding?.id ?? 0 })).toMatchObject(failed)
  })

  describe('when the role of a member changes', () => {
    const RIGHTS = [Permission.AddNamespaceUser, Permission.DeleteNamespaceUser, ...MEMBER_PERMISSIONS]
    const changeOf = async (person: TestCaller, roleId = MEMBER_ROLE) => ({
      namespaceUserId: (await bindingIn(1, person))?.id ?? 0,
      roleId,
    })

    it('write down what he was before and after, and let it count at once', async () => {
      const person = await server.makeUser([Permission.ShowLoginLogPage])
      const before = await bindingIn(1, person)
      await server.admin.call(NamespaceChangeRole, await changeOf(person))
      expect(await bindingIn(1, person)).toMatchObject({ id: before?.id, roleId: MEMBER_ROLE, roleName: 'member' })
      const { permissionIds } = (await person.call(UserInfo)).namespace
      expect(permissionIds).toEqual([...MEMBER_PERMISSIONS].sort((a, b) => a - b))
      const row = await server.platform.db
        .selectFrom('operationLog')
        .select(['userId', 'beforeData', 'afterData'])
        .where('api', '=', NamespaceChangeRole.path)
        .executeTakeFirstOrThrow()
      const { userId } = person
      expect(row.userId).toBe(server.admin.userId)
      expect(JSON.parse(row.beforeData)).toMatchObject({ userId, namespaceId: 1, roleId: before?.roleId })
      expect(JSON.parse(row.afterData)).toMatchObject({ userId, namespaceId: 1, roleId: MEMBER_ROLE })
    })

    it('let nobody give more than he holds, nor take it from somebody who may do more', async () => {
      const binder = await server.makeUser(RIGHTS)
      const mighty = await server.makeUser([Permission.ShowTerminalPage])
      const lesser = await server.makeUser([Permission.ShowDeployPage])
      const { roleId: powerful = 0 } = (await bindingIn(1, mighty)) ?? {}
      expect(await binder.ask(NamespaceChangeRole, await changeOf(lesser, powerful))).toMatchObject(denied)
      expect(await binder.ask(NamespaceChangeRole, await changeOf(binder, powerful))).toMatchObject(denied)
      const more = { code: Code.Denied, message: expect.stringContaining('may do more there than you') }
      const { namespaceUserId } = await changeOf(mighty)
      expect(await binder.ask(NamespaceChangeRole, await changeOf(mighty))).toMatchObject(more)
      const again = { namespaceId: 1, userIds: [lesser.userId, mighty.userId], roleId: MEMBER_ROLE }
      expect(await binder.ask(NamespaceAddUser, again)).toMatchObject(more)
      expect(await binder.ask(NamespaceRemoveUser, { namespaceUserId })).toMatchObject(more)
      expect(await bindingIn(1, mighty)).toMatchObject({ roleId: powerful })
      expect(await bindingIn(1, lesser)).not.toMatchObject({ roleId: MEMBER_ROLE })
      expect(await binder.ask(NamespaceChangeRole, await changeOf(lesser))).toMatchObject({ code: Code.Ok })
    })

    it('refuse it without the permission there, and tell a stranger of no member', async () => {
      const namespaceId = await server.makeNamespace()
      const inhabitant = await server.makeUser([Permission.ShowDeployPage], namespaceId)
      const stranger = await server.makeUser(RIGHTS)
      const guest = await server.makeUser(RIGHTS)
      await server.admin.call(NamespaceAddUser, { namespaceId, userIds: [guest.userId], roleId: MEMBER_ROLE })
      const change = { namespaceUserId: (await bindingIn(namespaceId, inhabitant))?.id ?? 0, roleId: MEMBER_ROLE }
      expect(await guest.ask(NamespaceChangeRole, change)).toMatchObject(denied)
      const foreign = await stranger.ask(NamespaceChangeRole, change)
      expect(foreign).toEqual(await stranger.ask(NamespaceChangeRole, { ...change, namespaceUserId: 9999 }))
      expect(foreign).toMatchObject(failed)
      expect(await bindingIn(namespaceId, inhabitant)).not.toMatchObject({ roleId: MEMBER_ROLE })
    })

    it('change several at once and write down everybody before and after', async () => {
      const people = [await server.makeUser([]), await server.makeUser([])]
      const userIds = people.map(({ userId }) => userId)
      await server.admin.call(NamespaceChangeRoles, { namespaceId: 1, userIds: [...userIds, ...userIds], roleId: 1 })
      for (const person of people) expect(await bindingIn(1, person)).toMatchObject({ roleId: 1 })
      const row = await server.platform.db
        .selectFrom('operationLog')
        .select(['beforeData', 'afterData'])
        .where('api', '=', NamespaceChangeRoles.path)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const written = (json: string) => Object.values(JSON.parse(json) as Record<string, { userId: number }>)
      expect(written(row.beforeData).map(({ userId }) => userId)).toEqual(userIds)
      expect(written(row.afterData)).toEqual(
        userIds.map((userId) => ({ userId, namespaceId: 1, roleId: 1, roleName: 'manager' })),
      )
    })

    it('change nobody when one cannot be changed, and name each with the reason', async () => {
      const binder = await server.makeUser(RIGHTS)
      const lesser = await server.makeUser([Permission.ShowDeployPage])
      const mighty = await server.makeUser([Permission.ShowTerminalPage])
      const away = await server.makeUser([Permission.ShowDeployPage])
      await server.admin.call(UserChangeState, { id: away.userId, state: State.Disabled })
      const elsewhere = await server.makeUser([], await server.makeNamespace())
      const before = await bindingIn(1, lesser)
      const userIds = [lesser, mighty, away, elsewhere].map(({ userId }) => userId)
      const change = { namespaceId: 1, userIds: [...userIds, 1], roleId: MEMBER_ROLE }
      const answer = await binder.ask(NamespaceChangeRoles, change)
      expect(answer).toMatchObject({ ...denied, message: expect.stringContaining('may do more there than you') })
      expect(answer.data).toEqual({
        refused: [
          { userId: mighty.userId, reason: 'mightier' },
          { userId: away.userId, reason: 'disabled' },
          { userId: 1, reason: 'superManager' },
          { userId: elsewhere.userId, reason: 'gone' },
        ],
      })
      expect(await bindingIn(1, lesser)).toEqual(before)
      const good = { ...change, userIds: [lesser.userId] }
      expect(await binder.ask(NamespaceChangeRoles, { ...good, roleId: 9999 })).toMatchObject(failed)
      expect(await bindingIn(1, lesser)).toEqual(before)
      await binder.call(NamespaceChangeRoles, good)
      expect(await bindingIn(1, lesser)).toMatchObject({ roleId: MEMBER_ROLE })
    })

    it('change nobody where the permission is missing, and tell a stranger of no member', async () => {
      const namespaceId = await server.makeNamespace()
      const inhabitant = await server.makeUser([], namespaceId)
      const before = await bindingIn(namespaceId, inhabitant)
      const stranger = await server.makeUser(RIGHTS)
      const change = { namespaceId, userIds: [inhabitant.userId], roleId: MEMBER_ROLE }
      const foreign = await stranger.ask(NamespaceChangeRoles, change)
      expect(foreign).toEqual(await stranger.ask(NamespaceChangeRoles, { ...change, userIds: [9999] }))
      expect(foreign).toMatchObject(denied)
      expect(await bindingIn(namespaceId, inhabitant)).toEqual(before)
    })

    it.runIf(TEST_ENGINE === 'postgres')('bring nobody back who is removed at that moment', async () => {
      const person = await server.makeUser([])
      const change = await changeOf(person)
      const { db } = server.platform
      const { answer } = await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('namespaceUser').where('id', '=', change.namespaceUserId).execute()
        const asked = server.admin.ask(NamespaceChangeRole, change)
        await untilWaiting(db)
        return { answer: asked }
      })
      expect(await answer).toMatchObject({ ...failed, message: expect.stringContaining('gone already') })
      expect(await bindingIn(1, person)).toBeUndefined()
    })

    it('refuse it for super managers, for the disabled, and for roles that are none', async () => {
      const person = await server.makeUser([])
      const boss = (await bindingIn(1, server.admin))?.id ?? 0
      const asMember = { namespaceUserId: boss, roleId: MEMBER_ROLE }
      expect(await server.admin.ask(NamespaceChangeRole, asMember)).toMatchObject(failed)
      expect(await bindingIn(1, server.admin)).not.toHaveProperty('roleId')
      expect(await server.admin.ask(NamespaceChangeRole, await changeOf(person, 9999))).toMatchObject(failed)
      await server.admin.call(UserChangeState, { id: person.userId, state: State.Disabled })
      expect(await server.admin.ask(NamespaceChangeRole, await changeOf(person))).toMatchObject(failed)
    })
  })

  it('keep their super managers', async () => {
    const binding = await bindingIn(1, server.admin)
    expect(await server.admin.ask(NamespaceRemoveUser, { namespaceUserId: binding?.id ?? 0 })).toMatchObject(failed)
  })
})
