import { type InputOf, Permission, type PermissionId } from '@windlass/shared-kit/contract'
import type { NamespaceAddUser, NamespaceChangeRoles } from '@windlass/shared-kit/contract/namespace'
import type { UserBonds } from '@windlass/shared-kit/contract/user'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RoleService } from '../role/role.service.ts'
import type { UserService } from '../user/user.service.ts'
import { createNamespaceStore } from './namespace.store.ts'
import { findRefused, requireNoMightier, roleRefusal, stranger } from './roleRefusals.ts'

/** What namespaces lean on. */
export interface NamespaceParts {
  roles: RoleService
  users: Pick<UserService, 'bondsOf'>
}

/** What the caller holds in a namespace, whichever one he works in. */
export type RequireThere = (
  caller: Caller,
  namespaceId: number,
  permission: PermissionId,
) => Promise<ReadonlySet<number>>

/** The rules about who binds whom to a namespace, with which role. */
export interface NamespaceMembers {
  /** Gives users a role, also those who are members already and may do no more than the caller. */
  addUsers(caller: Caller, input: InputOf<typeof NamespaceAddUser>): Promise<void>
  /** Gives somebody who is no member yet a role, inside a transaction; the caller has asked whether he may. */
  bindNew(trx: Db, namespaceId: number, userId: number, roleId: number): Promise<void>
  /** @param bindingId names the binding, not the user */
  changeRole(caller: Caller, bindingId: number, roleId: number): Promise<void>
  /** Of members only, all of them or none; whoever refuses to fit is named, each with the reason. */
  changeRoles(caller: Caller, input: InputOf<typeof NamespaceChangeRoles>): Promise<void>
  /** @param bindingId names the binding, not the user */
  removeUser(caller: Caller, bindingId: number): Promise<void>
  /** What a member leaves behind when he is removed. */
  bondsOf(caller: Caller, bindingId: number): Promise<UserBonds>
}

type Held = ReadonlySet<number>
type Wanted = { namespaceId: number; userIds: readonly number[]; roleId: number }

const gone = () => failed('this member has gone already; load the list again')
const unknownNamespace = () => failed('this namespace does not exist')

/** Gives a role by the rules of whoever gives it, to new members and to old ones. */
const giver =
  (roles: RoleService) =>
  async (trx: Db, held: Held, { namespaceId, userIds, roleId }: Wanted, isForMembers = false): Promise<void> => {
    const namespaces = createNamespaceStore(trx)
    if (!(await namespaces.exists(namespaceId))) throw unknownNamespace()
    await roles.requireGrantable(trx, held, roleId)
    const belong = new Set(isForMembers ? await namespaces.holdMembers(namespaceId, userIds) : userIds)
    const members = userIds.filter((userId) => belong.has(userId))
    const refused = await findRefused(trx, held, { namespaceId, userIds: members })
    refused.push(...userIds.filter((userId) => !belong.has(userId)).map(stranger))
    if (refused.length > 0) throw roleRefusal(refused)
    await namespaces.bind(namespaceId, userIds, roleId)
  }

/** Who belongs to a namespace, and how that changes. */
export function createMembers(
  { db, sockets, access }: Pick<Platform, 'access' | 'db' | 'sockets'>,
  require: RequireThere,
  { roles, users }: NamespaceParts,
): NamespaceMembers {
  const store = createNamespaceStore(db)
  const give = giver(roles)

  /** Of a namespace where the caller may nothing, not even that there is such a member is told. */
  const findBinding = async (caller: Caller, bindingId: number, permission: PermissionId) => {
    const binding = await store.binding(bindingId)
    const held = binding && (await access.permissionsIn(caller, binding.namespaceId))
    if (!binding || held?.size === 0) throw gone()
    return { ...binding, held: await require(caller, binding.namespaceId, permission) }
  }

  return {
    addUsers: async (caller, { namespaceId, userIds, roleId }) => {
      const held = await require(caller, namespaceId, Permission.AddNamespaceUser)
      const wanted = [...new Set(userIds)]
      await db.transaction().execute((trx) => give(trx, held, { namespaceId, userIds: wanted, roleId }))
      for (const userId of wanted) await sockets.recheck({ userId })
    },

    changeRole: async (caller, bindingId, roleId) => {
      const { namespaceId, userId, held } = await findBinding(caller, bindingId, Permission.AddNamespaceUser)
      await db.transaction().execute(async (trx) => {
        await give(trx, held, { namespaceId, userIds: [userId], roleId })
        // The role is held before the member everywhere. Who was removed meanwhile has just got another binding: undone.
        if (!(await createNamespaceStore(trx).holdBinding(bindingId))) throw gone()
      })
      await sockets.recheck({ userId })
    },

    changeRoles: async (caller, { namespaceId, userIds, roleId }) => {
      const held = await require(caller, namespaceId, Permission.AddNamespaceUser)
      const wanted = [...new Set(userIds)]
      await db.transaction().execute((trx) => give(trx, held, { namespaceId, userIds: wanted, roleId }, true))
      for (const userId of wanted) await sockets.recheck({ userId })
    },

    bindNew: async (trx, namespaceId, userId, roleId) => {
      const namespaces = createNamespaceStore(trx)
      if (!(await namespaces.exists(namespaceId))) throw unknownNamespace()
      await namespaces.bind(namespaceId, [userId], roleId)
    },

    bondsOf: async (caller, bindingId) => {
      const { namespaceId, userId } = await findBinding(caller, bindingId, Permission.DeleteNamespaceUser)
      return users.bondsOf(caller, userId, namespaceId)
    },

    removeUser: async (caller, bindingId) => {
      const { namespaceId, userId, roleId, held } = await findBinding(caller, bindingId, Permission.DeleteNamespaceUser)
      if (roleId === 0) throw failed('a super manager belongs to every namespace')
      await db.transaction().execute(async (trx) => {
        await requireNoMightier(trx, held, namespaceId, userId)
        await createNamespaceStore(trx).unbind(namespaceId, userId)
      })
      await sockets.recheck({ userId })
    },
  }
}
