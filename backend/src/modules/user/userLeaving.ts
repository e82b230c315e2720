import { State } from '@windlass/shared-kit/contract'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { FIRST_ADMINISTRATOR } from '../../platform/seed.ts'
import { createUserStore } from './user.store.ts'
import type { Reach } from './userReach.ts'

/** Runs in the transaction that disables a user, and ends what else was open to him. */
type WhenAway = (trx: Db, userId: number) => Promise<void>

/** How accounts are disabled, enabled and removed. */
export interface UserLeaving {
  /** Ends all that is open and revokes what was handed out; roles and projects stay for the day he is enabled again. */
  disable(caller: Caller, id: number): Promise<void>
  enable(caller: Caller, id: number): Promise<void>
  /** The same for good: roles and projects go, the account name stays taken. */
  remove(caller: Caller, id: number): Promise<void>
  /** Is told of everybody who is disabled or removed, inside the transaction. */
  onAway(run: WhenAway): void
}

/** Creates the rules about accounts that end. */
export function createLeaving({ db, sessions }: Pick<Platform, 'db' | 'sessions'>, reach: Reach): UserLeaving {
  const listeners: WhenAway[] = []

  const refuse = async (caller: Caller, id: number, verb: string): Promise<void> => {
    if (id === FIRST_ADMINISTRATOR) throw failed(`the first administrator cannot be ${verb}`)
    if (id === caller.userId) throw failed(`you cannot get yourself ${verb}; ask another administrator`)
    await reach.requireControl(caller, await reach.requireKept(db, id))
  }

  /** The account lets nobody in any more, by whatever way. */
  const shut = async (trx: Db, id: number): Promise<void> => {
    const { superManager, state } = await reach.requireKept(trx, id)
    if (superManager === 1 && state === State.Enabled) await reach.refuseLastSuperManager(trx, id)
    await createUserStore(trx).disable(id)
    for (const whenAway of listeners) await whenAway(trx, id)
  }

  return {
    onAway: (run) => listeners.push(run),

    disable: async (caller, id) => {
      await refuse(caller, id, 'disabled')
      await db.transaction().execute((trx) => shut(trx, id))
      // Told last, so that whatever looks again sees it done: sockets, terminals, and those that a key has opened.
      await sessions.endAll(id)
    },

    enable: async (caller, id) => {
      const user = await reach.requireKept(db, id)
      await reach.requireControl(caller, user)
      if (user.state === State.Enabled) throw failed(`${user.name} is enabled already; load the list again`)
      await db.transaction().execute((trx) => createUserStore(trx).revive(id))
    },

    remove: async (caller, id) => {
      await refuse(caller, id, 'removed')
      await db.transaction().execute(async (trx) => {
        await shut(trx, id)
        const users = createUserStore(trx)
        // Otherwise a role that only he had could never be removed, and he would be offered as a member for ever.
        await users.unbind(id)
        await users.remove(id)
      })
      await sessions.endAll(id)
    },
  }
}
