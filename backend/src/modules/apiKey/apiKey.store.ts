import type { ApiKey } from '@windlass/shared-kit/contract/apiKey'
import type { Selectable } from 'kysely'
import type { ApiKeyTable } from '../../platform/accountSchema.ts'
import type { Db } from '../../platform/db.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

/** What is kept of a key; null is no limit. */
export interface KeyValues {
  name: string
  start: string
  hash: string
  permissionIds: readonly number[] | null
  namespaceIds: readonly number[] | null
  /** 0 is never. */
  expireTime: number
}

const write = (ids: readonly number[] | null) => (ids === null ? '' : JSON.stringify(ids))
// Only `write` fills these columns.
const read = (json: string) => (json === '' ? null : (JSON.parse(json) as number[]))

/** False when it is revoked already, or somebody else's. */
async function revoke(db: Db, userId: number, id: number): Promise<boolean> {
  const now = Date.now()
  const { numUpdatedRows } = await db
    .updateTable('apiKey')
    .set({ revokeTime: now, updateTime: now })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('revokeTime', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The rows of named API keys; every query names the owner. */
export function createApiKeyStore(db: Db) {
  const own = (userId: number) =>
    db.selectFrom('apiKey').selectAll().where('userId', '=', userId).where('revokeTime', '=', 0)

  return {
    list: async (userId: number): Promise<ApiKey[]> => {
      const rows = await own(userId).orderBy('id').execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        start: row.start,
        permissionIds: read(row.permissionIds),
        namespaceIds: read(row.namespaceIds),
        insertTime: formatTimestamp(row.insertTime),
        expireTime: formatTimestamp(row.expireTime),
        isExpired: row.expireTime > 0 && row.expireTime <= Date.now(),
        lastUsedTime: formatTimestamp(row.lastUsedTime),
        lastUsedAddress: row.lastUsedAddress,
      }))
    },

    /** For somebody who is disabled: his programs end with him, and do not come back when he does. */
    revokeAll: async (userId: number): Promise<void> => {
      const now = Date.now()
      const values = { revokeTime: now, updateTime: now }
      await db.updateTable('apiKey').set(values).where('userId', '=', userId).where('revokeTime', '=', 0).execute()
    },

    find: (userId: number, id: number) => own(userId).where('id', '=', id).executeTakeFirst(),

    add: async (userId: number, { permissionIds, namespaceIds, ...values }: KeyValues): Promise<number> => {
      const now = Date.now()
      const scope = { permissionIds: write(permissionIds), namespaceIds: write(namespaceIds) }
      const insert = db.insertInto('apiKey').values({ ...values, ...scope, userId, insertTime: now, updateTime: now })
      return (await insert.returning('id').executeTakeFirstOrThrow()).id
    },

    /** The same key under another secret; undefined when it was revoked meanwhile. */
    replace: (row: Selectable<ApiKeyTable>, secret: Pick<KeyValues, 'hash' | 'start'>): Promise<number | undefined> =>
      db.transaction().execute(async (trx) => {
        if (!(await revoke(trx, row.userId, row.id))) return undefined
        const { userId, name, permissionIds, namespaceIds, expireTime } = row
        const kept = { userId, name, permissionIds, namespaceIds, expireTime }
        const now = Date.now()
        const insert = trx.insertInto('apiKey').values({ ...kept, ...secret, insertTime: now, updateTime: now })
        return (await insert.returning('id').executeTakeFirstOrThrow()).id
      }),

    revoke: (userId: number, id: number): Promise<boolean> => revoke(db, userId, id),

    /** The namespaces that somebody can work in. */
    namespaces: async (userId: number, isEverywhere: boolean) => {
      const query = db.selectFrom('namespace').select(['namespace.id', 'namespace.name']).orderBy('namespace.id')
      if (isEverywhere) return query.execute()
      const mine = db.selectFrom('namespaceUser').select('namespaceId').where('userId', '=', userId)
      return query.where('namespace.id', 'in', mine).execute()
    },
  }
}
