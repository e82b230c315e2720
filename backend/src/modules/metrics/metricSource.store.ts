import { State } from '@windlass/shared-kit/contract/enums'
import type { CollectWay } from '@windlass/shared-kit/contract/serverMetrics'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { inKnownPieces } from '../../platform/knownPieces.ts'
import type { MetricSourceTable } from '../../platform/metricSchema.ts'
import type { AgentKeyKind } from './agentKeys.ts'

export type SourceRecord = Selectable<MetricSourceTable>

/** What a report tells about the agent that sent it. */
export interface AgentSeen {
  serverId: number
  time: number
  key: AgentKeyKind
  zone: number
  /** undefined when it does not say. */
  version?: string
}

const BLANK: Omit<SourceRecord, 'serverId'> = {
  ...{ collect: 'off', nextTime: 0, sshTime: 0, sshError: '', sshFailures: 0 },
  ...{ agentTime: 0, agentVersion: '', agentKey: '', agentZone: 0 },
  ...{ keyGeneration: 0, keyNext: 0 },
}

function servers(db: Db) {
  const scoped = (namespaceId: number) => db.selectFrom('server').where('namespaceId', 'in', [0, namespaceId])
  return {
    /** A server a namespace may see, disabled ones included. */
    server: (namespaceId: number, id: number) =>
      scoped(namespaceId)
        .select(['id', 'namespaceId', 'name', 'description', 'ip', 'os', 'state'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** For an agent that knows only how its server is called; of several the newest. */
    idByName: async ({ name, ip }: { name: string; ip: string }): Promise<number | undefined> => {
      const row = await db
        .selectFrom('server')
        .select('id')
        .where('state', '=', State.Enabled)
        .$if(name !== '', (query) => query.where('name', '=', name))
        .$if(ip !== '', (query) => query.where('ip', '=', ip))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },
  }
}

function collecting(db: Db) {
  return {
    setCollect: async (serverId: number, collect: CollectWay, nextTime: number): Promise<void> => {
      const begun = { collect, nextTime, sshError: '', sshFailures: 0 }
      await db
        .insertInto('metricSource')
        .values({ serverId, ...begun })
        .onConflict((conflict) => conflict.column('serverId').doUpdateSet(begun))
        .execute()
    },

    /** Servers to ask now, in whatever namespace: the console itself works through them, nobody's request does. */
    due: (now: number, limit: number) =>
      db
        .selectFrom('metricSource')
        .innerJoin('server', 'server.id', 'metricSource.serverId')
        .selectAll('metricSource')
        .select('server.namespaceId')
        .where('metricSource.collect', '=', 'ssh')
        .where('metricSource.nextTime', '<=', now)
        .where('server.state', '=', State.Enabled)
        .orderBy('metricSource.nextTime')
        .limit(limit)
        .execute(),

    /** Takes a turn; of several nodes that want the same one, the first gets it. */
    claim: async (
      { serverId, nextTime }: Pick<SourceRecord, 'serverId' | 'nextTime'>,
      next: number,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('metricSource')
        .set({ nextTime: next })
        .where('serverId', '=', serverId)
        .where('nextTime', '=', nextTime)
        .where('collect', '=', 'ssh')
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /** What came of a turn; nothing if somebody has changed the setting meanwhile. */
    settle: async (
      { serverId, nextTime }: Pick<SourceRecord, 'serverId' | 'nextTime'>,
      outcome: Partial<Pick<SourceRecord, 'sshTime' | 'sshError' | 'sshFailures' | 'nextTime'>>,
    ): Promise<void> => {
      await db
        .updateTable('metricSource')
        .set(outcome)
        .where('serverId', '=', serverId)
        .where('nextTime', '=', nextTime)
        .execute()
    },
  }
}

/** How servers are measured. */
export const createMetricSourceStore = (db: Db) => ({
  ...servers(db),
  ...collecting(db),

  find: async (serverId: number): Promise<SourceRecord> => {
    const row = await db.selectFrom('metricSource').selectAll().where('serverId', '=', serverId).executeTakeFirst()
    return row ?? { serverId, ...BLANK }
  },

  /** Notes that agents have reported; each server at most once, and in one order on every node. */
  agentsSeen: async (seen: readonly AgentSeen[]): Promise<void> => {
    const rows = seen
      .toSorted((one, other) => one.serverId - other.serverId)
      .map(({ serverId, time, key, zone, version = '' }) => {
        return { serverId, agentTime: time, agentKey: key, agentZone: zone, agentVersion: version }
      })
    for (const piece of inKnownPieces(rows)) {
      await db
        .insertInto('metricSource')
        .values(piece)
        .onConflict((conflict) =>
          conflict.column('serverId').doUpdateSet((row) => ({
            agentTime: row.ref('excluded.agentTime'),
            agentKey: row.ref('excluded.agentKey'),
            agentZone: row.ref('excluded.agentZone'),
            // One that does not say its version leaves what was known of it.
            agentVersion: row.fn.coalesce(
              row.fn<string | null>('nullif', ['excluded.agentVersion', row.val('')]),
              'metricSource.agentVersion',
            ),
          })),
        )
        .execute()
    }
  },
})
