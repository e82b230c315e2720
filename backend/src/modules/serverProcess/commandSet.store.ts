import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { ServerProcessTable } from '../../platform/scriptSchema.ts'

export type CommandSetRecord = Selectable<ServerProcessTable>

/** The rows of command sets. */
export const createCommandSetStore = (db: Db) => ({
  list: (namespaceId: number): Promise<CommandSetRecord[]> =>
    db.selectFrom('serverProcess').selectAll().where('namespaceId', '=', namespaceId).orderBy('id', 'desc').execute(),

  find: (namespaceId: number, id: number): Promise<CommandSetRecord | undefined> =>
    db
      .selectFrom('serverProcess')
      .selectAll()
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .executeTakeFirst(),

  add: async (fields: Pick<CommandSetRecord, 'items' | 'name' | 'namespaceId'>): Promise<number> => {
    const now = Date.now()
    const values = { ...fields, insertTime: now, updateTime: now }
    return (await db.insertInto('serverProcess').values(values).returning('id').executeTakeFirstOrThrow()).id
  },

  /** Answers whether there is such a set. */
  edit: async (namespaceId: number, id: number, fields: Pick<CommandSetRecord, 'items' | 'name'>): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('serverProcess')
      .set({ ...fields, updateTime: Date.now() })
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  remove: async (namespaceId: number, id: number): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('serverProcess')
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
