import { Code, Permission } from '@windlass/shared-kit/contract'
import { NamespaceAddUser } from '@windlass/shared-kit/contract/namespace'
import {
  RoleAdd,
  RoleChangePermission,
  RoleEdit,
  RoleGrantors,
  RoleHolders,
  RoleList,
  RoleOptionList,
  RolePermissionBindings,
  RolePermissionList,
  RoleRemove,
} from '@windlass/shared-kit/contract/role'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

describe('roles', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  const grants = async (roleId: number) => {
    const { list } = await server.admin.call(RolePermissionBindings, { roleId })
    return list.map((binding) => binding.permissionId)
  }

  it('are listed with their times, and offered to everybody without them', async () => {
    const { list } = await server.admin.call(RoleList)
    expect(list[0]).toMatchObject({ id: 1, name: 'manager', insertTime: expect.stringMatching(/^\d{4}-.*:\d\d$/) })
    const member = await server.makeUser([])
    expect((await member.call(RoleOptionList)).list).toContainEqual({ id: 2, name: 'member', description: '' })
  })

  it('keep what was written about them, without the spaces around the name', async () => {
    const { id } = await server.admin.call(RoleAdd, { name: ' release ', description: 'deploys on Fridays' })
    await server.admin.call(RoleEdit, { id, name: 'releases' })
    const { list } = await server.admin.call(RoleList)
    expect(list.find((role) => role.id === id)).toMatchObject({ name: 'releases', description: '' })
  })

  it('have names of their own, whatever the letter case', async () => {
    await server.admin.call(RoleAdd, { name: 'auditor' })
    const twin = await server.admin.ask(RoleAdd, { name: 'Auditor ' })
    expect(twin).toMatchObject({ code: Code.Failed, message: expect.stringContaining('another role has this name') })
    const { id } = await server.admin.call(RoleAdd, { name: 'reader' })
    expect(await server.admin.ask(RoleEdit, { id, name: 'MANAGER' })).toMatchObject({ code: Code.Failed })
    expect(await server.admin.ask(RoleAdd, { name: '   ' })).toMatchObject({ code: Code.Failed })
  })

  it('show every permission under its group', async () => {
    const { list } = await server.admin.call(RolePermissionList)
    const groups = new Set(list.filter((row) => row.pid === 0).map((row) => row.id))
    const leaves = list.filter((row) => row.pid !== 0)
    expect(leaves.map((row) => row.id).sort()).toEqual(Object.values(Permission).map(Number).sort())
    expect(leaves.every((row) => groups.has(row.pid))).toBe(true)
  })

  it('take a set of permissions at once, each of them once', async () => {
    const { id: roleId } = await server.admin.call(RoleAdd, { name: 'takes a set' })
    const wanted = [Permission.ShowDeployPage, Permission.DeployDetail, Permission.ShowDeployPage]
    await server.admin.call(RoleChangePermission, { roleId, permissionIds: wanted })
    expect(await grants(roleId)).toEqual([Permission.ShowDeployPage, Permission.DeployDetail])
    await server.admin.call(RoleChangePermission, { roleId, permissionIds: [] })
    expect(await grants(roleId)).toEqual([])
  })

  it.each([
    ['a number nobody knows', 999],
    ['the heading of a group', 43],
  ])('refuse %s and keep what they had', async (_what, unknown) => {
    const { id: roleId } = await server.admin.call(RoleAdd, { name: `unknown ${unknown}` })
    await server.admin.call(RoleChangePermission, { roleId, permissionIds: [Permission.ShowDeployPage] })
    const permissionIds = [Permission.DeployProject, unknown]
    expect(await server.admin.ask(RoleChangePermission, { roleId, permissionIds })).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining(String(unknown)),
    })
    expect(await grants(roleId)).toEqual([Permission.ShowDeployPage])
  })

  it('grant only what the granter holds, but keep what they permitted before', async () => {
    const { id: roleId } = await server.admin.call(RoleAdd, { name: 'grows' })
    await server.admin.call(RoleChangePermission, { roleId, permissionIds: [Permission.ShowTerminalPage] })
    const granter = await server.makeUser([Permission.EditPermission, Permission.ShowDeployPage])
    const beyond = [Permission.ShowTerminalPage, Permission.AddMember]
    expect(await granter.ask(RoleChangePermission, { roleId, permissionIds: beyond })).toMatchObject({
      code: Code.Denied,
    })
    expect(await grants(roleId)).toEqual([Permission.ShowTerminalPage])
    const within = [Permission.ShowTerminalPage, Permission.ShowDeployPage]
    await granter.call(RoleChangePermission, { roleId, permissionIds: within })
    expect(await grants(roleId)).toEqual([...within].sort((a, b) => a - b))
  })

  it('start as a copy for those who may change what roles permit, and grant nothing beyond them either', async () => {
    const permissionIds = [Permission.ShowDeployPage, Permission.DeployDetail]
    const { id } = await server.admin.call(RoleAdd, { name: 'copied', permissionIds })
    expect(await grants(id)).toEqual(permissionIds)
    const adder = await server.makeUser([Permission.AddRole, Permission.ShowDeployPage, Permission.DeployDetail])
    expect(await adder.ask(RoleAdd, { name: 'too much', permissionIds })).toMatchObject({
      code: Code.Denied,
      data: { missing: [Permission.EditPermission] },
    })
    const granter = await server.makeUser([Permission.AddRole, Permission.EditPermission, Permission.ShowDeployPage])
    expect(await granter.ask(RoleAdd, { name: 'too much', permissionIds })).toMatchObject({
      code: Code.Denied,
      message: expect.stringContaining('DeployDetail'),
    })
    expect(await server.admin.ask(RoleAdd, { name: 'too much', permissionIds: [999] })).toMatchObject({
      code: Code.Failed,
    })
    const { list } = await server.admin.call(RoleList)
    expect(list.filter(({ name }) => name === 'too much')).toEqual([])
    expect(list.find((role) => role.id === id)).toMatchObject({ userCount: 0, permissionCount: 2 })
  })

  describe('that are used in several namespaces', () => {
    const managing = [Permission.ShowRolePage, Permission.EditRole, Permission.EditPermission]

    /** A manager of the first namespace, and a role that he himself has in another one. */
    const shared = async (there: readonly number[]) => {
      const manager = await server.makeUser([...managing, Permission.DeployProject])
      const elsewhere = await server.makeNamespace()
      const { id: roleId } = await server.admin.call(RoleAdd, {
        name: `shared ${elsewhere}`,
        permissionIds: [...there],
      })
      await server.admin.call(NamespaceAddUser, { namespaceId: elsewhere, userIds: [manager.userId], roleId })
      return { manager, elsewhere, roleId }
    }

    it('give nobody more over there than what he holds over there', async () => {
      const { manager, roleId } = await shared([Permission.ShowDeployPage])
      const more = [Permission.ShowDeployPage, Permission.DeployProject]
      expect(await manager.ask(RoleChangePermission, { roleId, permissionIds: more })).toMatchObject({
        code: Code.Denied,
        message: expect.stringContaining('copy it'),
        data: null,
      })
      expect(await manager.ask(RoleEdit, { id: roleId, name: 'mine' })).toMatchObject({ code: Code.Denied })
      expect(await grants(roleId)).toEqual([Permission.ShowDeployPage])
      const managed = await shared(managing)
      const beyond = [...managing, Permission.DeployProject]
      expect(
        await managed.manager.ask(RoleChangePermission, { roleId: managed.roleId, permissionIds: beyond }),
      ).toMatchObject({ code: Code.Denied, message: expect.stringContaining('DeployProject') })
      await managed.manager.call(RoleChangePermission, { roleId: managed.roleId, permissionIds: managing.slice(0, 1) })
      expect(await grants(managed.roleId)).toEqual(managing.slice(0, 1))
    })

    it('cannot be changed from a namespace that has nothing to do with them', async () => {
      const elsewhere = await server.makeNamespace()
      const stranger = await server.makeUser([Permission.ShowDeployPage], elsewhere)
      const manager = await server.makeUser(managing)
      const { list } = await server.admin.call(RoleList)
      const roleId = list.at(-2)?.id ?? 0
      expect((await server.admin.call(RoleHolders, { roleId })).list).toMatchObject([{ userId: stranger.userId }])
      expect(await manager.ask(RoleChangePermission, { roleId, permissionIds: [] })).toMatchObject({
        code: Code.Denied,
      })
      expect(await manager.call(RoleHolders, { roleId })).toEqual({
        list: [],
        elsewhere: { people: 1, namespaces: 1 },
        isChangeable: false,
      })
      await server.admin.call(RoleChangePermission, { roleId, permissionIds: [] })
      expect(await grants(roleId)).toEqual([])
    })

    it('name those who have them to people of the same namespaces', async () => {
      const { manager, elsewhere, roleId } = await shared([Permission.ShowDeployPage])
      const third = await server.makeNamespace()
      const other = await server.makeUser([])
      for (const namespaceId of [1, third]) {
        await server.admin.call(NamespaceAddUser, { namespaceId, userIds: [other.userId], roleId })
      }
      const told = await manager.call(RoleHolders, { roleId })
      expect(told.list.map(({ userId, namespaceId }) => [userId, namespaceId]).sort()).toEqual(
        [
          [manager.userId, elsewhere],
          [other.userId, 1],
        ].sort(),
      )
      expect(told.elsewhere).toEqual({ people: 1, namespaces: 1 })
    })
  })

  it('tell a member who can give what he lacks, and nobody of other namespaces', async () => {
    const namespaceId = await server.makeNamespace()
    const lacking = await server.makeUser([], namespaceId)
    const granting = [Permission.EditPermission, Permission.DeployProject]
    const nameOf = ({ userId }: { userId: number }) =>
      server.platform.db.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirstOrThrow()
    const { name } = await nameOf(await server.makeUser(granting, namespaceId))
    // May change roles, but not give this away; may give it, but elsewhere; holds it, and changes nothing.
    await server.makeUser([Permission.EditPermission], namespaceId)
    await server.makeUser(granting)
    await server.makeUser([Permission.DeployProject], namespaceId)
    const { name: administrator } = await nameOf(server.admin)
    const ask = { permissionIds: String(Permission.DeployProject) }
    const named = (await lacking.call(RoleGrantors, ask)).list.map((row) => row.name)
    expect(named).toContain(name)
    expect(named).toContain(administrator)
    expect(named.filter((one) => one.startsWith('user'))).toEqual([name])
    expect((await server.inNamespace(lacking, 0).call(RoleGrantors, ask)).list).toEqual([])
    expect(await lacking.ask(RoleList)).toMatchObject({
      message: expect.stringContaining('ShowRolePage'),
      data: { missing: [Permission.ShowRolePage], grantors: expect.arrayContaining([administrator]) },
    })
    await server.platform.db.updateTable('user').set({ state: 0 }).where('name', '=', name).execute()
    expect((await lacking.call(RoleGrantors, ask)).list.map((row) => row.name)).not.toContain(name)
  })

  it('change what people may do at their next request', async () => {
    const { id: roleId } = await server.admin.call(RoleAdd, { name: 'applies at once' })
    const person = await server.makeUser([])
    await server.admin.call(NamespaceAddUser, { namespaceId: 1, userIds: [person.userId], roleId })
    expect(await person.ask(RoleList)).toMatchObject({ code: Code.Denied })
    await server.admin.call(RoleChangePermission, { roleId, permissionIds: [Permission.ShowRolePage] })
    expect(await person.ask(RoleList)).toMatchObject({ code: Code.Ok })
    await server.admin.call(RoleChangePermission, { roleId, permissionIds: [] })
    expect(await person.ask(RoleList)).toMatchObject({ code: Code.Denied })
  })

  it('stay while somebody has them, and take their permissions along when they go', async () => {
    const { id } = await server.admin.call(RoleAdd, { name: 'goes away' })
    await server.admin.call(RoleChangePermission, { roleId: id, permissionIds: [Permission.ShowDeployPage] })
    const person = await server.makeUser([])
    await server.admin.call(NamespaceAddUser, { namespaceId: 1, userIds: [person.userId], roleId: id })
    expect(await server.admin.ask(RoleRemove, { id })).toMatchObject({
      code: Code.Failed,
      message: expect.stringContaining('somebody still has this role'),
    })
    expect(await grants(id)).toEqual([Permission.ShowDeployPage])
    await server.admin.call(NamespaceAddUser, { namespaceId: 1, userIds: [person.userId], roleId: 2 })
    await server.admin.call(RoleRemove, { id })
    expect(await grants(id)).toEqual([])
  })

  it('that nobody knows are refused', async () => {
    const unknown = { code: Code.Failed, message: expect.stringContaining('does not exist') }
    expect(await server.admin.ask(RoleEdit, { id: 9999, name: 'nobody' })).toMatchObject(unknown)
    expect(await server.admin.ask(RoleRemove, { id: 9999 })).toMatchObject(unknown)
    expect(await server.admin.ask(RoleChangePermission, { roleId: 9999, permissionIds: [] })).toMatchObject(unknown)
  })
})
