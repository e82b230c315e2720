import { State } from '@windlass/shared-kit/contract'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { FIRST_ADMINISTRATOR } from '../../platform/seed.ts'
import { createUserStore } from './user.store.ts'

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof createUserStore>['find']>>>

/** Who may do something to whom. */
export type Reach = ReturnType<typeof createReach>

/** A user who was not removed. @throws AppError */
async function requireKept(trx: Db, id: number): Promise<Found> {
  const user = await createUserStore(trx).find(id)
  if (!user) throw failed('this user does not exist any more; load the list again')
  return user
}

async function requireEnabled(trx: Db, id: number): Promise<Found> {
  const user = await requireKept(trx, id)
  if (user.state !== State.Enabled) throw failed(`${user.name} is disabled; enable the account first`)
  return user
}

/** Creates the rules about who may do something to whom. */
export function createReach({ db, access }: Pick<Platform, 'db' | 'access'>) {
  /** Whoever acts as somebody, or shuts him out, must be able to do at least as much as he, wherever that is. */
  const requireNoLess = async (caller: Caller, userId: number): Promise<void> => {
    if (caller.isSuperManager || caller.userId === userId) return
    const grants = await createUserStore(db).grants(userId)
    for (const namespaceId of new Set(grants.map((grant) => grant.namespaceId))) {
      const held = await access.permissionsIn(caller, namespaceId)
      const isBeyond = ({ permissionId }: { permissionId: number | null }) =>
        permissionId !== null && !held.has(permissionId)
      if (grants.filter((grant) => grant.namespaceId === namespaceId).some(isBeyond)) {
        throw denied('this user may do more than you: ask a super manager')
      }
    }
  }

  return {
    requireKept,
    requireEnabled,
    requireNoLess,

    requireEditable: async (trx: Db, caller: Caller, id: number): Promise<Found> => {
      const user = await requireEnabled(trx, id)
      if (id === FIRST_ADMINISTRATOR && caller.userId !== id) throw failed('only this user may edit the account')
      return user
    },

    requireControl: async (caller: Caller, { id, superManager }: Found): Promise<void> => {
      if (id === FIRST_ADMINISTRATOR && caller.userId !== id) throw failed('only this user may change this account')
      if (superManager === 1 && !caller.isSuperManager) throw denied('only a super manager may do this to another one')
      await requireNoLess(caller, id)
    },

    /** Inside a transaction: two who take it from each other at the same time wait for one another. */
    refuseLastSuperManager: async (trx: Db, id: number): Promise<void> => {
      const others = (await createUserStore(trx).holdSuperManagers()).filter((other) => other !== id)
      if (others.length === 0) throw failed('this is the last super manager; make somebody else one first')
    },
  }
}
