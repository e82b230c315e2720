import { State } from '@windlass/shared-kit/contract'
import type { Db } from '../../platform/db.ts'

/** What the demo asks about people and namespaces. */
export function createDemoStore(db: Db) {
  return {
    isMember: async (namespaceId: number, userId: number): Promise<boolean> => {
      const binding = await db
        .selectFrom('namespaceUser')
        .select('id')
        .where('userId', '=', userId)
        .where('namespaceId', '=', namespaceId)
        .executeTakeFirst()
      return binding !== undefined
    },

    firstAdministrator: () =>
      db
        .selectFrom('user')
        .select(['id', 'account', 'name'])
        .where('superManager', '=', 1)
        .where('state', '=', State.Enabled)
        .orderBy('id')
        .executeTakeFirst(),

    firstNamespace: () => db.selectFrom('namespace').select('id').orderBy('id').executeTakeFirst(),
  }
}
