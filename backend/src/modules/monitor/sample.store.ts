import type { MonitorBucket } from '@windlass/shared-kit/contract/monitor'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { MonitorSampleTable } from '../../platform/monitorSchema.ts'
import { inPieces } from './lease.store.ts'

/** One check, for the history. */
export interface Sample {
  monitorId: number
  startTime: number
  isPassed: boolean
  latency: number
}

export const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Single checks are kept this long, hours much longer. */
const RAW_KEPT_MS = 48 * HOUR_MS
const HOURS_KEPT_MS = 400 * DAY_MS

const rawRow = ({ monitorId, startTime, isPassed, latency }: Sample): MonitorSampleTable => ({
  ...{ monitorId, span: 0, startTime, count: 1, failures: isPassed ? 0 : 1 },
  ...{ latencySum: isPassed ? latency : 0, latencyMin: isPassed ? latency : 0, latencyMax: isPassed ? latency : 0 },
})

/** The checks of each monitor and hour as one row. */
function hourRows(samples: readonly Sample[]): MonitorSampleTable[] {
  const rows = new Map<string, MonitorSampleTable>()
  for (const sample of samples) {
    const startTime = Math.floor(sample.startTime / HOUR_MS) * HOUR_MS
    const key = `${sample.monitorId}/${startTime}`
    const row = rows.get(key)
    const one = { ...rawRow(sample), span: HOUR_MS, startTime }
    rows.set(key, row ? added(row, one) : one)
  }
  return [...rows.values()]
}

const passed = ({ count, failures }: MonitorSampleTable) => count > failures

const added = (row: MonitorSampleTable, one: MonitorSampleTable): MonitorSampleTable => ({
  ...row,
  count: row.count + one.count,
  failures: row.failures + one.failures,
  latencySum: row.latencySum + one.latencySum,
  latencyMin: !passed(row) ? one.latencyMin : passed(one) ? Math.min(row.latencyMin, one.latencyMin) : row.latencyMin,
  latencyMax: Math.max(row.latencyMax, one.latencyMax),
})

/** Adds to the hours that are there already. */
const addHours = (db: Db, rows: readonly MonitorSampleTable[]) =>
  db
    .insertInto('monitorSample')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['monitorId', 'span', 'startTime']).doUpdateSet({
        count: sql`monitor_sample.count + excluded.count`,
        failures: sql`monitor_sample.failures + excluded.failures`,
        latencySum: sql`monitor_sample.latency_sum + excluded.latency_sum`,
        latencyMin: sql`case
          when monitor_sample.count = monitor_sample.failures then excluded.latency_min
          when excluded.count = excluded.failures then monitor_sample.latency_min
          when excluded.latency_min < monitor_sample.latency_min then excluded.latency_min
          else monitor_sample.latency_min end`,
        latencyMax: sql`case when excluded.latency_max > monitor_sample.latency_max
          then excluded.latency_max else monitor_sample.latency_max end`,
      }),
    )
    .execute()

/** How a history is cut: the end of the last bucket, their length, and how many there are. */
export interface HistoryCut {
  from: number
  to: number
  bucketMs: number
}

const history = (db: Db) => ({
  /** One monitor of the namespace, in buckets; from single checks while they are kept, else from hours. */
  history: async (namespaceId: number, monitorId: number, { from, to, bucketMs }: HistoryCut) => {
    // Written into the statement: SQLite would take a parameter for a fraction and not cut the quotient.
    const bucket = sql<number>`start_time / ${sql.lit(bucketMs)}`
    const rows = await db
      .selectFrom('monitorSample')
      .select([
        bucket.as('bucket'),
        sql<number>`sum(count)`.as('count'),
        sql<number>`sum(failures)`.as('failures'),
        sql<number>`sum(latency_sum)`.as('latencySum'),
        sql<number>`min(case when count > failures then latency_min end)`.as('min'),
        sql<number>`max(latency_max)`.as('max'),
      ])
      .where('monitorId', '=', monitorId)
      .where('monitorId', 'in', db.selectFrom('monitor').select('id').where('namespaceId', '=', namespaceId))
      .where('span', '=', bucketMs < HOUR_MS ? 0 : HOUR_MS)
      .where('startTime', '>=', from)
      .where('startTime', '<', to)
      .groupBy(bucket)
      .orderBy(bucket)
      .execute()
    return rows.map((row): MonitorBucket => {
      // PostgreSQL answers sums of large integers as text.
      const [count, failures, sum] = [Number(row.count), Number(row.failures), Number(row.latencySum)]
      const mean = count > failures ? Math.round(sum / (count - failures)) : 0
      return {
        time: Number(row.bucket) * bucketMs,
        count,
        failures,
        mean,
        min: Number(row.min ?? 0),
        max: Number(row.max),
      }
    })
  },
})

/** What came of checks: each one for two days, each hour for more than a year. */
export const createSampleStore = (db: Db) => ({
  addAll: async (samples: readonly Sample[]): Promise<void> => {
    for (const piece of inPieces(samples.map(rawRow))) {
      // Two checks of one monitor in one millisecond are as good as one.
      await db
        .insertInto('monitorSample')
        .values(piece)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    for (const piece of inPieces(hourRows(samples))) await addHours(db, piece)
  },

  /** Removes what is too old of some monitors. */
  compact: async (monitorIds: readonly number[], now: number): Promise<void> => {
    for (const [span, kept] of [
      [0, RAW_KEPT_MS],
      [HOUR_MS, HOURS_KEPT_MS],
    ] as const) {
      await db
        .deleteFrom('monitorSample')
        .where('monitorId', 'in', monitorIds)
        .where('span', '=', span)
        .where('startTime', '<', now - kept)
        .execute()
    }
  },

  /** The hours since a time of all monitors of a namespace. */
  hours: (namespaceId: number, since: number) =>
    db
      .selectFrom('monitorSample')
      .select(['monitorId', 'startTime', 'count', 'failures', 'latencySum'])
      .where('span', '=', HOUR_MS)
      .where('startTime', '>=', since)
      .where('monitorId', 'in', db.selectFrom('monitor').select('id').where('namespaceId', '=', namespaceId))
      .orderBy('startTime')
      .execute(),

  ...history(db),
})
