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

/** A role of the list, with how far it reaches. */
export const RoleRow = Type.Object({
  ...Role.properties,
  /** How many people have it, in whatever namespaces. */
  userCount: Type.Integer(),
  permissionCount: Type.Integer(),
})
export type RoleRow = Static<typeof RoleRow>

/** Somebody who has a role in a namespace. */
export const RoleHolder = Type.Object({
  userId: Type.Integer(),
  userName: Type.String(),
  /** Whether the account is disabled; its binding stays. */
  isDisabled: Type.Boolean(),
  namespaceId: Type.Integer(),
  namespaceName: Type.String(),
})
export type RoleHolder = Static<typeof RoleHolder>

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
  output: listOf(RoleRow),
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

/** Who has a role: by name in the namespaces of the caller, and as a number elsewhere. */
export const RoleHolders = endpoint({
  method: 'GET',
  path: '/role/getHolders',
  access: [Permission.ShowRolePage],
  input: Type.Object({ roleId: Id }),
  output: Type.Object({
    list: Type.Array(RoleHolder),
    elsewhere: Type.Object({ people: Type.Integer(), namespaces: Type.Integer() }),
    /** False when it is used where the caller may not change roles: then it cannot be changed, only copied. */
    isChangeable: Type.Boolean(),
  }),
})

/** Who can give the caller one of the permissions, in the namespace of the call. */
export const RoleGrantors = endpoint({
  method: 'GET',
  path: '/role/getGrantors',
  access: 'signed-in',
  /** Ids of permissions with commas between. */
  input: Type.Object({ permissionIds: Type.String({ minLength: 1, maxLength: 100 }) }),
  output: listOf(Type.Object({ name: Type.String() })),
})

/** A role that starts with permissions (a copy, say) takes EditPermission too. */
export const RoleAdd = endpoint({
  method: 'POST',
  path: '/role/add',
  access: [Permission.AddRole],
  input: Type.Object({ ...RoleFields, permissionIds: Type.Optional(Type.Array(Type.Integer())) }),
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

/** Adds only what the caller holds, and only if he may change roles in every namespace the role is used in. */
export const RoleChangePermission = endpoint({
  method: 'PUT',
  path: '/role/changePermission',
  access: [Permission.EditPermission],
  input: Type.Object({ roleId: Id, permissionIds: Type.Array(Type.Integer()) }),
  logged: true,
})
