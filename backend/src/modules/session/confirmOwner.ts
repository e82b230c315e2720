import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { denied, failed } from '../../platform/errors.ts'
import { verifyPassword } from '../../platform/passwords.ts'
import type { Attempts } from './attempts.store.ts'
import type { SessionStore } from './session.store.ts'

/** How long after a sign-in somebody without a password of ours counts as asked. */
const FRESH_MS = 10 * 60_000

/**
 * Makes sure that whoever changes how an account is entered is its owner, and not somebody at a screen that was left
 * open: by his password, or for people of a directory by a sign-in a few minutes ago.
 */
export function ownerCheck(db: Db, store: SessionStore, attempts: Attempts) {
  const requireFresh = async ({ sessionId }: Caller): Promise<void> => {
    const session = await db
      .selectFrom('session')
      .select('insertTime')
      .where('id', '=', sessionId)
      .where('insertTime', '>', Date.now() - FRESH_MS)
      .executeTakeFirst()
    if (!session) throw failed('sign out and in again first: this is possible within ten minutes of a sign-in')
  }

  return async (caller: Caller, password: string): Promise<void> => {
    if (caller.sessionId === '') throw denied('an API key may not do this; sign in and do it yourself')
    const user = await store.findById(caller.userId)
    if (user.password === '') return requireFresh(caller)
    const attempt = await attempts.begin(caller.account, caller.remoteAddress)
    if (!(await verifyPassword(password, user.password))) {
      await attempt.fail()
      throw failed('your password is wrong')
    }
    await attempt.succeed()
  }
}
