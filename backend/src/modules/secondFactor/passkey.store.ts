import type { Passkey } from '@windlass/shared-kit/contract/passkey'
import type { Db } from '../../platform/db.ts'
import { failed } from '../../platform/errors.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

/** A key as its device described it. */
export interface NewPasskey {
  name: string
  credentialId: string
  publicKey: string
  counter: number
  transports: string
  backedUp: number
}

/** The rows of passkeys; every write names the owner. */
export function createPasskeyStore(db: Db) {
  const own = (userId: number, id: number) =>
    db.updateTable('passkey').where('userId', '=', userId).where('id', '=', id)
  const requireFound = ({ numUpdatedRows }: { numUpdatedRows: bigint }) => {
    if (numUpdatedRows === 0n) throw failed('this passkey is gone; load the page again')
  }

  return {
    list: async (userId: number): Promise<Passkey[]> => {
      const rows = await db.selectFrom('passkey').selectAll().where('userId', '=', userId).orderBy('id').execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        insertTime: formatTimestamp(row.insertTime),
        lastUsedTime: formatTimestamp(row.lastUsedTime),
        isBackedUp: row.backedUp === 1,
      }))
    },

    /** What a browser needs to find the keys of somebody. */
    known: async (userId: number) => {
      const query = db.selectFrom('passkey').select(['credentialId', 'transports']).where('userId', '=', userId)
      return (await query.execute()).map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: transports === '' ? [] : transports.split(','),
      }))
    },

    byCredential: (credentialId: string) =>
      db
        .selectFrom('passkey')
        .innerJoin('user', 'user.id', 'passkey.userId')
        .select(['passkey.id', 'userId', 'publicKey', 'counter', 'credentialId', 'account', 'passwordUpdateTime'])
        .where('credentialId', '=', credentialId)
        .executeTakeFirst(),

    add: async (userId: number, passkey: NewPasskey): Promise<void> => {
      const now = Date.now()
      await db
        .insertInto('passkey')
        .values({ ...passkey, userId, insertTime: now, updateTime: now })
        .execute()
    },

    rename: async (userId: number, id: number, name: string): Promise<void> => {
      requireFound(await own(userId, id).set({ name, updateTime: Date.now() }).executeTakeFirst())
    },

    remove: async (userId: number, id: number): Promise<void> => {
      const removed = db.deleteFrom('passkey').where('userId', '=', userId).where('id', '=', id)
      if ((await removed.executeTakeFirst()).numDeletedRows === 0n) {
        throw failed('this passkey is gone; load the page again')
      }
    },

    /** False when the key was used meanwhile, with a counter that is as far as this one. */
    used: async (id: number, before: number, counter: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('passkey')
        .where('id', '=', id)
        .where('counter', '=', before)
        .set({ counter, lastUsedTime: Date.now() })
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
