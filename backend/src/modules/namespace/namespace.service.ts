import { type InputOf, Permission, type PermissionId, State } from '@windlass/shared-kit/contract'
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
  /** Gives users a role, also those who are members already. */
  addUsers(caller: Caller, input: InputOf<typeof NamespaceAddUser>): Promise<void>
  /** Gives somebody who is no member yet a role, inside a transaction; the caller has asked whether he may. */
  bindNew(trx: Db, namespaceId: number, userId: number, roleId: number): Promise<void>
  /** @param bindingId names the binding, not the user */
  removeUser(caller: Caller, bindingId: number): Promise<void>
  /** What a member leaves behind when he is removed. */
  bondsOf(caller: Caller, bindingId: number): Promise<UserBonds>
  /** @throws AppError unless the caller holds the permission in that namespace, whichever one he works in */
  require(caller: Caller, namespaceId: number, permission: PermissionId): Promise<ReadonlySet<number>>
}

type Tools = Pick<Platform, 'db' | 'sockets' | 'access'>

/** Who belongs to a namespace, and how that changes. */
function createMembers(
  { db, sockets, access }: Tools,
  require: NamespaceService['require'],
  { roles, users }: NamespaceParts,
): Pick<NamespaceService, 'addUsers' | 'bindNew' | 'bondsOf' | 'removeUser'> {
  const store = createNamespaceStore(db)

  /** Of a namespace where the caller may nothing, not even that there is such a member is told. */
  const findBinding = async (caller: Caller, bindingId: number) => {
    const binding = await store.binding(bindingId)
    const held = binding && (await access.permissionsIn(caller, binding.namespaceId))
    if (!binding || held?.size === 0) throw failed('this member has gone already; load the list again')
    await require(caller, binding.namespaceId, Permission.DeleteNamespaceUser)
    return binding
  }

  const requireCandidates = async (trx: Db, wanted: readonly number[]): Promise<void> => {
    const candidates = await createNamespaceStore(trx).candidates(wanted)
    const unknown = wanted.filter((id) => !candidates.some((user) => user.id === id))
    if (unknown.length > 0) throw failed(`there is no user ${unknown.join(', ')}`)
    const disabled = candidates.find((user) => user.state !== State.Enabled)
    if (disabled) throw failed(`${disabled.name} is disabled and cannot become a member`)
    const superManager = candidates.find((user) => user.superManager === 1)
    if (superManager) throw failed(`${superManager.name} is a super manager and has every permission already`)
  }

  return {
    addUsers: async (caller, { namespaceId, userIds, roleId }) => {
      const held = await require(caller, namespaceId, Permission.AddNamespaceUser)
      const wanted = [...new Set(userIds)]
      await db.transaction().execute(async (trx) => {
        const namespaces = createNamespaceStore(trx)
        if (!(await namespaces.exists(namespaceId))) throw failed('this namespace does not exist')
        await roles.requireGrantable(trx, held, roleId)
        if (wanted.length === 0) return
        await requireCandidates(trx, wanted)
        await namespaces.bind(namespaceId, wanted, roleId)
      })
      for (const userId of wanted) await sockets.recheck({ userId })
    },

    bindNew: async (trx, namespaceId, userId, roleId) => {
      const namespaces = createNamespaceStore(trx)
      if (!(await namespaces.exists(namespaceId))) throw failed('this namespace does not exist')
      await namespaces.bind(namespaceId, [userId], roleId)
    },

    bondsOf: async (caller, bindingId) => {
      const { namespaceId, userId } = await findBinding(caller, bindingId)
      return users.bondsOf(caller, userId, namespaceId)
    },

    removeUser: async (caller, bindingId) => {
      const { namespaceId, userId, roleId } = await findBinding(caller, bindingId)
      if (roleId === 0) throw failed('a super manager belongs to every namespace')
      await db.transaction().execute((trx) => createNamespaceStore(trx).unbind(namespaceId, userId))
      await sockets.recheck({ userId })
    },
  }
}

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
