import type { Db } from '../../platform/db.ts'

/** The authenticator app of a user, and how often he was wrong. */
function factors(db: Db) {
  const update = (userId: number) => db.updateTable('secondFactor').where('userId', '=', userId)

  const ensure = async (userId: number): Promise<void> => {
    const now = Date.now()
    await db
      .insertInto('secondFactor')
      .values({ userId, insertTime: now, updateTime: now })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .execute()
  }

  return {
    find: (userId: number) => db.selectFrom('secondFactor').selectAll().where('userId', '=', userId).executeTakeFirst(),

    offer: async (userId: number, pendingSecret: string): Promise<void> => {
      await ensure(userId)
      await update(userId).set({ pendingSecret, pendingTime: Date.now() }).execute()
    },

    /** The pending secret becomes the one that counts; false when another call was faster. */
    confirm: async (userId: number, pendingSecret: string, step: number): Promise<boolean> => {
      const now = Date.now()
      const { numUpdatedRows } = await update(userId)
        .where('pendingSecret', '=', pendingSecret)
        .set({ secret: pendingSecret, confirmTime: now, lastStep: step, pendingSecret: '', updateTime: now })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    dropTotp: async (userId: number): Promise<void> => {
      await update(userId).set({ secret: '', confirmTime: 0, pendingSecret: '', updateTime: Date.now() }).execute()
    },

    drop: async (userId: number): Promise<void> => {
      await db.deleteFrom('secondFactor').where('userId', '=', userId).execute()
    },

    /** Counts before anything is compared; undefined while the answers of this user are locked. */
    count: async (userId: number): Promise<number | undefined> => {
      await ensure(userId)
      const row = await update(userId)
        .where('lockedUntil', '<=', Date.now())
        .set((expression) => ({ failures: expression('failures', '+', 1) }))
        .returning('failures')
        .executeTakeFirst()
      return row?.failures
    },

    forgetFailures: async (userId: number): Promise<void> => {
      await update(userId).set({ failures: 0 }).execute()
    },

    lock: async (userId: number, lockedUntil: number): Promise<void> => {
      await update(userId).set({ failures: 0, lockedUntil }).execute()
    },

    /** False when this code, or a later one, was used already. */
    useStep: async (userId: number, step: number): Promise<boolean> => {
      const { numUpdatedRows } = await update(userId)
        .where('lastStep', '<', step)
        .set({ lastStep: step })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** The codes for when the second factor is lost. */
function recoveryCodes(db: Db) {
  return {
    codesLeft: async (userId: number): Promise<number> => {
      const query = db.selectFrom('recoveryCode').select((expression) => expression.fn.countAll().as('count'))
      return Number((await query.where('userId', '=', userId).executeTakeFirstOrThrow()).count)
    },

    dropCodes: async (userId: number): Promise<void> => {
      await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
    },

    replaceCodes: async (userId: number, hashes: readonly string[]): Promise<void> => {
      const insertTime = Date.now()
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
        await trx
          .insertInto('recoveryCode')
          .values(hashes.map((hash) => ({ userId, hash, insertTime })))
          .execute()
      })
    },

    /** Of several who use a code at once, one does. */
    useCode: async (userId: number, hashes: readonly string[]): Promise<boolean> => {
      const used = db.deleteFrom('recoveryCode').where('userId', '=', userId).where('hash', 'in', hashes)
      return (await used.executeTakeFirst()).numDeletedRows > 0n
    },
  }
}

/** The rows of second factors. */
export function createSecondFactorStore(db: Db) {
  return {
    ...factors(db),
    ...recoveryCodes(db),

    countPasskeys: async (userId: number): Promise<number> => {
      const query = db.selectFrom('passkey').select((expression) => expression.fn.countAll().as('count'))
      return Number((await query.where('userId', '=', userId).executeTakeFirstOrThrow()).count)
    },

    dropPasskeys: async (userId: number): Promise<void> => {
      await db.deleteFrom('passkey').where('userId', '=', userId).execute()
    },

    /** What has to be known of a person to ask him for a second factor. */
    person: (userId: number) =>
      db
        .selectFrom('user')
        .select(['id', 'account', 'name', 'superManager', 'password'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow(),
  }
}

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>
