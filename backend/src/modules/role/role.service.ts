import { Permission } from '@windlass/shared-kit/contract'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRoleStore, type RoleFields } from './role.store.ts'

const UNKNOWN_ROLE = 'this role does not exist any more; load the list again'

/** The headings of the permission table are no permissions, so they are unknown here. */
const GRANTABLE: ReadonlySet<number> = new Set(Object.values(Permission))

/** Names differ by what people see: not by spaces around them. */
const cleaned = ({ name, description = '' }: RoleFields): Required<RoleFields> => {
  const trimmed = name.trim()
  if (trimmed === '') throw failed('name is a required field')
  return { name: trimmed, description }
}

function refuseBeyond(held: ReadonlySet<number>, granted: readonly number[]): void {
  const missing = granted.filter((id) => !held.has(id))
  if (missing.length > 0) throw denied(`you cannot grant what you do not hold yourself: ${missing.join(', ')}`)
}

/** Roles, and the rules about who may grant what. */
export interface RoleService {
  add(fields: RoleFields): Promise<number>
  edit(id: number, fields: RoleFields): Promise<void>
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
}

/** Creates the rules about roles. */
export function createRoleService({ db, hub }: Pick<Platform, 'db' | 'hub'>): RoleService {
  const grantsOf = async (trx: Db, roleId: number): Promise<readonly number[]> =>
    (await createRoleStore(trx).bindings(roleId)).map((binding) => binding.permissionId)

  return {
    add: (fields) => createRoleStore(db).add(cleaned(fields)),

    edit: async (id, fields) => {
      if (!(await createRoleStore(db).edit(id, cleaned(fields)))) throw failed(UNKNOWN_ROLE)
    },

    remove: (id) =>
      db.transaction().execute(async (trx) => {
        const roles = createRoleStore(trx)
        if (!(await roles.lock(id))) throw failed(UNKNOWN_ROLE)
        if (await roles.isBound(id)) throw failed('somebody still has this role; give them another one first')
        await roles.remove(id)
      }),

    changePermission: async (caller, roleId, permissionIds) => {
      const wanted = [...new Set(permissionIds)]
      const unknown = wanted.filter((id) => !GRANTABLE.has(id))
      if (unknown.length > 0) throw failed(`there is no permission ${unknown.join(', ')}`)
      await db.transaction().execute(async (trx) => {
        const roles = createRoleStore(trx)
        if (!(await roles.lock(roleId))) throw failed(UNKNOWN_ROLE)
        // What the role permits already may stay, whoever saves it: only an addition is a grant.
        const before = await grantsOf(trx, roleId)
        const added = wanted.filter((id) => !before.includes(id))
        refuseBeyond(caller.permissionIds, added)
        await roles.replacePermissions(roleId, wanted)
      })
      await hub.recheck({})
    },

    requireGrantable: async (trx, held, roleId) => {
      if (!(await createRoleStore(trx).lock(roleId))) throw failed(UNKNOWN_ROLE)
      refuseBeyond(held, await grantsOf(trx, roleId))
    },
  }
}
