import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { MonitorMaintenanceTable } from '../../platform/monitorSchema.ts'

export type MaintenanceRecord = Selectable<MonitorMaintenanceTable>
export type MaintenanceColumns = Omit<
  Required<Insertable<MonitorMaintenanceTable>>,
  'id' | 'namespaceId' | 'insertTime' | 'updateTime'
>

/** The rows of maintenance windows, and of those who want a monitor to be silent for a while. */
export const createMaintenanceStore = (db: Db) => ({
  /** All of the namespace; with an id, those of one monitor and those of all. */
  list: (namespaceId: number, monitorId?: number): Promise<MaintenanceRecord[]> => {
    const rows = db.selectFrom('monitorMaintenance').selectAll().where('namespaceId', '=', namespaceId)
    return (monitorId === undefined ? rows : rows.where('monitorId', 'in', [0, monitorId]))
      .orderBy('id', 'desc')
      .execute()
  },

  add: async (namespaceId: number, columns: MaintenanceColumns): Promise<number> => {
    const now = Date.now()
    const values = { ...columns, namespaceId, insertTime: now, updateTime: now }
    return (await db.insertInto('monitorMaintenance').values(values).returning('id').executeTakeFirstOrThrow()).id
  },

  edit: async (namespaceId: number, id: number, columns: MaintenanceColumns): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('monitorMaintenance')
      .set({ ...columns, updateTime: Date.now() })
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0
  },

  remove: async (namespaceId: number, id: number): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('monitorMaintenance')
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0
  },

  /** Sets until when a holder wants monitors to be silent, whatever it wanted before. The ids are of its namespace. */
  silence: async (rows: readonly { monitorId: number; holder: string; until: number }[]): Promise<void> => {
    if (rows.length === 0) return
    await db
      .insertInto('monitorSilence')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['monitorId', 'holder']).doUpdateSet((row) => ({ until: row.ref('excluded.until') })),
      )
      .execute()
  },

  /** When the last silence of each monitor of the namespace ends; those that have ended are left out. */
  silences: async (namespaceId: number, now: number, monitorId?: number): Promise<Map<number, number>> => {
    const own = db.selectFrom('monitor').select('id').where('namespaceId', '=', namespaceId)
    const rows = await db
      .selectFrom('monitorSilence')
      .select((row) => ['monitorId', row.fn.max('until').as('until')])
      .where('monitorId', 'in', monitorId === undefined ? own : own.where('id', '=', monitorId))
      .where('until', '>', now)
      .groupBy('monitorId')
      .execute()
    return new Map(rows.map((row) => [row.monitorId, Number(row.until)]))
  },

  forgetSilences: (now: number) => db.deleteFrom('monitorSilence').where('until', '<', now).execute(),
})
