import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { ServerJumpTable } from '../../platform/serverSchema.ts'

/** A further host on the way, secret encrypted. */
export type JumpRecord = Omit<Selectable<ServerJumpTable>, 'id' | 'serverId' | 'position'>

/** The hosts behind the first jump host, by server, in the order of the way. */
export function createServerJumpStore(db: Db) {
  return {
    all: async (namespaceId: number): Promise<Map<number, JumpRecord[]>> => {
      const rows = await db
        .selectFrom('serverJump')
        .innerJoin('server', 'server.id', 'serverJump.serverId')
        .selectAll('serverJump')
        .where('server.namespaceId', 'in', [0, namespaceId])
        .orderBy('serverJump.position')
        .execute()
      return Map.groupBy(rows, (row) => row.serverId)
    },

    /** Of servers that the caller has found in its namespace. */
    of: async (serverIds: readonly number[]): Promise<Map<number, JumpRecord[]>> => {
      if (serverIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('serverJump')
        .selectAll()
        .where('serverId', 'in', serverIds)
        .orderBy('position')
        .execute()
      return Map.groupBy(rows, (row) => row.serverId)
    },

    replace: async (serverId: number, jumps: readonly JumpRecord[]): Promise<void> => {
      await db.deleteFrom('serverJump').where('serverId', '=', serverId).execute()
      if (jumps.length === 0) return
      const values = jumps.map(({ host, port, owner, path, password }, index) => ({
        ...{ serverId, position: index + 1 },
        ...{ host, port, owner, path, password },
      }))
      await db.insertInto('serverJump').values(values).execute()
    },
  }
}
