import type { ReleaseFailure } from '@windlass/shared-kit/contract/releaseLoads'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'
import { FAILED_BOUND_MS } from './loadHistogram.ts'

/** Browsers' outcomes are added up over this long. */
const BUCKET_MS = 5 * 60_000
const HOUR_MS = 3_600_000
/** More distinct failures than this say nothing new about a version. */
export const FAILURES_PER_VERSION = 100
const LISTED_FAILURES = 200

/** Outcomes of one class that are to be added. */
export interface NewCount {
  remote: string
  version: string
  boundMs: number
  count: number
}

/** A failure as one browser saw it. */
export interface NewFailure {
  remote: string
  version: string
  kind: 'load' | 'render'
  message: string
  count: number
  lastErrorId: string
  lastUser: string
  lastUserAgent: string
}

const startOf = (time: number, span: number) => time - (time % span)

/** Writes what browsers reported. Lists come sorted, so that two reports never wait for each other crosswise. */
function writing(db: Db) {
  const isThere = async ({ remote, version, kind, message }: NewFailure): Promise<boolean> => {
    const same = db.selectFrom('remoteFailure').select('id').where('remote', '=', remote).where('version', '=', version)
    return (await same.where('kind', '=', kind).where('message', '=', message).executeTakeFirst()) !== undefined
  }

  const failuresOf = async (remote: string, version: string): Promise<number> => {
    const all = db.selectFrom('remoteFailure').where('remote', '=', remote).where('version', '=', version)
    return Number((await all.select((row) => row.fn.countAll().as('total')).executeTakeFirstOrThrow()).total)
  }

  return {
    addCounts: async (counts: readonly NewCount[], now: number): Promise<void> => {
      const time = startOf(now, BUCKET_MS)
      await db
        .insertInto('remoteLoad')
        .values(counts.map((count) => ({ ...count, time })))
        .onConflict((conflict) =>
          conflict.columns(['remote', 'time', 'version', 'boundMs']).doUpdateSet((row) => ({
            count: sql<number>`${row.ref('remoteLoad.count')} + ${row.ref('excluded.count')}`,
          })),
        )
        .execute()
    },

    addUser: async (userId: number, versions: readonly { remote: string; version: string }[], now: number) => {
      const time = startOf(now, HOUR_MS)
      const rows = versions.map(({ remote, version }) => ({ remote, version, time, userId }))
      if (rows.length === 0) return
      await db
        .insertInto('remoteUser')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** One row per distinct failure; what is beyond the limit of a version goes into one row without a message. */
    addFailure: async (failure: NewFailure, now: number): Promise<void> => {
      const { remote, version } = failure
      const isBeyond = !(await isThere(failure)) && (await failuresOf(remote, version)) >= FAILURES_PER_VERSION
      const { kind, message, count, ...last } = isBeyond ? { ...failure, message: '' } : failure
      await db
        .insertInto('remoteFailure')
        .values({ ...last, kind, message, count, firstTime: now, lastTime: now })
        .onConflict((conflict) =>
          conflict.columns(['remote', 'version', 'kind', 'message']).doUpdateSet((row) => ({
            ...last,
            lastTime: now,
            count: sql<number>`${row.ref('remoteFailure.count')} + ${row.ref('excluded.count')}`,
          })),
        )
        .execute()
    },

    /** Forgets what is older than these times. */
    forget: async (times: { reports: number; users: number }): Promise<void> => {
      await db.deleteFrom('remoteLoad').where('time', '<', times.reports).execute()
      await db.deleteFrom('remoteFailure').where('lastTime', '<', times.reports).execute()
      await db.deleteFrom('remoteUser').where('time', '<', times.users).execute()
    },
  }
}

/** Numbers of people. */
function people(db: Db) {
  const since = (time: number) =>
    db
      .selectFrom('remoteUser')
      .select((row) => row.fn.count('userId').distinct().as('users'))
      .where('time', '>=', startOf(time, HOUR_MS))
  return {
    usersOfAreas: async (time: number): Promise<ReadonlyMap<string, number>> => {
      const rows = await since(time).select('remote').groupBy('remote').execute()
      return new Map(rows.map((row) => [row.remote, Number(row.users)]))
    },

    usersOfVersions: async (remote: string, time: number): Promise<ReadonlyMap<string, number>> => {
      const rows = await since(time).where('remote', '=', remote).select('version').groupBy('version').execute()
      return new Map(rows.map((row) => [row.version, Number(row.users)]))
    },
  }
}

/** Counts of outcomes by their class. */
function counts(db: Db) {
  const since = (time: number) =>
    db
      .selectFrom('remoteLoad')
      .select((row) => ['boundMs', row.fn.sum('count').as('total')])
      .where('remoteLoad.time', '>=', startOf(time, BUCKET_MS))

  return {
    countsOfAreas: async (time: number) => {
      const rows = await since(time).select('remote').groupBy(['remote', 'boundMs']).execute()
      return rows.map(({ remote, boundMs, total }) => ({ remote, boundMs, count: Number(total) }))
    },

    countsOfVersions: async (remote: string, time: number) => {
      const rows = await since(time)
        .where('remote', '=', remote)
        .select('version')
        .groupBy(['version', 'boundMs'])
        .execute()
      return rows.map(({ version, boundMs, total }) => ({ version, boundMs, count: Number(total) }))
    },

    /** The same, apart by spans of time. */
    countsOverTime: async (remote: string, time: number, spanMs: number) => {
      // Written into the statement: as a parameter PostgreSQL would not see that both places mean the same.
      const start = sql<number>`${sql.ref('time')} - ${sql.ref('time')} % ${sql.lit(spanMs)}`
      const rows = await db
        .selectFrom('remoteLoad')
        .select((row) => ['version', 'boundMs', start.as('spanStart'), row.fn.sum('count').as('total')])
        .where('remote', '=', remote)
        .where('time', '>=', time)
        .groupBy(['version', 'boundMs', start])
        .execute()
      return rows.map(({ total, ...row }) => ({ ...row, count: Number(total) }))
    },

    lastUse: async (): Promise<ReadonlyMap<string, number>> => {
      const rows = await db
        .selectFrom('remoteLoad')
        .select((row) => ['remote', 'version', row.fn.max('time').as('last')])
        .where('boundMs', '!=', FAILED_BOUND_MS)
        .groupBy(['remote', 'version'])
        .execute()
      return new Map(rows.map((row) => [`${row.remote}@${row.version}`, row.last]))
    },
  }
}

/** The rows of what browsers reported. Releases belong to no namespace: the console is one. */
export const createReportStore = (db: Db) => ({
  ...writing(db),
  ...people(db),
  ...counts(db),

  failures: async (remote: string): Promise<ReleaseFailure[]> => {
    const rows = await db
      .selectFrom('remoteFailure')
      .select(['version', 'kind', 'message', 'count', 'lastErrorId', 'lastUser', 'lastUserAgent'])
      .select(['firstTime', 'lastTime'])
      .where('remote', '=', remote)
      .orderBy('lastTime', 'desc')
      .orderBy('id', 'desc')
      .limit(LISTED_FAILURES)
      .execute()
    return rows.map((row) => ({
      ...row,
      // Only `addFailure` writes this column.
      kind: row.kind as ReleaseFailure['kind'],
      firstTime: formatTimestamp(row.firstTime),
      lastTime: formatTimestamp(row.lastTime),
    }))
  },
})
