import { State } from '@windlass/shared-kit/contract/enums'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { ServerMonitorFiringTable, ServerMonitorTable } from '../../platform/metricSchema.ts'
import type { RuleMemory } from './judgeRule.ts'

export type RuleRecord = Selectable<ServerMonitorTable>
export type FiringRecord = Selectable<ServerMonitorFiringTable>

/** What people write about a rule, its target encrypted. */
export type RuleColumns = Omit<
  Insertable<ServerMonitorTable>,
  'id' | 'namespaceId' | 'serverId' | 'insertTime' | 'updateTime' | 'last' | 'silentUntil' | 'evaluatedMinute'
>

const FIRINGS_SHOWN = 100
const FORGOTTEN = { last: 0, silentUntil: 0 }

/** A rule is of its namespace and of its server, which the namespace must still see. */
function rules(db: Db) {
  const visible = (namespaceId: number) =>
    db.selectFrom('server').select('server.id').where('server.namespaceId', 'in', [0, namespaceId])

  return {
    list: (namespaceId: number, serverId: number): Promise<RuleRecord[]> =>
      db
        .selectFrom('serverMonitor')
        .selectAll()
        .where('namespaceId', '=', namespaceId)
        .where('serverId', '=', serverId)
        .where('serverId', 'in', visible(namespaceId))
        .orderBy('id', 'desc')
        .execute(),

    server: (namespaceId: number, id: number) =>
      db
        .selectFrom('server')
        .selectAll()
        .where('id', '=', id)
        .where('namespaceId', 'in', [0, namespaceId])
        .executeTakeFirst(),

    add: async (namespaceId: number, serverId: number, columns: RuleColumns): Promise<number> => {
      const now = Date.now()
      const row = { ...columns, namespaceId, serverId, insertTime: now, updateTime: now }
      return (await db.insertInto('serverMonitor').values(row).returning('id').executeTakeFirstOrThrow()).id
    },

    /** It begins to count anew. */
    edit: async (namespaceId: number, id: number, columns: RuleColumns): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('serverMonitor')
        .set({ ...columns, ...FORGOTTEN, updateTime: Date.now() })
        .where('id', '=', id)
        .where('namespaceId', '=', namespaceId)
        .where('serverId', 'in', visible(namespaceId))
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    remove: async (namespaceId: number, id: number): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('serverMonitor')
        .where('id', '=', id)
        .where('namespaceId', '=', namespaceId)
        .where('serverId', 'in', visible(namespaceId))
        .executeTakeFirst()
      return numDeletedRows > 0
    },
  }
}

function firings(db: Db) {
  return {
    firings: (namespaceId: number, serverId: number): Promise<FiringRecord[]> =>
      db
        .selectFrom('serverMonitorFiring')
        .selectAll()
        .where('namespaceId', '=', namespaceId)
        .where('serverId', '=', serverId)
        .orderBy('id', 'desc')
        .limit(FIRINGS_SHOWN)
        .execute(),

    /** The one of each rule that lasts. */
    openFirings: (ruleIds: readonly number[]): Promise<FiringRecord[]> =>
      ruleIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('serverMonitorFiring')
            .selectAll()
            .where('ruleId', 'in', ruleIds)
            .where('endTime', '=', 0)
            .execute(),

    begin: (firing: Omit<Insertable<ServerMonitorFiringTable>, 'id' | 'endTime'>) =>
      db.insertInto('serverMonitorFiring').values(firing).execute(),

    told: (id: number, notices: number) =>
      db.updateTable('serverMonitorFiring').set({ notices }).where('id', '=', id).execute(),

    end: (ruleId: number, endTime: number) =>
      db
        .updateTable('serverMonitorFiring')
        .set({ endTime })
        .where('ruleId', '=', ruleId)
        .where('endTime', '=', 0)
        .execute(),

    forget: (ruleId: number) => db.deleteFrom('serverMonitorFiring').where('ruleId', '=', ruleId).execute(),

    forgetBefore: (time: number) =>
      db.deleteFrom('serverMonitorFiring').where('endTime', '>', 0).where('endTime', '<', time).execute(),
  }
}

/** What the console itself works through; no request of anybody does. */
function evaluation(db: Db) {
  return {
    /** Every rule whose cycle ends at this minute, of enabled servers in whatever namespace. */
    due: (minute: number) =>
      db
        .selectFrom('serverMonitor')
        .innerJoin('server', 'server.id', 'serverMonitor.serverId')
        .selectAll('serverMonitor')
        .where('server.state', '=', State.Enabled)
        .where((either) => either(either.val(minute), '>', either.ref('serverMonitor.evaluatedMinute')))
        .orderBy('serverMonitor.id', 'desc')
        .execute(),

    /** Writes what a rule remembers, once for each minute and only as it was edited last; of several nodes the first does. */
    remember: async (
      { id, updateTime }: Pick<RuleRecord, 'id' | 'updateTime'>,
      memory: RuleMemory,
      minute: number,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('serverMonitor')
        .set({ ...memory, evaluatedMinute: minute })
        .where('id', '=', id)
        .where('updateTime', '=', updateTime)
        .where('evaluatedMinute', '<', minute)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },
  }
}

/** Warning rules and when they warned. */
export const createServerRuleStore = (db: Db) => ({ ...rules(db), ...firings(db), ...evaluation(db) })
