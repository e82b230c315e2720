import { State } from '@windlass/shared-kit/contract/enums'
import type { Selectable, Updateable } from 'kysely'
import type { ServerAgentTable } from '../../platform/agentSchema.ts'
import type { Db } from '../../platform/db.ts'

export type AgentRecord = Selectable<ServerAgentTable>
export type AgentChange = Omit<Updateable<ServerAgentTable>, 'id' | 'serverId'>

const GOES_ON = ['waiting', 'running']

/** What is installed where. Only servers that a namespace may see are found for it. */
export const createAgentStore = (db: Db) => {
  const servers = (namespaceId: number) => db.selectFrom('server').where('server.namespaceId', 'in', [0, namespaceId])
  return {
    /** The servers among the ids, disabled ones included. */
    servers: (namespaceId: number, ids: readonly number[]) =>
      servers(namespaceId).select(['id', 'name', 'namespaceId', 'os', 'state']).where('id', 'in', ids).execute(),

    /** Agents with the names of their servers; of all servers when no ids are given. */
    list: (
      namespaceId: number,
      ids: readonly number[] | undefined,
    ): Promise<(AgentRecord & { serverName: string })[]> =>
      servers(namespaceId)
        .innerJoin('serverAgent', 'serverAgent.serverId', 'server.id')
        .selectAll('serverAgent')
        .select('server.name as serverName')
        .$if(ids !== undefined, (query) => query.where('server.id', 'in', ids ?? []))
        .where('server.state', 'in', [State.Enabled, State.Disabled])
        .orderBy('server.id')
        .execute(),

    find: (serverId: number): Promise<AgentRecord | undefined> =>
      db.selectFrom('serverAgent').selectAll().where('serverId', '=', serverId).executeTakeFirst(),

    /** Writes down what is to be done. Answers false when something is being done already. */
    begin: async (serverId: number, change: AgentChange): Promise<boolean> => {
      await db
        .insertInto('serverAgent')
        .values({ serverId })
        .onConflict((conflict) => conflict.column('serverId').doNothing())
        .execute()
      const { numUpdatedRows } = await db
        .updateTable('serverAgent')
        .set(change)
        .where('serverId', '=', serverId)
        .where('state', 'not in', GOES_ON)
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    update: async (serverId: number, change: AgentChange): Promise<void> => {
      await db.updateTable('serverAgent').set(change).where('serverId', '=', serverId).execute()
    },
  }
}

export type AgentStore = ReturnType<typeof createAgentStore>
