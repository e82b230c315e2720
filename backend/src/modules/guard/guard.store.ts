import { ReviewState, State } from '@windlass/shared-kit/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { DeployLockTable, FreezeWindowTable } from '../../platform/guardSchema.ts'

export type LockRecord = Selectable<DeployLockTable>
export type FreezeRecord = Selectable<FreezeWindowTable>

const locks = (db: Db) => {
  const holding = (now: number) =>
    db
      .selectFrom('deployLock')
      .selectAll()
      .where((where) => where.or([where('endTime', '=', 0), where('endTime', '>', now)]))

  return {
    lockOf: (projectId: number, now: number) => holding(now).where('projectId', '=', projectId).executeTakeFirst(),

    locksOf: async (projectIds: readonly number[], now: number) =>
      projectIds.length === 0 ? [] : holding(now).where('projectId', 'in', projectIds).execute(),

    removeLock: async (projectId: number) => {
      const { numDeletedRows } = await db.deleteFrom('deployLock').where('projectId', '=', projectId).executeTakeFirst()
      return numDeletedRows > 0n
    },

    addLock: (values: Omit<LockRecord, 'id' | 'insertTime' | 'updateTime'>) => {
      const now = Date.now()
      return db
        .insertInto('deployLock')
        .values({ ...values, insertTime: now, updateTime: now })
        .execute()
    },

    /** How many reviews wait for an answer, by project. */
    waitingReviews: async (projectIds: readonly number[], now: number) =>
      projectIds.length === 0
        ? []
        : db
            .selectFrom('projectReview')
            .select(({ fn }) => ['projectId', fn.countAll<number>().as('count')])
            .where('projectId', 'in', projectIds)
            .where('state', '=', ReviewState.Wait)
            .where('expireTime', '>', now)
            .groupBy('projectId')
            .execute(),
  }
}

type FreezeValues = Omit<FreezeRecord, 'id' | 'namespaceId' | 'insertTime' | 'updateTime'>

const freezes = (db: Db) => {
  return {
    windows: (namespaceId: number) =>
      db.selectFrom('freezeWindow').selectAll().where('namespaceId', '=', namespaceId).orderBy('id', 'desc').execute(),

    enabledWindows: (namespaceId: number) =>
      db
        .selectFrom('freezeWindow')
        .selectAll()
        .where('namespaceId', '=', namespaceId)
        .where('state', '=', State.Enabled)
        .execute(),

    addWindow: async (namespaceId: number, values: FreezeValues) => {
      const now = Date.now()
      const row = { ...values, namespaceId, insertTime: now, updateTime: now }
      return (await db.insertInto('freezeWindow').values(row).returning('id').executeTakeFirstOrThrow()).id
    },

    editWindow: async (namespaceId: number, id: number, values: FreezeValues) => {
      const { numUpdatedRows } = await db
        .updateTable('freezeWindow')
        .set({ ...values, updateTime: Date.now() })
        .where('id', '=', id)
        .where('namespaceId', '=', namespaceId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    removeWindow: async (namespaceId: number, id: number) => {
      const { numDeletedRows } = await db
        .deleteFrom('freezeWindow')
        .where('id', '=', id)
        .where('namespaceId', '=', namespaceId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

/** Locks of projects and freeze windows of namespaces. */
export const createGuardStore = (db: Db) => ({ ...locks(db), ...freezes(db) })
