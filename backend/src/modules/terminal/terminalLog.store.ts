import type { InputOf } from '@windlass/shared-kit/contract'
import type { TerminalLogTotal } from '@windlass/shared-kit/contract/terminalLog'
import type { Db } from '../../platform/db.ts'
import { countLog, type LogCut, type LogTimes, readLogPage, withinTimes } from '../../platform/logPage.ts'

const TEXT_LIMIT = 255

/** Who opened a terminal where, and from where. */
export interface Opening {
  namespaceId: number
  userId: number
  serverId: number
  remoteAddr: string
  userAgent: string
  startTime: number
}

type Filter = Pick<InputOf<typeof TerminalLogTotal>, 'username' | 'serverName'>

const ORDER = { time: 'terminalLog.startTime', id: 'terminalLog.id' }

/** Rows that match, of one namespace or of all. */
function rows(db: Db, namespaceId: number | undefined, { username = '', serverName = '' }: Filter) {
  let query = db
    .selectFrom('terminalLog')
    .leftJoin('user', 'user.id', 'terminalLog.userId')
    .leftJoin('server', 'server.id', 'terminalLog.serverId')
  if (namespaceId !== undefined) query = query.where('terminalLog.namespaceId', '=', namespaceId)
  // By number, so that the index of the log serves and not every row is joined to be looked at.
  if (username !== '')
    query = query.where('userId', 'in', db.selectFrom('user').select('id').where('name', '=', username))
  if (serverName !== '') {
    query = query.where('serverId', 'in', db.selectFrom('server').select('id').where('name', '=', serverName))
  }
  return query
}

/** The rows of the terminal log. A query takes the namespace to look into; undefined means all of them. */
export function createTerminalLogStore(db: Db) {
  return {
    add: async (opening: Opening): Promise<number> => {
      const texts = {
        remoteAddr: opening.remoteAddr.slice(0, TEXT_LIMIT),
        userAgent: opening.userAgent.slice(0, TEXT_LIMIT),
      }
      const values = { ...opening, ...texts, seenTime: opening.startTime }
      return (await db.insertInto('terminalLog').values(values).returning('id').executeTakeFirstOrThrow()).id
    },

    end: async (id: number, endTime: number, endReason: string): Promise<void> => {
      await db.updateTable('terminalLog').set({ endTime, endReason }).where('id', '=', id).execute()
    },

    /** These are still open. */
    see: async (ids: readonly number[], seenTime: number): Promise<void> => {
      if (ids.length === 0) return
      await db.updateTable('terminalLog').set({ seenTime }).where('id', 'in', ids).execute()
    },

    /** Rows that nobody has seen for so long were left by a node that is gone; they ended when they were seen last. */
    closeLeft: async (seenBefore: number): Promise<void> => {
      await db
        .updateTable('terminalLog')
        .set((row) => ({ endTime: row.ref('seenTime'), endReason: 'lost' }))
        .where('endTime', '=', 0)
        .where('seenTime', '<', seenBefore)
        .execute()
    },

    find: (namespaceId: number | undefined, id: number) => {
      const query = db.selectFrom('terminalLog').select(['id', 'endTime']).where('id', '=', id)
      return (namespaceId === undefined ? query : query.where('namespaceId', '=', namespaceId)).executeTakeFirst()
    },

    page: (namespaceId: number | undefined, filter: Filter, cut: LogCut) => {
      const columns = ['user.name as username', 'server.name as serverName', 'startTime as logTime'] as const
      return readLogPage(rows(db, namespaceId, filter).selectAll('terminalLog').select(columns), ORDER, cut)
    },

    total: (namespaceId: number | undefined, filter: Filter, times: LogTimes, atMost: number | undefined) =>
      countLog(db, withinTimes(rows(db, namespaceId, filter), ORDER, times), atMost),
  }
}

export type TerminalLogStore = ReturnType<typeof createTerminalLogStore>
