import { type InputOf, Permission } from '@windlass/shared-kit/contract'
import type { RoleAdd } from '@windlass/shared-kit/contract/role'
import { type Caller, holds } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { lacking } from '../../platform/permissionError.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRoleStore, type RoleFields } from './role.store.ts'
import { createRoleHolderStore } from './roleHolder.store.ts'
import { createRoleReach, refuseBeyond } from './roleReach.ts'

const UNKNOWN_ROLE = 'this role does not exist any more; load the list again'
const MOVED = 'somebody was given this role in another namespace meanwhile; load the list and try again'

/** The headings of the permission table are no permissions, so they are unknown here. */
const GRANTABLE: ReadonlySet<number> = new Set(Object.values(Permission))

/** Names differ by what people see: not by spaces around them. */
const cleaned = ({ name, description = '' }: RoleFields): Required<RoleFields> => {
  const trimmed = name.trim()
  if (trimmed === '') throw failed('name is a required field')
  return { name: trimmed, description }
}

/** Each of them once. */
const known = (permissionIds: readonly number[]): number[] => {
  const wanted = [...new Set(permissionIds)]
  const unknown = wanted.filter((id) => !GRANTABLE.has(id))
  if (unknown.length > 0) throw failed(`there is no permission ${unknown.join(', ')}`)
  return wanted
}

/** Roles, and the rules about who may grant what. */
export interface RoleService {
  /** With permissions from the start only for those who may change what roles permit. */
  add(caller: Caller, fields: InputOf<typeof RoleAdd>): Promise<number>
  edit(caller: Caller, id: number, fields: RoleFields): Promise<void>
  /** Refused while somebody has the role. */
  remove(id: number): Promise<void>
  /** Replaces what the role permits; takes effect at once for everybody who has it. */
  changePermission(caller: Caller, roleId: number, permissionIds: readonly number[]): Promise<void>
  /**
   * Refuses to hand out a role that does not exist or permits more than the giver holds; inside `trx`, the role
   * stays as it is until the transaction ends.
   * @throws AppError
   */
  requireGrantable(trx: Db, held: ReadonlySet<number>, roleId: number): Promise<void>
  holders: ReturnType<typeof createRoleReach>['holders']
}

const grantsOf = async (trx: Db, roleId: number): Promise<readonly number[]> =>
  (await createRoleStore(trx).bindings(roleId)).map((binding) => binding.permissionId)

/** Creates the rules about roles. */
export function createRoleService(platform: Pick<Platform, 'db' | 'sockets' | 'access'>): RoleService {
  const { db, sockets } = platform
  const reach = createRoleReach(platform)

  return {
    holders: reach.holders,

    add: async (caller, { permissionIds = [], ...fields }) => {
      const wanted = known(permissionIds)
      if (wanted.length > 0 && !holds(caller, Permission.EditPermission)) {
        throw lacking(caller, Permission.EditPermission)
      }
      refuseBeyond(caller.permissionIds, wanted)
      return db.transaction().execute(async (trx) => {
        const roles = createRoleStore(trx)
        const id = await roles.add(cleaned(fields))
        await roles.replacePermissions(id, wanted)
        return id
      })
    },

    edit: async (caller, id, fields) => {
      reach.requireSay(caller, await reach.sayOf(caller, id), Permission.EditRole)
      if (!(await createRoleStore(db).edit(id, cleaned(fields)))) throw failed(UNKNOWN_ROLE)
    },

    remove: (id) =>
      db.transaction().execute(async (trx) => {
        const roles = createRoleStore(trx)
        if (!(await roles.lock(id))) throw failed(UNKNOWN_ROLE)
        if (await createRoleHolderStore(trx).isBound(id))
          throw failed('somebody still has this role; give them another one first')
        await roles.remove(id)
      }),

    changePermission: async (caller, roleId, permissionIds) => {
      const wanted = known(permissionIds)
      const say = await reach.sayOf(caller, roleId)
      reach.requireSay(caller, say, Permission.EditPermission)
      await db.transaction().execute(async (trx) => {
        const roles = createRoleStore(trx)
        if (!(await roles.lock(roleId))) throw failed(UNKNOWN_ROLE)
        // What the caller may do was looked up before: a transaction that waits for other reads would wait for itself.
        const places = await createRoleHolderStore(trx).namespaceIds(roleId)
        if (places.some((id) => !say.has(id))) throw failed(MOVED)
        // What the role permits already may stay, whoever saves it: only an addition is a grant.
        const before = await grantsOf(trx, roleId)
        const added = wanted.filter((id) => !before.includes(id))
        refuseBeyond(caller.permissionIds, added)
        if (!caller.isSuperManager) for (const held of say.values()) refuseBeyond(held, added)
        await roles.replacePermissions(roleId, wanted)
      })
      await sockets.recheck({})
    },

    requireGrantable: async (trx, held, roleId) => {
      if (!(await createRoleStore(trx).lock(roleId))) throw failed(UNKNOWN_ROLE)
      refuseBeyond(held, await grantsOf(trx, roleId))
    },
  }
}
