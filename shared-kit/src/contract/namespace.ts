import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Permission } from './permission.ts'
import { ById, Created, Id, listOf, Timestamp } from './shapes.ts'
import { UserBonds } from './user.ts'

export const Namespace = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** Always 0: this list is about no user in particular. */
  role_id: Type.Integer(),
  /** Always null, for the same reason. */
  permissionIds: Type.Null(),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type Namespace = Static<typeof Namespace>

/** A namespace the caller may switch to (Specification 3). */
export const NamespaceOption = Type.Object({
  namespaceId: Type.Integer(),
  namespaceName: Type.String(),
  /** 0 when bound as a super manager. */
  roleId: Type.Integer(),
})
export type NamespaceOption = Static<typeof NamespaceOption>

/** A user of the current namespace, disabled ones included. */
export const NamespaceUserOption = Type.Object({
  userId: Type.Integer(),
  userName: Type.String(),
  /** Absent when bound as a super manager. */
  roleId: Type.Optional(Type.Integer()),
})
export type NamespaceUserOption = Static<typeof NamespaceUserOption>

/** Binds one user to one namespace with one role; `roleId` and `roleName` are absent for a super manager. */
export const NamespaceUser = Type.Object({
  /** Of the binding, not of the user. */
  id: Type.Integer(),
  userId: Type.Integer(),
  userName: Type.String(),
  roleId: Type.Optional(Type.Integer()),
  roleName: Type.Optional(Type.String()),
  insertTime: Timestamp,
  updateTime: Timestamp,
})
export type NamespaceUser = Static<typeof NamespaceUser>

const NamespaceFields = { name: Type.String({ minLength: 1, maxLength: 20 }) }

export const NamespaceList = endpoint({
  method: 'GET',
  path: '/namespace/getList',
  access: [Permission.ShowNamespacePage],
  output: listOf(Namespace),
})

export const NamespaceOptionList = endpoint({
  method: 'GET',
  path: '/namespace/getOption',
  access: 'signed-in',
  output: listOf(NamespaceOption),
})

export const NamespaceUserOptionList = endpoint({
  method: 'GET',
  path: '/namespace/getUserOption',
  access: 'signed-in',
  output: listOf(NamespaceUserOption),
})

/** The members of the namespace named by `id`. */
export const NamespaceUserList = endpoint({
  method: 'GET',
  path: '/namespace/getBindUserList',
  access: [Permission.ShowNamespacePage],
  input: ById,
  output: listOf(NamespaceUser),
})

export const NamespaceAdd = endpoint({
  method: 'POST',
  path: '/namespace/add',
  access: [Permission.AddNamespace],
  input: Type.Object(NamespaceFields),
  output: Created,
  logged: true,
})

export const NamespaceEdit = endpoint({
  method: 'PUT',
  path: '/namespace/edit',
  access: [Permission.EditNamespace],
  input: Type.Object({ id: Id, ...NamespaceFields }),
  logged: true,
})

/** Binds users with a role; one who is bound already changes to that role. All or none; refused with `RoleRefusals`. */
export const NamespaceAddUser = endpoint({
  method: 'POST',
  path: '/namespace/addUser',
  access: [Permission.AddNamespaceUser],
  input: Type.Object({ namespaceId: Id, userIds: Type.Array(Id), roleId: Id }),
  logged: true,
})

/** Gives one member another role, refused where he may do more than the caller. Takes the id of the binding. */
export const NamespaceChangeRole = endpoint({
  method: 'PUT',
  path: '/namespace/changeRole',
  access: [Permission.AddNamespaceUser],
  input: Type.Object({ namespaceUserId: Id, roleId: Id }),
  logged: true,
})

/** Why the role of somebody cannot be given or taken; `mightier` is who may do more there than the caller. */
export const ROLE_REFUSALS = ['gone', 'disabled', 'superManager', 'mightier'] as const

/** What comes with the refusal to give a role: everybody it cannot be given to. */
export const RoleRefusals = Type.Object({
  refused: Type.Array(Type.Object({ userId: Type.Integer(), reason: Type.Enum([...ROLE_REFUSALS]) })),
})
export type RoleRefusals = Static<typeof RoleRefusals>

/** Gives several members of a namespace another role, all of them or none; refused with `RoleRefusals`. */
export const NamespaceChangeRoles = endpoint({
  method: 'PUT',
  path: '/namespace/changeRoles',
  access: [Permission.AddNamespaceUser],
  input: Type.Object({ namespaceId: Id, userIds: Type.Array(Id, { minItems: 1, maxItems: 500 }), roleId: Id }),
  logged: true,
})

/** Takes the id of the binding, not of the user. */
export const NamespaceRemoveUser = endpoint({
  method: 'DELETE',
  path: '/namespace/removeUser',
  access: [Permission.DeleteNamespaceUser],
  input: Type.Object({ namespaceUserId: Id }),
  logged: true,
})

/** What a member leaves behind in a namespace when he is taken out of it. Takes the id of the binding. */
export const NamespaceUserBonds = endpoint({
  method: 'GET',
  path: '/namespace/getUserBonds',
  access: [Permission.DeleteNamespaceUser],
  input: Type.Object({ namespaceUserId: Id }),
  output: UserBonds,
})
