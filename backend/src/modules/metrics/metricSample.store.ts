import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { inKnownPieces, ofKnownLength } from '../../platform/knownPieces.ts'
import type { MetricHourTable, MetricPackTable, MetricSampleTable } from '../../platform/metricSchema.ts'

export type SampleRecord = Selectable<MetricSampleTable>
export type HourRecord = Selectable<MetricHourTable>
export type PackRecord = Selectable<MetricPackTable>

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/**
 * The key begins with the minute, so each minute is looked up by itself: a range would read what all other servers
 * reported as well, and so would SQLite with a plain join, whose sides it takes in the order it likes.
 */
export const selectBetween = (seriesIds: readonly number[], from: number, to: number) => sql<SampleRecord>`
  with recursive span(minute) as (
    select cast(${from} as integer) union all select minute + 1 from span where minute < ${to}
  )
  select metric_sample.minute, metric_sample.series_id, metric_sample.value
  from span cross join metric_sample
  where metric_sample.minute = span.minute
    and metric_sample.series_id in (${sql.join(ofKnownLength(seriesIds))})
  order by metric_sample.minute
`

function recentValues(db: Db) {
  return {
    /** The same minute again takes the place of what was there. Each minute of a series must be in it once. */
    addAll: async (rows: readonly SampleRecord[]): Promise<void> => {
      for (const piece of inKnownPieces(rows)) {
        await db
          .insertInto('metricSample')
          .values(piece)
          .onConflict((conflict) =>
            conflict.columns(['minute', 'seriesId']).doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
          )
          .execute()
      }
    },

    /** The first minute that is not packed yet. */
    oldestMinute: async (): Promise<number | undefined> => {
      const row = await db.selectFrom('metricSample').select('minute').orderBy('minute').limit(1).executeTakeFirst()
      return row?.minute
    },

    /** What is not packed yet of some series, both ends included, in order. */
    between: async (seriesIds: readonly number[], from: number, to: number): Promise<SampleRecord[]> => {
      if (seriesIds.length === 0 || from > to) return []
      return (await selectBetween(seriesIds, from, to).execute(db)).rows
    },

    /** Takes an hour away of a run of series. */
    remove: async (hour: number, [first, last]: readonly [number, number]): Promise<void> => {
      const minutes = Array.from({ length: 60 }, (_each, index) => hour * 60 + index)
      await db
        .deleteFrom('metricSample')
        .where('minute', 'in', minutes)
        .where('seriesId', '>=', first)
        .where('seriesId', '<=', last)
        .execute()
    },
  }
}

function readHours(db: Db) {
  return {
    packs: async (seriesIds: readonly number[], from: number, to: number): Promise<PackRecord[]> =>
      seriesIds.length === 0
        ? []
        : db
            .selectFrom('metricPack')
            .selectAll()
            .where('seriesId', 'in', ofKnownLength(seriesIds))
            .where('hour', '>=', from)
            .where('hour', '<=', to)
            .orderBy('seriesId')
            .orderBy('hour')
            .execute(),

    /** Hours from `from` to `to`, put together to steps of `length` of them; `hour` is the first of a step. */
    hours: async (
      seriesIds: readonly number[],
      { from, to, length }: { from: number; to: number; length: number },
    ): Promise<HourRecord[]> => {
      if (seriesIds.length === 0) return []
      // Written into the statement: SQLite would take a parameter for a fraction and not cut the quotient.
      const step = sql<number>`hour / ${sql.lit(length)}`
      const rows = await db
        .selectFrom('metricHour')
        .select([
          'seriesId',
          step.as('step'),
          sql<number>`sum(count)`.as('count'),
          sql<number>`sum(mean * count) / sum(count)`.as('mean'),
          sql<number>`min(least)`.as('least'),
          sql<number>`max(most)`.as('most'),
        ])
        .where('seriesId', 'in', ofKnownLength(seriesIds))
        .where('hour', '>=', from)
        .where('hour', '<=', to)
        .groupBy(['seriesId', step])
        .orderBy('seriesId')
        .orderBy(step)
        .execute()
      return rows.map(({ step: number, ...row }) => ({ ...row, hour: number * length }))
    },
  }
}

function writeHours(db: Db) {
  return {
    /** Writes whole hours, over what was there. */
    addHours: async (hours: readonly HourRecord[], packs: readonly PackRecord[]): Promise<void> => {
      for (const piece of inKnownPieces(hours)) {
        await db
          .insertInto('metricHour')
          .values(piece)
          .onConflict((conflict) =>
            conflict.columns(['seriesId', 'hour']).doUpdateSet((row) => ({
              count: row.ref('excluded.count'),
              mean: row.ref('excluded.mean'),
              least: row.ref('excluded.least'),
              most: row.ref('excluded.most'),
            })),
          )
          .execute()
      }
      for (const piece of inKnownPieces(packs)) {
        await db
          .insertInto('metricPack')
          .values(piece)
          .onConflict((conflict) =>
            conflict.columns(['seriesId', 'hour']).doUpdateSet((row) => ({ pack: row.ref('excluded.pack') })),
          )
          .execute()
      }
    },

    /** Removes what is older than the hours given, of some series. */
    forget: async (seriesIds: readonly number[], before: { packs: number; hours: number }): Promise<void> => {
      await db.deleteFrom('metricPack').where('seriesId', 'in', seriesIds).where('hour', '<', before.packs).execute()
      await db.deleteFrom('metricHour').where('seriesId', 'in', seriesIds).where('hour', '<', before.hours).execute()
    },
  }
}

/** Values of measurements: those of the last hours as they come, older ones by the hour. */
export const createMetricSampleStore = (db: Db) => ({ ...recentValues(db), ...readHours(db), ...writeHours(db) })
