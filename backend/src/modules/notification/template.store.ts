import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { NotificationTemplateTable } from '../../platform/schema.ts'

export type TemplateRecord = Selectable<NotificationTemplateTable>

/** The rows of the texts of notices. They belong to no namespace. */
export const createTemplateStore = (db: Db) => ({
  list: () => db.selectFrom('notificationTemplate').selectAll().orderBy('id', 'desc').execute(),

  find: (id: number) => db.selectFrom('notificationTemplate').selectAll().where('id', '=', id).executeTakeFirst(),

  findFor: (useBy: string, type: number) =>
    db
      .selectFrom('notificationTemplate')
      .selectAll()
      .where('useBy', '=', useBy)
      .where('type', '=', type)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),

  edit: async (id: number, change: Updateable<NotificationTemplateTable>): Promise<void> => {
    await db.updateTable('notificationTemplate').set(change).where('id', '=', id).execute()
  },
})
