import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { MetricSeriesTable } from '../../platform/metricSchema.ts'

/** One line of a chart as it is stored. */
export type SeriesRecord = Selectable<MetricSeriesTable>
/** Names a line of a chart. */
export type SeriesName = Pick<SeriesRecord, 'serverId' | 'type' | 'item'>

/** More than any machine has; a program that invents names must not fill the database. */
export const SERIES_A_SERVER = 300

/** The lines of charts. That a server may be seen is known before these are asked. */
export const createMetricSeriesStore = (db: Db) => ({
  ofServer: (serverId: number): Promise<SeriesRecord[]> =>
    db.selectFrom('metricSeries').selectAll().where('serverId', '=', serverId).orderBy('item').execute(),

  ofType: (serverId: number, type: number): Promise<SeriesRecord[]> =>
    db
      .selectFrom('metricSeries')
      .selectAll()
      .where('serverId', '=', serverId)
      .where('type', '=', type)
      .orderBy('item')
      .execute(),

  ofItem: (serverId: number, item: string): Promise<SeriesRecord[]> =>
    db
      .selectFrom('metricSeries')
      .selectAll()
      .where('serverId', '=', serverId)
      .where('item', '=', item)
      .orderBy('type')
      .execute(),

  /** Adds what is new, also when another node does so at this moment. */
  add: async (names: readonly SeriesName[], seenTime: number): Promise<void> => {
    await db
      .insertInto('metricSeries')
      .values(names.map(({ serverId, type, item }) => ({ serverId, type, item, seenTime })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  touch: (ids: readonly number[], seenTime: number) =>
    db.updateTable('metricSeries').set({ seenTime }).where('id', 'in', ids).execute(),

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
