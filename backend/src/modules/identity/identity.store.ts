import type { Db } from '../../platform/db.ts'

/** Who of a provider is who here. */
export function createIdentityStore(db: Db) {
  return {
    /** The user behind an account of a provider; undefined when it was never bound to one. */
    userOf: async (issuer: string, subject: string): Promise<number | undefined> => {
      const row = await db
        .selectFrom('userIdentity')
        .select('userId')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row?.userId
    },

    /** Whether somebody at this provider comes in as this user already. */
    isBound: async (userId: number, issuer: string): Promise<boolean> => {
      const query = db.selectFrom('userIdentity').select('id').where('userId', '=', userId).where('issuer', '=', issuer)
      return (await query.executeTakeFirst()) !== undefined
    },

    bind: async (userId: number, issuer: string, subject: string): Promise<void> => {
      const now = Date.now()
      await db
        .insertInto('userIdentity')
        .values({ userId, issuer, subject, insertTime: now, updateTime: now })
        // The same person in two windows at once.
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .execute()
    },
  }
}

export type IdentityStore = ReturnType<typeof createIdentityStore>
