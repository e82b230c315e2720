import type { Env } from '../../env.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'

/** A series of failures is forgotten this long after its first one. */
const SERIES_MS = 5 * 60_000

/** One try at a password, counted as a failure until it turns out to be none. */
export interface Attempt {
  /** The password was wrong: the last of the allowed failures locks the account. */
  fail(): Promise<void>
  /** The password was right: earlier failures are forgotten. */
  succeed(): Promise<void>
}

/** Counts failed tries by account, known or not, on every node together. */
export interface Attempts {
  /** How many failures of the account are counted at the moment; 0 while it is locked. */
  failures(account: string): Promise<number>
  /** @throws AppError that says how long to wait, while the account is locked */
  requireUnlocked(account: string): Promise<void>
  /** Counts before anything is compared, so that tries side by side are no way around the limit. @throws AppError as above */
  begin(account: string): Promise<Attempt>
}

/** Letter case and spaces around an account are no way around the limit either. */
const keyOf = (account: string) => account.trim().toLowerCase()

const wait = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}

const locked = (ms: number) => failed(`too many failed sign-ins; try again in ${wait(ms)}`)

/** Opens the counters, which live in the database and survive a restart. */
export function createAttempts(db: Db, env: Pick<Env, 'LOGIN_MAX_ERRORS' | 'LOGIN_LOCK_SECONDS'>): Attempts {
  const lockMs = env.LOGIN_LOCK_SECONDS * 1000

  const forgetOld = () =>
    db
      .deleteFrom('loginFailure')
      .where('firstTime', '<=', Date.now() - SERIES_MS)
      .where('lockedUntil', '<=', Date.now())
      .execute()

  const count = (account: string) =>
    db
      .insertInto('loginFailure')
      .values({ account, failures: 1, firstTime: Date.now(), lockedUntil: 0 })
      .onConflict((conflict) =>
        conflict.column('account').doUpdateSet((row) => ({ failures: row('loginFailure.failures', '+', 1) })),
      )
      .returning(['failures', 'lockedUntil'])
      .executeTakeFirstOrThrow()

  const lock = (account: string) =>
    db
      .updateTable('loginFailure')
      // A first time of 0 lets the row go as soon as the lock ends: the next series begins anew.
      .set({ failures: 0, firstTime: 0, lockedUntil: Date.now() + lockMs })
      .where('account', '=', account)
      .execute()

  const find = (account: string) =>
    db.selectFrom('loginFailure').selectAll().where('account', '=', keyOf(account)).executeTakeFirst()

  return {
    failures: async (account) => {
      const row = await find(account)
      return row && row.firstTime > Date.now() - SERIES_MS ? row.failures : 0
    },
    requireUnlocked: async (account) => {
      const left = ((await find(account))?.lockedUntil ?? 0) - Date.now()
      if (left > 0) throw locked(left)
    },
    begin: async (typed) => {
      const account = keyOf(typed)
      await forgetOld()
      const { failures, lockedUntil } = await count(account)
      if (lockedUntil > Date.now()) throw locked(lockedUntil - Date.now())
      if (failures > env.LOGIN_MAX_ERRORS) throw locked(lockMs)
      return {
        fail: async () => {
          if (failures >= env.LOGIN_MAX_ERRORS) await lock(account)
        },
        succeed: async () => {
          await db.deleteFrom('loginFailure').where('account', '=', account).execute()
        },
      }
    },
  }
}
