import { type InputOf, Permission, type PermissionId } from '@windlass/shared-kit/contract'
import type { NamespaceAddUser } from '@windlass/shared-kit/contract/namespace'
import type { UserBonds } from '@windlass/shared-kit/contract/user'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { lacking } from '../../platform/permissionError.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RoleService } from '../role/role.service.ts'
import type { UserService } from '../user/user.service.ts'
import { createNamespaceStore } from './namespace.store.ts'
import { createMembers } from './namespaceMembers.ts'

const cleaned = (name: string): string => {
  const trimmed = name.trim()
  if (trimmed === '') throw failed('name is a required field')
  return trimmed
}

/** What namespaces lean on. */
export interface NamespaceParts {
  roles: RoleService
  users: Pick<UserService, 'bondsOf'>
}

/** Namespaces, and the rules about who may change which and bind whom. */
export interface NamespaceService {
  /** Every super manager belongs to it, and so does whoever adds it, with the role he works in. */
  add(caller: Caller, name: string): Promise<number>
  rename(caller: Caller, id: number, name: string): Promise<void>
  /** Gives users a role, also those who are members already and may do no more than the caller. */
  addUsers(caller: Caller, input: InputOf<typeof NamespaceAddUser>): Promise<void>
  /** Gives somebody who is no member yet a role, inside a transaction; the caller has asked whether he may. */
  bindNew(trx: Db, namespaceId: number, userId: number, roleId: number): Promise<void>
  /** @param bindingId names the binding, not the user */
  changeRole(caller: Caller, bindingId: number, roleId: number): Promise<void>
  /** @param bindingId names the binding, not the user */
  removeUser(caller: Caller, bindingId: number): Promise<void>
  /** What a member leaves behind when he is removed. */
  bondsOf(caller: Caller, bindingId: number): Promise<UserBonds>
  /** @throws AppError unless the caller holds the permission in that namespace, whichever one he works in */
  require(caller: Caller, namespaceId: number, permission: PermissionId): Promise<ReadonlySet<number>>
}

type Tools = Pick<Platform, 'db' | 'sockets' | 'access'>

/** Creates the rules about namespaces. */
export function createNamespaceService(tools: Tools, parts: NamespaceParts): NamespaceService {
  const { db, access } = tools
  const store = createNamespaceStore(db)

  // The header names where the caller works, the input what he changes: only his rights over there count.
  const require: NamespaceService['require'] = async (caller, namespaceId, permission) => {
    const held = await access.permissionsIn(caller, namespaceId)
    // Who may grant it over there is told to those who may do something there.
    if (!held.has(permission)) throw lacking({ ...caller, namespaceId: held.size === 0 ? 0 : namespaceId }, permission)
    return held
  }

  return {
    ...createMembers(tools, require, parts),
    require,

    add: (caller, name) =>
      db.transaction().execute(async (trx) => {
        const namespaces = createNamespaceStore(trx)
        const id = await namespaces.add(cleaned(name))
        await namespaces.bind(id, await namespaces.superManagerIds(), 0)
        const roleId = await namespaces.roleOf(caller.namespaceId, caller.userId)
        if (!caller.isSuperManager && roleId !== undefined) await namespaces.bind(id, [caller.userId], roleId)
        return id
      }),

    rename: async (caller, id, name) => {
      await require(caller, id, Permission.EditNamespace)
      if (!(await store.rename(id, cleaned(name)))) throw failed('this namespace does not exist')
    },
  }
}
