import type { OutputOf } from '@windlass/shared-kit/contract'
import { Permission, type PermissionId, State } from '@windlass/shared-kit/contract'
import type { RoleHolders } from '@windlass/shared-kit/contract/role'
import type { Caller } from '../../platform/caller.ts'
import { denied } from '../../platform/errors.ts'
import { permissionKeys } from '../../platform/permissionError.ts'
import type { Platform } from '../../platform/platform.ts'
import { createRoleHolderStore } from './roleHolder.store.ts'

/** What a caller may do in each namespace that a role is used in. */
export type Say = ReadonlyMap<number, ReadonlySet<number>>

const ELSEWHERE =
  'this role is also used in namespaces where you may not change roles; copy it and change the copy, or ask a super manager'

/** Roles belong to no namespace: whoever changes one changes what people may do wherever it is used. */
export function createRoleReach({ db, access }: Pick<Platform, 'db' | 'access'>) {
  const store = createRoleHolderStore(db)

  const sayOf = async (caller: Caller, roleId: number): Promise<Say> => {
    const ids = await store.namespaceIds(roleId)
    const held = async (id: number) =>
      id === caller.namespaceId ? caller.permissionIds : access.permissionsIn(caller, id)
    return new Map(await Promise.all(ids.map(async (id) => [id, await held(id)] as const)))
  }

  const mayEverywhere = (caller: Caller, say: Say, permission: PermissionId): boolean =>
    caller.isSuperManager || [...say.values()].every((held) => held.has(permission))

  return {
    sayOf,

    /** @throws AppError unless the caller holds the permission in every namespace of the role */
    requireSay: (caller: Caller, say: Say, permission: PermissionId): void => {
      if (!mayEverywhere(caller, say, permission)) throw denied(ELSEWHERE)
    },

    holders: async (caller: Caller, roleId: number): Promise<OutputOf<typeof RoleHolders>> => {
      const rows = await store.holders(roleId)
      const own = new Set(caller.isSuperManager ? [] : await store.namespaceIdsOf(caller.userId))
      const isShown = ({ namespaceId }: { namespaceId: number }) =>
        caller.isSuperManager || (own.has(namespaceId) && caller.scope?.namespaceIds?.has(namespaceId) !== false)
      const hidden = rows.filter((row) => !isShown(row))
      return {
        list: rows.filter(isShown).map(({ state, ...row }) => ({ ...row, isDisabled: state !== State.Enabled })),
        elsewhere: {
          people: new Set(hidden.map(({ userId }) => userId)).size,
          namespaces: new Set(hidden.map(({ namespaceId }) => namespaceId)).size,
        },
        isChangeable: mayEverywhere(caller, await sayOf(caller, roleId), Permission.EditPermission),
      }
    },
  }
}

/** @throws AppError when something is granted that the giver does not hold himself */
export function refuseBeyond(held: ReadonlySet<number>, granted: readonly number[]): void {
  const missing = granted.filter((id) => !held.has(id))
  if (missing.length > 0) throw denied(`you cannot grant what you do not hold yourself: ${permissionKeys(missing)}`)
}
