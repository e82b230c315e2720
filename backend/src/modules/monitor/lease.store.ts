import { State } from '@windlass/shared-kit/contract/enums'
import type { Db } from '../../platform/db.ts'
import type { MonitorRecord, StateRecord } from './monitor.store.ts'

/** Below the number of parameters that a statement may have, with room for a dozen in each row. */
const ROWS_A_STATEMENT = 1000

/** In pieces that one statement can hold. */
export function* inPieces<Item>(items: readonly Item[], size = ROWS_A_STATEMENT): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

export type StateColumns = Omit<StateRecord, 'node' | 'leaseUntil'>

function leases(db: Db, node: string) {
  return {
    /** Takes what nobody looks after; with `isAlone` also what another process left, since there is no other any more. */
    claim: async (
      now: number,
      until: number,
      { isAlone, id }: { isAlone: boolean; id?: number },
    ): Promise<number[]> => {
      const enabled = db.selectFrom('monitor').select('id').where('state', '=', State.Enabled)
      const rows = await db
        .updateTable('monitorState')
        .set({ node, leaseUntil: until })
        .where('monitorId', 'in', id === undefined ? enabled : enabled.where('id', '=', id))
        .where('node', '!=', node)
        .where((either) =>
          either.or([
            either('node', '=', ''),
            either('leaseUntil', '<', now),
            ...(isAlone ? [either('node', '!=', node)] : []),
          ]),
        )
        .returning('monitorId')
        .execute()
      return rows.map(({ monitorId }) => monitorId)
    },

    /** Answers what still belongs to this node. */
    renew: async (until: number): Promise<Set<number>> => {
      const rows = await db
        .updateTable('monitorState')
        .set({ leaseUntil: until })
        .where('node', '=', node)
        .returning('monitorId')
        .execute()
      return new Set(rows.map(({ monitorId }) => monitorId))
    },

    /** At a stop, so that others need not wait for the lease to end. */
    release: () => db.updateTable('monitorState').set({ node: '', leaseUntil: 0 }).where('node', '=', node).execute(),
  }
}

function ownStates(db: Db, node: string) {
  return {
    /** The monitors among the ids that this node looks after, and how they stand. */
    load: async (ids: readonly number[]): Promise<{ monitor: MonitorRecord; state: StateRecord }[]> => {
      const found: { monitor: MonitorRecord; state: StateRecord }[] = []
      for (const piece of inPieces(ids)) {
        const states = await db
          .selectFrom('monitorState')
          .selectAll()
          .where('node', '=', node)
          .where('monitorId', 'in', piece)
          .execute()
        const monitors = await db
          .selectFrom('monitor')
          .selectAll()
          .where('state', '=', State.Enabled)
          .where('id', 'in', piece)
          .execute()
        const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]))
        for (const state of states) {
          const monitor = byId.get(state.monitorId)
          if (monitor) found.push({ monitor, state })
        }
      }
      return found
    },
  }
}

function written(db: Db, node: string) {
  return {
    /** Writes how a monitor stands, as long as it belongs to this node; answers whether it does. */
    save: async ({ monitorId, ...columns }: StateColumns): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('monitorState')
        .set(columns)
        .where('monitorId', '=', monitorId)
        .where('node', '=', node)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** The same for many at once. */
    saveAll: async (rows: readonly StateColumns[]): Promise<void> => {
      for (const piece of inPieces(rows)) {
        await db
          .insertInto('monitorState')
          .values(piece.map((row) => ({ ...row, node })))
          .onConflict((conflict) =>
            conflict
              .column('monitorId')
              .doUpdateSet((row) => ({
                nextDue: row.ref('excluded.nextDue'),
                lastCheck: row.ref('excluded.lastCheck'),
                health: row.ref('excluded.health'),
                failures: row.ref('excluded.failures'),
                silenceUntil: row.ref('excluded.silenceUntil'),
                quiet: row.ref('excluded.quiet'),
                error: row.ref('excluded.error'),
                latency: row.ref('excluded.latency'),
                certificateTime: row.ref('excluded.certificateTime'),
              }))
              .where('monitorState.node', '=', node),
          )
          .execute()
      }
    },

    /** Takes away what came back for a monitor that was removed while its last check ran. */
    sweep: () =>
      db.deleteFrom('monitorState').where('monitorId', 'not in', db.selectFrom('monitor').select('id')).execute(),
  }
}

/**
 * Which node looks after which monitor. A monitor belongs to a node until its lease ends; another one takes it then.
 * These statements see the monitors of all namespaces: the console itself works through them, nobody's request does.
 */
export const createLeaseStore = (db: Db, node: string) => ({
  ...leases(db, node),
  ...ownStates(db, node),
  ...written(db, node),
})
