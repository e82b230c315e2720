import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { inKnownPieces, ofKnownLength } from '../../platform/knownPieces.ts'
import type { MetricSeriesTable } from '../../platform/metricSchema.ts'

/** One line of a chart as it is stored. */
export type SeriesRecord = Selectable<MetricSeriesTable>
/** Names a line of a chart. */
export type SeriesName = Pick<SeriesRecord, 'serverId' | 'type' | 'item'>

/** More than any machine has; a program that invents names must not fill the database. */
export const SERIES_A_SERVER = 300

const named = (db: Db) => ({
  ofServer: (serverId: number): Promise<SeriesRecord[]> =>
    db.selectFrom('metricSeries').selectAll().where('serverId', '=', serverId).orderBy('item').execute(),

  /** In no order. */
  ofServers: async (serverIds: readonly number[]): Promise<SeriesRecord[]> => {
    const rows: SeriesRecord[] = []
    for (const piece of inKnownPieces(serverIds)) {
      for (const row of await db.selectFrom('metricSeries').selectAll().where('serverId', 'in', piece).execute())
        rows.push(row)
    }
    return rows
  },

  ofType: (serverId: number, type: number): Promise<SeriesRecord[]> =>
    db
      .selectFrom('metricSeries')
      .selectAll()
      .where('serverId', '=', serverId)
      .where('type', '=', type)
      .orderBy('item')
      .execute(),

  /** All with one of the items on one of the servers, by type; that is more than those of one pair each. */
  ofItems: (serverIds: readonly number[], items: readonly string[]): Promise<SeriesRecord[]> =>
    db
      .selectFrom('metricSeries')
      .selectAll()
      .where('serverId', 'in', ofKnownLength(serverIds))
      .where('item', 'in', ofKnownLength(items))
      .orderBy('type')
      .execute(),
})

const kept = (db: Db) => ({
  /** Adds what is new, also when another node does so at this moment. */
  add: async (names: readonly SeriesName[], seenTime: number): Promise<void> => {
    for (const piece of inKnownPieces(names)) {
      await db
        .insertInto('metricSeries')
        .values(piece.map(({ serverId, type, item }) => ({ serverId, type, item, seenTime })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  },

  touch: async (ids: readonly number[], seenTime: number): Promise<void> => {
    for (const piece of inKnownPieces(ids)) {
      await db.updateTable('metricSeries').set({ seenTime }).where('id', 'in', piece).execute()
    }
  },

  /** The next ids in order, for chores that go over everything a few at a time. */
  idsAfter: async (after: number, limit: number): Promise<number[]> => {
    const rows = await db
      .selectFrom('metricSeries')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Those among the ids that nothing was measured of for long, or whose server is gone. */
  forgotten: async (ids: readonly number[], before: number): Promise<number[]> => {
    const rows = await db
      .selectFrom('metricSeries')
      .select('id')
      .where('id', 'in', ids)
      .where((either) =>
        either.or([
          either('seenTime', '<', before),
          either('serverId', 'not in', db.selectFrom('server').select('server.id')),
        ]),
      )
      .execute()
    return rows.map(({ id }) => id)
  },

  remove: (ids: readonly number[]) => db.deleteFrom('metricSeries').where('id', 'in', ids).execute(),
})

/** The lines of charts. That a server may be seen is known before these are asked. */
export const createMetricSeriesStore = (db: Db) => ({ ...named(db), ...kept(db) })
