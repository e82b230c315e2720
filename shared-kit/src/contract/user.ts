import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { State } from './enums.ts'
import { Permission } from './permission.ts'
import { Account, Password, SuperManagerFlag } from './session.ts'
import { ById, Created, Id, listOf, Timestamp } from './shapes.ts'

/** An enabled user of any namespace. Callers without ShowMemberPage get every text but `name` as "". */
export const User = Type.Object({
  id: Type.Integer(),
  account: Type.String(),
  name: Type.String(),
  /** Mobile number, or "". */
  contact: Type.String(),
  superManager: SuperManagerFlag,
  insertTime: Timestamp,
  updateTime: Timestamp,
  /** Always 0, although only enabled users are listed. */
  state: Type.Integer(),
  /** This and what follows is never filled; it stays for clients that read the whole row. */
  password: Type.String(),
  passwordUpdateTime: Type.Object({ String: Type.String(), Valid: Type.Boolean() }),
  lastLoginTime: Type.String(),
  apiKey: Type.String(),
})
export type User = Static<typeof User>

const UserFields = {
  /** Empty keeps the password of an existing user; a new one gets the account followed by `!@#`. */
  password: Type.Optional(Type.Union([Type.Literal(''), Password])),
  name: Type.String({ minLength: 1, maxLength: 30 }),
  /** Mobile number of 11 characters; absent or "" clears it. */
  contact: Type.Optional(
    Type.Union([
      Type.Literal(''),
      Type.String({ minLength: 11, maxLength: 11, pattern: '^[-+]?[0-9]+(?:\\.[0-9]+)?$' }),
    ]),
  ),
  /** Absent means 0, also for a user who was a super manager. */
  superManager: Type.Optional(SuperManagerFlag),
}

/** Open to AddNamespaceUser as well, because whoever binds a user to a namespace has to find them. */
export const UserList = endpoint({
  method: 'GET',
  path: '/user/getList',
  access: [Permission.ShowMemberPage, Permission.AddNamespaceUser],
  output: listOf(User),
})

/** Accounts that are disabled and may be enabled again, in the same shape; removed ones are not among them. */
export const UserDisabledList = endpoint({
  method: 'GET',
  path: '/user/getDisabledList',
  access: [Permission.ShowMemberPage],
  output: listOf(User),
})

/** How much hangs on an account, in all namespaces or in one: told before any of it ends. */
export const UserBonds = Type.Object({
  /** How many namespaces he has a role in. */
  namespaces: Type.Integer(),
  /** Names of the projects he is bound to, in order; of those the caller may see. */
  projects: Type.Array(Type.String()),
  /** How many projects these are, seen or not. */
  projectCount: Type.Integer(),
  /** Planned deploys of his that have not begun: they are refused when their time comes. */
  schedules: Type.Integer(),
  terminals: Type.Integer(),
  sessions: Type.Integer(),
  apiKeys: Type.Integer(),
  /** Invitations of his that nobody has accepted. */
  invitations: Type.Integer(),
})
export type UserBonds = Static<typeof UserBonds>

/** What hangs on a user everywhere. */
export const UserBondsOf = endpoint({
  method: 'GET',
  path: '/user/getBonds',
  access: [Permission.EditMember, Permission.DeleteMember],
  input: ById,
  output: UserBonds,
})

/** Disables a user, which ends all that is open and revokes keys and invitations; or enables him, with his roles. */
export const UserChangeState = endpoint({
  method: 'PUT',
  path: '/user/changeState',
  access: [Permission.EditMember],
  input: Type.Object({ id: Id, state: Type.Enum([State.Disabled, State.Enabled]) }),
  logged: true,
})

export const UserAdd = endpoint({
  method: 'POST',
  path: '/user/add',
  access: [Permission.AddMember],
  input: Type.Object({ account: Account, ...UserFields }),
  output: Created,
  logged: true,
})

export const UserEdit = endpoint({
  method: 'PUT',
  path: '/user/edit',
  access: [Permission.EditMember],
  input: Type.Object({ id: Id, ...UserFields }),
  logged: true,
})

/** For good: the user is disabled and leaves all namespaces; the row stays, and with it the account name. */
export const UserRemove = endpoint({
  method: 'DELETE',
  path: '/user/remove',
  access: [Permission.DeleteMember],
  input: ById,
  logged: true,
})
