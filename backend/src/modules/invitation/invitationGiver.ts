import { Permission } from '@windlass/shared-kit/contract'
import type { InvitationGrant } from '@windlass/shared-kit/contract/invitation'
import { type Caller, holds } from '../../platform/caller.ts'
import { callerOf } from '../../platform/callerOf.ts'
import type { Db } from '../../platform/db.ts'
import { AppError, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { NamespaceService } from '../namespace/namespace.service.ts'
import type { RoleService } from '../role/role.service.ts'
import type { createInvitationStore, InvitationRow } from './invitation.store.ts'

interface Parts {
  namespaces: NamespaceService
  roles: RoleService
  store: ReturnType<typeof createInvitationStore>
}

const NOTHING: ReadonlySet<number> = new Set()

/** What somebody holds in each namespace he invites to. */
export type HeldIn = ReadonlyMap<number, ReadonlySet<number>>

/**
 * Who may give what. An invitation is worth as much as its maker is at the moment it is looked at, not as much as he was
 * when he made it: it lets in nobody whom he could not let in himself right now. So a role that grew, a permission
 * or a namespace that was taken from him all bind him at once, and there is nothing to remember to revoke. It works again
 * when he gets back what he lost; only an account that was disabled or removed takes its invitations with it for good.
 */
export function createInvitationGiver(platform: Pick<Platform, 'access' | 'db'>, { namespaces, roles, store }: Parts) {
  const { access } = platform

  /** @throws AppError in words for whoever makes an invitation */
  const requireHeld = async (caller: Caller, grants: readonly InvitationGrant[]): Promise<HeldIn> => {
    const held = new Map<number, ReadonlySet<number>>()
    for (const { namespaceId } of grants) {
      if (held.has(namespaceId)) throw failed('choose one role for each namespace')
      held.set(namespaceId, await namespaces.require(caller, namespaceId, Permission.AddNamespaceUser))
    }
    return held
  }

  /** Holds the roles as they are until the transaction ends. @throws AppError */
  const requireGrantable = async (trx: Db, held: HeldIn, grants: readonly InvitationGrant[]): Promise<void> => {
    // In one order for everybody, so that two who give the same roles do not wait crosswise.
    for (const { namespaceId, roleId } of grants.toSorted((one, other) => one.roleId - other.roleId)) {
      await roles.requireGrantable(trx, held.get(namespaceId) ?? new Set(), roleId)
    }
  }

  /** The maker with what he may do now; undefined when he may not invite any more. */
  const giverOf = async ({ userId, namespaceId }: InvitationRow): Promise<Caller | undefined> => {
    const caller = await callerOf(platform, userId, namespaceId).catch((error: unknown) => {
      if (error instanceof AppError) return undefined
      throw error
    })
    return caller && holds(caller, Permission.AddMember) ? caller : undefined
  }

  /** Whether it would let somebody in, asked without holding anything. */
  const isGood = async (row: InvitationRow, grants: readonly InvitationGrant[]): Promise<boolean> => {
    const giver = await giverOf(row)
    if (!giver) return false
    const permitted = await store.rolePermissions()
    const known = new Set((await store.roles()).map(({ id }) => id))
    for (const { namespaceId, roleId } of grants) {
      const held = await access.permissionsIn(giver, namespaceId)
      const isWithin = held.isSupersetOf(permitted.get(roleId) ?? NOTHING)
      if (!held.has(Permission.AddNamespaceUser) || !known.has(roleId) || !isWithin) return false
    }
    return true
  }

  /** Everywhere the caller may invite to, with the roles he may give there. */
  const options = async (caller: Caller) => {
    const permitted = await store.rolePermissions()
    const every = await store.roles()
    const places = await store.namespaces(caller.isSuperManager ? undefined : caller.userId)
    const found = await Promise.all(
      places.map(async (namespace) => {
        const held = await access.permissionsIn(caller, namespace.id)
        const given = every.filter(({ id }) => held.isSupersetOf(permitted.get(id) ?? NOTHING))
        return { ...namespace, roles: held.has(Permission.AddNamespaceUser) ? given : [] }
      }),
    )
    return found.filter(({ roles: given }) => given.length > 0)
  }

  return { requireHeld, requireGrantable, giverOf, isGood, options }
}
