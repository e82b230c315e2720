import { State } from '@windlass/shared-kit/contract/enums'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { MonitorStateTable, MonitorTable } from '../../platform/monitorSchema.ts'

/** A monitor as it is stored. */
export type MonitorRecord = Selectable<MonitorTable>
/** How it stands, as it is stored. */
export type StateRecord = Selectable<MonitorStateTable>

/** What people write about a monitor. */
export type MonitorColumns = Omit<
  Required<Insertable<MonitorTable>>,
  'id' | 'namespaceId' | 'state' | 'errorContent' | 'insertTime' | 'updateTime'
>

/** How a monitor stands that begins, or begins anew. */
const ANEW = { nextDue: 0, health: 'waiting', failures: 0, silenceUntil: 0, quiet: '', error: '', certificateTime: 0 }

function readRows(db: Db) {
  return {
    list: (namespaceId: number): Promise<MonitorRecord[]> =>
      db.selectFrom('monitor').selectAll().where('namespaceId', '=', namespaceId).orderBy('id', 'desc').execute(),

    states: (namespaceId: number): Promise<StateRecord[]> =>
      db
        .selectFrom('monitorState')
        .innerJoin('monitor', 'monitor.id', 'monitorState.monitorId')
        .selectAll('monitorState')
        .where('monitor.namespaceId', '=', namespaceId)
        .execute(),

    find: (namespaceId: number, id: number): Promise<MonitorRecord | undefined> =>
      db
        .selectFrom('monitor')
        .selectAll()
        .where('namespaceId', '=', namespaceId)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Those of the ids that are monitors of the namespace. */
    own: async (namespaceId: number, ids: readonly number[]): Promise<number[]> => {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('monitor')
        .select('id')
        .where('namespaceId', '=', namespaceId)
        .where('id', 'in', ids)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

const removal = (db: Db) => ({
  /** With everything that hangs on it; its children stand alone from now on. */
  remove: async (namespaceId: number, id: number): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('monitor')
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await db
      .updateTable('monitor')
      .set({ parentId: 0 })
      .where('namespaceId', '=', namespaceId)
      .where('parentId', '=', id)
      .execute()
    for (const table of ['monitorState', 'monitorSample', 'monitorSilence'] as const) {
      await db.deleteFrom(table).where('monitorId', '=', id).execute()
    }
    for (const table of ['monitorIncident', 'monitorMaintenance'] as const) {
      await db.deleteFrom(table).where('namespaceId', '=', namespaceId).where('monitorId', '=', id).execute()
    }
    return true
  },
})

/** The rows of monitors; each has one that says how it stands. */
export const createMonitorStore = (db: Db) => ({
  ...readRows(db),
  ...removal(db),

  add: async (namespaceId: number, columns: MonitorColumns): Promise<number> => {
    const now = Date.now()
    const values = { ...columns, namespaceId, insertTime: now, updateTime: now }
    const { id } = await db.insertInto('monitor').values(values).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('monitorState').values({ monitorId: id, nextDue: now }).execute()
    return id
  },

  /** Holds the row until the transaction ends. Who writes how a monitor stands as well begins here, so that nobody waits crosswise. */
  hold: (namespaceId: number, id: number) =>
    db.updateTable('monitor').set({ id }).where('namespaceId', '=', namespaceId).where('id', '=', id).execute(),

  edit: async (namespaceId: number, id: number, columns: MonitorColumns): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('monitor')
      .set({ ...columns, updateTime: Date.now() })
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0
  },

  setState: async (namespaceId: number, id: number, state: number): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('monitor')
      .set({ state, updateTime: Date.now() })
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0
  },

  /** Lets a monitor begin anew, at once; a suspended one is let go by the node that checked it. */
  reset: (id: number, state: number) =>
    db
      .updateTable('monitorState')
      .set({ ...ANEW, nextDue: Date.now(), ...(state === State.Disabled && { node: '', leaseUntil: 0 }) })
      .where('monitorId', '=', id)
      .execute(),

  /** What the last notice said. Nobody edited the monitor, so the time of the last edit stays. */
  setErrorContent: (namespaceId: number, id: number, errorContent: string) =>
    db
      .updateTable('monitor')
      .set({ errorContent })
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .execute(),
})
