import type { RunKind, RunState } from '@windlass/shared-kit/contract/serverScript'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { newestPage, type PageOf } from '../../platform/newestPage.ts'
import type { ScriptRunServerTable, ScriptRunTable } from '../../platform/scriptSchema.ts'

export type RunRecord = Selectable<ScriptRunTable>
export type RunSummary = Pick<
  RunRecord,
  'endTime' | 'firstLine' | 'id' | 'kind' | 'startTime' | 'title' | 'userId' | 'userName'
>
export type RunServerRecord = Omit<Selectable<ScriptRunServerTable>, 'id' | 'output' | 'runId'>
/** How many servers of a run stand how. */
export interface RunCount {
  runId: number
  state: string
  count: number
}

/** Which runs a list shows. */
export interface RunFilter {
  kind: RunKind
  /** Only this user's. */
  userId?: number
}

const LEFT = 'the console was stopped or restarted while this ran; how it ended there is not known'
const SERVER_COLUMNS = [
  ...(['serverId', 'serverName', 'state', 'exitCode', 'signal', 'reason'] as const),
  ...(['startTime', 'endTime'] as const),
]

const filtered = (db: Db, namespaceId: number, { kind, userId }: RunFilter) => {
  const query = db.selectFrom('scriptRun').where('namespaceId', '=', namespaceId).where('kind', '=', kind)
  return userId === undefined ? query : query.where('userId', '=', userId)
}

const writes = (db: Db) => ({
  add: async (run: Insertable<ScriptRunTable>, servers: readonly { serverId: number; serverName: string }[]) =>
    db.transaction().execute(async (trx) => {
      const { id } = await trx.insertInto('scriptRun').values(run).returning('id').executeTakeFirstOrThrow()
      const rows = servers.map((server) => ({ ...server, runId: id, state: 'waiting' satisfies RunState }))
      await trx.insertInto('scriptRunServer').values(rows).execute()
      return id
    }),

  setServer: async (runId: number, serverId: number, change: Updateable<ScriptRunServerTable>): Promise<void> => {
    await db
      .updateTable('scriptRunServer')
      .set(change)
      .where('runId', '=', runId)
      .where('serverId', '=', serverId)
      .execute()
  },

  end: async (id: number): Promise<void> => {
    await db.updateTable('scriptRun').set({ endTime: Date.now() }).where('id', '=', id).execute()
  },

  see: async (id: number): Promise<void> => {
    await db.updateTable('scriptRun').set({ seenTime: Date.now() }).where('id', '=', id).execute()
  },
})

const reads = (db: Db) => ({
  find: (namespaceId: number, id: number): Promise<RunRecord | undefined> =>
    db
      .selectFrom('scriptRun')
      .selectAll()
      .where('namespaceId', '=', namespaceId)
      .where('id', '=', id)
      .executeTakeFirst(),

  servers: (runId: number): Promise<RunServerRecord[]> =>
    db.selectFrom('scriptRunServer').select(SERVER_COLUMNS).where('runId', '=', runId).orderBy('id').execute(),

  output: async (runId: number, serverId: number): Promise<string | undefined> => {
    const query = db.selectFrom('scriptRunServer').select('output').where('runId', '=', runId)
    return (await query.where('serverId', '=', serverId).executeTakeFirst())?.output
  },

  page: (namespaceId: number, filter: RunFilter, page: PageOf): Promise<{ list: RunSummary[]; total: number }> => {
    const columns = ['id', 'kind', 'title', 'firstLine', 'userId', 'userName', 'startTime', 'endTime'] as const
    return newestPage(filtered(db, namespaceId, filter).select(columns), page)
  },

  counts: async (runIds: readonly number[]): Promise<RunCount[]> => {
    if (runIds.length === 0) return []
    const rows = await db
      .selectFrom('scriptRunServer')
      .select(['runId', 'state', (row) => row.fn.countAll<number>().as('count')])
      .where('runId', 'in', runIds)
      .groupBy(['runId', 'state'])
      .execute()
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  },
})

const chores = (db: Db) => ({
  /** Runs that no node has spoken of for so long: nobody will ever see their end. */
  closeLeft: (seenBefore: number): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const left = await trx
        .selectFrom('scriptRun')
        .select('id')
        .where('endTime', '=', 0)
        .where('seenTime', '<', seenBefore)
        .execute()
      const ids = left.map(({ id }) => id)
      if (ids.length === 0) return
      const end = { state: 'interrupted' satisfies RunState, endTime: Date.now() }
      await trx
        .updateTable('scriptRunServer')
        .set({ ...end, reason: LEFT })
        .where('runId', 'in', ids)
        .where('state', '=', 'running' satisfies RunState)
        .execute()
      await trx
        .updateTable('scriptRunServer')
        .set({ ...end, reason: 'the console was stopped or restarted before this began' })
        .where('runId', 'in', ids)
        .where('state', '=', 'waiting' satisfies RunState)
        .execute()
      await trx.updateTable('scriptRun').set({ endTime: Date.now() }).where('id', 'in', ids).execute()
    }),

  removeOld: (before: number): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const old = trx.selectFrom('scriptRun').select('id').where('endTime', '>', 0).where('endTime', '<', before)
      await trx.deleteFrom('scriptRunServer').where('runId', 'in', old).execute()
      await trx.deleteFrom('scriptRun').where('endTime', '>', 0).where('endTime', '<', before).execute()
    }),
})

/** The rows of what was run on servers. */
export const createScriptRunStore = (db: Db) => ({ ...writes(db), ...reads(db), ...chores(db) })

export type ScriptRunStore = ReturnType<typeof createScriptRunStore>
