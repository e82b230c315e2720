import { signInRefusal } from '@windlass/shared-kit/contract/signInRefusal'
import type { Env } from '../../env.ts'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { networkOf } from './networkOf.ts'

/** A series of failures is forgotten this long after its first one. */
const SERIES_MS = 5 * 60_000

/** One try at a password, counted as a failure until it turns out to be none. */
export interface Attempt {
  /** The password was wrong: the last of the allowed failures locks the account, and the address it came from. */
  fail(): Promise<void>
  /** The password was right: earlier failures of the account are forgotten. */
  succeed(): Promise<void>
  /** Nobody could say whether it was right: it does not count. */
  takeBack(): Promise<void>
}

/** Counts failed tries by account, known or not, and by address, on every node together. */
export interface Attempts {
  /** How many failures of the account are counted at the moment; 0 while it is locked. */
  failures(account: string): Promise<number>
  /** @throws AppError that says how long to wait, while the account or the address is locked */
  requireUnlocked(account: string, address: string): Promise<void>
  /** Counts before anything is compared, so that tries side by side are no way around the limit. @throws AppError as above */
  begin(account: string, address: string): Promise<Attempt>
}

type Kind = 'account' | 'address'

/** What directories do not see when they compare: spaces, accents, and what is not there to be seen. */
const UNSEEN = /[\s\p{M}\p{C}]/gu

/**
 * Another way to write an account is no way around the limit either. Directories find the same person by letters of
 * another case or width, and some by others with accents; that two people may share a lock is the lesser evil.
 */
export const accountKey = (account: string) => account.normalize('NFKD').replaceAll(UNSEEN, '').toLowerCase()

const wait = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}

const WHAT: Record<Kind, string> = {
  account: 'too many failed sign-ins',
  address: 'too many failed sign-ins from your network',
}

const REASONS = { account: 'locked', address: 'networkLocked' } as const

const locked = (kind: Kind, ms: number) =>
  failed(`${WHAT[kind]}; try again in ${wait(ms)}`, signInRefusal(REASONS[kind], Math.ceil(ms / 60_000)))

/** The counters of one kind, which live in the database and survive a restart. */
function createCounters(db: Db, kind: Kind, { limit, lockMs }: { limit: number; lockMs: number }) {
  const find = (name: string) =>
    db.selectFrom('signInFailure').selectAll().where('kind', '=', kind).where('name', '=', name).executeTakeFirst()

  return {
    failures: async (name: string) => {
      const row = await find(name)
      return row && row.firstTime > Date.now() - SERIES_MS ? row.failures : 0
    },
    requireUnlocked: async (name: string) => {
      const left = ((await find(name))?.lockedUntil ?? 0) - Date.now()
      if (left > 0) throw locked(kind, left)
    },
    count: (name: string) =>
      db
        .insertInto('signInFailure')
        .values({ kind, name, failures: 1, firstTime: Date.now(), lockedUntil: 0 })
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'name'])
            .doUpdateSet((row) => ({ failures: row('signInFailure.failures', '+', 1) })),
        )
        .returning(['failures', 'lockedUntil'])
        .executeTakeFirstOrThrow(),
    /** @throws AppError when this failure is one too many, or the lock is shut already */
    requireBelow: ({ failures, lockedUntil }: { failures: number; lockedUntil: number }) => {
      if (lockedUntil > Date.now()) throw locked(kind, lockedUntil - Date.now())
      if (failures > limit) throw locked(kind, lockMs)
    },
    lockAtLimit: async (name: string, failures: number) => {
      if (failures < limit) return
      await db
        .updateTable('signInFailure')
        // A first time of 0 lets the row go as soon as the lock ends: the next series begins anew.
        .set({ failures: 0, firstTime: 0, lockedUntil: Date.now() + lockMs })
        .where('kind', '=', kind)
        .where('name', '=', name)
        .execute()
    },
    uncount: async (name: string) => {
      await db
        .updateTable('signInFailure')
        .set((row) => ({ failures: row('failures', '-', 1) }))
        .where('kind', '=', kind)
        .where('name', '=', name)
        .where('failures', '>', 0)
        .execute()
    },
    forget: async (name: string) => {
      await db.deleteFrom('signInFailure').where('kind', '=', kind).where('name', '=', name).execute()
    },
  }
}

type Limits = Pick<Env, 'LOGIN_ADDRESS_ERRORS' | 'LOGIN_LOCK_SECONDS' | 'LOGIN_MAX_ERRORS'>

/** Opens the counters. */
export function createAttempts(db: Db, env: Limits): Attempts {
  const lockMs = env.LOGIN_LOCK_SECONDS * 1000
  const accounts = createCounters(db, 'account', { limit: env.LOGIN_MAX_ERRORS, lockMs })
  const addresses = createCounters(db, 'address', { limit: env.LOGIN_ADDRESS_ERRORS, lockMs })

  const forgetOld = () =>
    db
      .deleteFrom('signInFailure')
      .where('firstTime', '<=', Date.now() - SERIES_MS)
      .where('lockedUntil', '<=', Date.now())
      .execute()

  return {
    failures: (account) => accounts.failures(accountKey(account)),
    requireUnlocked: async (account, address) => {
      await accounts.requireUnlocked(accountKey(account))
      await addresses.requireUnlocked(networkOf(address))
    },
    begin: async (typed, address) => {
      const [account, network] = [accountKey(typed), networkOf(address)]
      await forgetOld()
      await addresses.requireUnlocked(network)
      const counted = await accounts.count(account)
      accounts.requireBelow(counted)
      return {
        fail: async () => {
          await accounts.lockAtLimit(account, counted.failures)
          // One right password among many wrong ones takes none of these back: it may be the sprayer's own.
          await addresses.lockAtLimit(network, (await addresses.count(network)).failures)
        },
        succeed: () => accounts.forget(account),
        takeBack: () => accounts.uncount(account),
      }
    },
  }
}
