import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { TemplateTable } from '../../platform/scriptSchema.ts'

export type TemplateRecord = Selectable<TemplateTable>
export type TemplateFields = Pick<
  TemplateRecord,
  'content' | 'description' | 'editorName' | 'name' | 'namespaceId' | 'parameters'
>

/** The rows of templates; those of namespace 0 are everybody's. */
export const createTemplateStore = (db: Db) => ({
  list: (namespaceId: number, type: number): Promise<TemplateRecord[]> =>
    db
      .selectFrom('template')
      .selectAll()
      .where('namespaceId', 'in', [0, namespaceId])
      .where('type', '=', type)
      .orderBy('id', 'desc')
      .execute(),

  find: (namespaceId: number, id: number): Promise<TemplateRecord | undefined> =>
    db
      .selectFrom('template')
      .selectAll()
      .where('namespaceId', 'in', [0, namespaceId])
      .where('id', '=', id)
      .executeTakeFirst(),

  add: async (fields: TemplateFields & { type: number }): Promise<number> => {
    const now = Date.now()
    const values = { ...fields, insertTime: now, updateTime: now }
    return (await db.insertInto('template').values(values).returning('id').executeTakeFirstOrThrow()).id
  },

  /** Answers whether it was still at that version. */
  edit: async (id: number, version: number, fields: TemplateFields): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('template')
      .set({ ...fields, version: sql<number>`version + 1`, updateTime: Date.now() })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  remove: async (id: number): Promise<void> => {
    await db.deleteFrom('template').where('id', '=', id).execute()
  },
})
