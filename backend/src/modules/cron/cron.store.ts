import { NotifyType, State } from '@windlass/shared-kit/contract/enums'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { CronTable } from '../../platform/cronSchema.ts'
import type { Db } from '../../platform/db.ts'

export type CronRecord = Selectable<CronTable>
/** What people write about a task. */
export type CronColumns = Pick<
  Updateable<CronTable>,
  'command' | 'description' | 'expression' | 'isEnabled' | 'logLevel' | 'notifyTarget' | 'notifyType' | 'singleMode'
>

/** Tasks are of their server: whoever may see it sees them all, so that nothing runs there unseen. */
const visible = (db: Db, namespaceId: number) =>
  db.selectFrom('server').select('server.id').where('server.namespaceId', 'in', [0, namespaceId])

function reads(db: Db) {
  const there = (namespaceId: number) =>
    db
      .selectFrom('cron')
      .selectAll()
      .where('state', '=', State.Enabled)
      .where('serverId', 'in', visible(db, namespaceId))
  return {
    list: (namespaceId: number, serverId: number): Promise<CronRecord[]> =>
      there(namespaceId).where('serverId', '=', serverId).orderBy('id').execute(),

    find: (namespaceId: number, id: number): Promise<CronRecord | undefined> =>
      there(namespaceId).where('id', '=', id).executeTakeFirst(),

    /** One that does the same at the same time. */
    same: (
      namespaceId: number,
      serverId: number,
      { expression, command }: Pick<CronRecord, 'command' | 'expression'>,
    ): Promise<CronRecord | undefined> =>
      there(namespaceId)
        .where('serverId', '=', serverId)
        .where('expression', '=', expression)
        .where('command', '=', command)
        .executeTakeFirst(),

    /** The servers among the ids that a namespace may see. */
    servers: (namespaceId: number, ids: readonly number[]) =>
      db
        .selectFrom('server')
        .select(['id', 'name', 'namespaceId'])
        .where('id', 'in', ids)
        .where('namespaceId', 'in', [0, namespaceId])
        .execute(),

    /** Whether a task, removed or not, was or is of a server that a namespace may see. */
    hasTask: async (namespaceId: number, serverId: number, cronId: number): Promise<boolean> => {
      const row = await db
        .selectFrom('cron')
        .select('id')
        .where('id', '=', cronId)
        .where('serverId', '=', serverId)
        .where('serverId', 'in', visible(db, namespaceId))
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

function writes(db: Db) {
  return {
    add: async (row: Omit<Insertable<CronTable>, 'id' | 'insertTime' | 'updateTime'>): Promise<number> => {
      const now = Date.now()
      const values = { ...row, insertTime: now, updateTime: now }
      return (await db.insertInto('cron').values(values).returning('id').executeTakeFirstOrThrow()).id
    },

    change: async (
      namespaceId: number,
      id: number,
      change: CronColumns & Pick<Updateable<CronTable>, 'editor' | 'state'>,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('cron')
        .set({ ...change, updateTime: Date.now() })
        .where('id', '=', id)
        .where('state', '=', State.Enabled)
        .where('serverId', 'in', visible(db, namespaceId))
        .executeTakeFirst()
      return numUpdatedRows > 0
    },
  }
}

/** What agents ask for and tell; the server of a call has proved who it is. */
function agents(db: Db) {
  return {
    /** The tasks a server is to run. */
    due: (serverId: number): Promise<CronRecord[]> =>
      db
        .selectFrom('cron')
        .selectAll()
        .where('serverId', '=', serverId)
        .where('state', '=', State.Enabled)
        .where('isEnabled', '=', 1)
        .orderBy('id')
        .execute(),

    /** A task of a server, also one that was removed while it ran. */
    ofServer: (serverId: number, id: number): Promise<CronRecord | undefined> =>
      db.selectFrom('cron').selectAll().where('id', '=', id).where('serverId', '=', serverId).executeTakeFirst(),

    /** Notes the newest run. The time of the last change stays: agents tell tasks apart by it. */
    setLast: async (
      id: number,
      last: Pick<Updateable<CronTable>, 'heardTime' | 'lastCode' | 'lastState' | 'lastTime'>,
    ): Promise<void> => {
      await db.updateTable('cron').set(last).where('id', '=', id).execute()
    },

    /** Takes the turn to tell of a failure, once in so long; of several nodes, one gets it. */
    takeNotice: async (id: number, now: number, silentMs: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('cron')
        .set({ notifiedTime: now })
        .where('id', '=', id)
        .where('notifiedTime', '<=', now - silentMs)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    polled: async (serverId: number, pollTime: number): Promise<void> => {
      await db
        .insertInto('cronPoll')
        .values({ serverId, pollTime })
        .onConflict((conflict) => conflict.column('serverId').doUpdateSet({ pollTime }))
        .execute()
    },

    /** When its agent asked for tasks last, and when it reported a measurement last; 0 is never. */
    heard: async (serverId: number): Promise<{ pollTime: number; reportTime: number }> => {
      const poll = await db
        .selectFrom('cronPoll')
        .select('pollTime')
        .where('serverId', '=', serverId)
        .executeTakeFirst()
      const source = await db
        .selectFrom('metricSource')
        .select('agentTime')
        .where('serverId', '=', serverId)
        .executeTakeFirst()
      return { pollTime: poll?.pollTime ?? 0, reportTime: source?.agentTime ?? 0 }
    },
  }
}

/** Runs of which nothing was heard. */
function missed(db: Db) {
  return {
    /** Takes the turn to tell that runs are missed since a time; of several nodes, one gets it, and none once a run was told of. */
    takeMissed: async ({ id, heardTime }: Pick<CronRecord, 'heardTime' | 'id'>, due: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('cron')
        .set({ missedTold: due })
        .where('id', '=', id)
        .where('heardTime', '=', heardTime)
        .where('missedTold', '<', due)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** The tasks of enabled servers that somebody is told about, each with when its agent asked for tasks last. */
    told: () =>
      db
        .selectFrom('cron')
        .innerJoin('server', 'server.id', 'cron.serverId')
        .leftJoin('cronPoll', 'cronPoll.serverId', 'cron.serverId')
        .selectAll('cron')
        .select('cronPoll.pollTime')
        .where('cron.state', '=', State.Enabled)
        .where('cron.isEnabled', '=', 1)
        .where('cron.notifyType', '!=', NotifyType.None)
        .where('server.state', '=', State.Enabled)
        .execute(),
  }
}

/** Scheduled tasks. */
export const createCronStore = (db: Db) => ({ ...reads(db), ...writes(db), ...agents(db), ...missed(db) })

export type CronStore = ReturnType<typeof createCronStore>
