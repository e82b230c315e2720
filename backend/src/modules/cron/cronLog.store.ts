import type { CronRunState } from '@windlass/shared-kit/contract/cron'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { CronLogTable } from '../../platform/cronSchema.ts'
import type { Db } from '../../platform/db.ts'
import { countOf } from '../../platform/newestPage.ts'
import { pruneRows } from '../../platform/pruneRows.ts'

export type CronLogRecord = Selectable<CronLogTable>

/** Which runs are asked for. */
export interface LogFilter {
  cronId: number
  serverId: number
  states: readonly CronRunState[]
}

const LEFT = 'Exec error:\nthe console was stopped or restarted while this ran; how it ended there is not known\n'

function reads(db: Db) {
  const filtered = ({ cronId, serverId, states }: LogFilter) =>
    db.selectFrom('cronLog').where('cronId', '=', cronId).where('serverId', '=', serverId).where('state', 'in', states)
  return {
    list: (filter: LogFilter, { page, rows }: { page: number; rows: number }): Promise<CronLogRecord[]> =>
      filtered(filter)
        .selectAll()
        .orderBy('id', 'desc')
        .limit(rows)
        .offset((page - 1) * rows)
        .execute(),

    total: (filter: LogFilter): Promise<number> => countOf(filtered(filter)),

    /** How runs ended, oldest first. */
    history: (filter: LogFilter) =>
      filtered(filter).select(['reportTime', 'state', 'duration']).orderBy('reportTime').orderBy('id').execute(),

    find: (id: number) =>
      db.selectFrom('cronLog').select(['id', 'cronId', 'serverId', 'state']).where('id', '=', id).executeTakeFirst(),

    /** How long the longest kept run of a task took; -1 when no agent has told. */
    longest: async (cronId: number): Promise<number> => {
      const query = db.selectFrom('cronLog').select(({ fn }) => fn.max('duration').as('longest'))
      return Number((await query.where('cronId', '=', cronId).executeTakeFirst())?.longest ?? -1)
    },

    isRunning: async (cronId: number): Promise<boolean> => {
      const query = db.selectFrom('cronLog').select('id').where('cronId', '=', cronId).where('state', '=', 'running')
      return (await query.executeTakeFirst()) !== undefined
    },
  }
}

function writes(db: Db) {
  return {
    /** Answers the id; undefined when this run is there already. */
    add: async (row: Omit<Insertable<CronLogTable>, 'id'>): Promise<number | undefined> => {
      const added = await db
        .insertInto('cronLog')
        .values(row)
        .onConflict((conflict) => conflict.columns(['cronId', 'sign']).doNothing())
        .returning('id')
        .executeTakeFirst()
      return added?.id
    },

    change: async (id: number, change: Updateable<CronLogTable>): Promise<void> => {
      await db.updateTable('cronLog').set(change).where('id', '=', id).execute()
    },

    /** Of a run that goes on; nothing once it has ended. */
    note: async (id: number, change: Pick<Updateable<CronLogTable>, 'message' | 'seenTime'>): Promise<void> => {
      await db.updateTable('cronLog').set(change).where('id', '=', id).where('state', '=', 'running').execute()
    },

    /** Keeps the newest of a task. */
    trim: async (cronId: number, kept: number): Promise<void> => {
      const first = await db
        .selectFrom('cronLog')
        .select('id')
        .where('cronId', '=', cronId)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(kept)
        .executeTakeFirst()
      if (!first) return
      await db
        .deleteFrom('cronLog')
        .where('cronId', '=', cronId)
        .where('id', '<=', first.id)
        .where('state', '!=', 'running')
        .execute()
    },

    removeBefore: async (time: number, signal: AbortSignal): Promise<void> => {
      await pruneRows(db, 'cronLog', 'reportTime', time, { only: sql`state <> 'running'`, signal })
    },

    /** Runs by hand that no node has spoken of for so long: nobody will ever see their end. */
    closeLeft: async (seenBefore: number): Promise<void> => {
      const left = db
        .selectFrom('cronLog')
        .select('id')
        .where('state', '=', 'running')
        .where('seenTime', '<', seenBefore)
      const ids = (await left.execute()).map(({ id }) => id)
      if (ids.length === 0) return
      await db
        .updateTable('cronLog')
        .set({ state: 'failed', execCode: -1, message: sql<string>`message || ${LEFT}` })
        .where('id', 'in', ids)
        .where('state', '=', 'running')
        .execute()
      await db
        .updateTable('cron')
        .set({ lastState: 'failed', lastCode: -1 })
        .where('lastState', '=', 'running')
        .where('id', 'in', db.selectFrom('cronLog').select('cronId').where('id', 'in', ids))
        .execute()
    },
  }
}

/** What came of the runs of tasks. */
export const createCronLogStore = (db: Db) => ({ ...reads(db), ...writes(db) })

export type CronLogStore = ReturnType<typeof createCronLogStore>
