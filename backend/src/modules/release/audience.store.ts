import type { Db } from '../../platform/db.ts'

/** The people and namespaces a canary may be given to. */
export function createAudienceStore(db: Db) {
  return {
    /** The namespaces of a person, the oldest first. */
    namespacesOf: async (userId: number): Promise<number[]> => {
      const rows = await db
        .selectFrom('namespaceUser')
        .select('namespaceId')
        .where('userId', '=', userId)
        .orderBy('namespaceId')
        .execute()
      return rows.map((row) => row.namespaceId)
    },

    /** Those of the ids that name nothing. */
    unknown: async (table: 'namespace' | 'user', ids: readonly number[]): Promise<number[]> => {
      if (ids.length === 0) return []
      const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
      const known = new Set(rows.map((row) => row.id))
      return ids.filter((id) => !known.has(id))
    },
  }
}
