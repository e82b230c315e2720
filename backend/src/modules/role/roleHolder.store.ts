import type { Db } from '../../platform/db.ts'

/** Who has a role, and where. */
export function createRoleHolderStore(db: Db) {
  return {
    /** Everybody who has the role, with where. */
    holders: (roleId: number) =>
      db
        .selectFrom('namespaceUser')
        .innerJoin('user', 'user.id', 'namespaceUser.userId')
        .innerJoin('namespace', 'namespace.id', 'namespaceUser.namespaceId')
        .select(['userId', 'user.name as userName', 'user.state', 'namespaceId', 'namespace.name as namespaceName'])
        .where('roleId', '=', roleId)
        .orderBy('namespace.name')
        .orderBy('user.name')
        .execute(),

    /** Where the role is used. */
    namespaceIds: async (roleId: number): Promise<number[]> => {
      const rows = await db
        .selectFrom('namespaceUser')
        .select('namespaceId')
        .distinct()
        .where('roleId', '=', roleId)
        .execute()
      return rows.map(({ namespaceId }) => namespaceId)
    },

    /** Where a user is a member. */
    namespaceIdsOf: async (userId: number): Promise<number[]> => {
      const rows = await db.selectFrom('namespaceUser').select('namespaceId').where('userId', '=', userId).execute()
      return rows.map(({ namespaceId }) => namespaceId)
    },

    isBound: async (id: number): Promise<boolean> => {
      const row = await db.selectFrom('namespaceUser').select('id').where('roleId', '=', id).limit(1).executeTakeFirst()
      return row !== undefined
    },
  }
}
