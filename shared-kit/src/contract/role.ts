import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf, Timestamp } from './shapes.ts'

export const Role = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type Role = Static<typeof Role>

const RoleFields = {
  name: Type.String({ minLength: 1, maxLength: 20 }),
  description: Type.Optional(Type.String({ maxLength: 255 })),
}

/** One row of the permission table; `pid` 0 marks a group, which is shown but never granted. */
export const PermissionRow = Type.Object({
  id: Type.Integer(),
  pid: Type.Integer(),
  name: Type.String(),
  sort: Type.Integer(),
  description: Type.String(),
})
export type PermissionRow = Static<typeof PermissionRow>

export const RoleList = endpoint({
  method: 'GET',
  path: '/role/getList',
  access: [Permission.ShowRolePage],
  output: listOf(Role),
})

export const RoleOptionList = endpoint({
  method: 'GET',
  path: '/role/getOption',
  access: 'signed-in',
  output: listOf(Type.Pick(Role, ['id', 'name', 'description'])),
})

export const RolePermissionList = endpoint({
  method: 'GET',
  path: '/role/getPermissionList',
  access: [Permission.ShowRolePage],
  output: listOf(PermissionRow),
})

export const RolePermissionBindings = endpoint({
  method: 'GET',
  path: '/role/getPermissionBindings',
  access: [Permission.ShowRolePage],
  input: Type.Object({ roleId: Id }),
  output: listOf(Type.Object({ id: Type.Integer(), roleId: Type.Integer(), permissionId: Type.Integer() })),
})

export const RoleAdd = endpoint({
  method: 'POST',
  path: '/role/add',
  access: [Permission.AddRole],
  input: Type.Object(RoleFields),
  output: Created,
  logged: true,
})

export const RoleEdit = endpoint({
  method: 'PUT',
  path: '/role/edit',
  access: [Permission.EditRole],
  input: Type.Object({ id: Id, ...RoleFields }),
  logged: true,
})

export const RoleRemove = endpoint({
  method: 'DELETE',
  path: '/role/remove',
  access: [Permission.DeleteRole],
  input: ById,
  logged: true,
})

export const RoleChangePermission = endpoint({
  method: 'PUT',
  path: '/role/changePermission',
  access: [Permission.EditPermission],
  input: Type.Object({ roleId: Id, permissionIds: Type.Array(Type.Integer()) }),
  logged: true,
})
