import { Code, Permission } from '@windlass/shared-kit/contract'
import {
  NamespaceAdd,
  NamespaceAddUser,
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
import { UserRemove } from '@windlass/shared-kit/contract/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../../testing/testServer.ts'

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

  it('keep their super managers', async () => {
    const binding = await bindingIn(1, server.admin)
    expect(await server.admin.ask(NamespaceRemoveUser, { namespaceUserId: binding?.id ?? 0 })).toMatchObject(failed)
  })
})
