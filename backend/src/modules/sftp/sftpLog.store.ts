import type { InputOf } from '@windlass/shared-kit/contract'
import {
  SFTP_LOG_TYPES,
  type SftpLog,
  type SftpLogTotal,
  type SftpLogType,
} from '@windlass/shared-kit/contract/sftpLog'
import type { Selectable } from 'kysely'
import type { Caller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db.ts'
import { countLog, type LogCut, type LogPage, type LogTimes, readLogPage, withinTimes } from '../../platform/logPage.ts'
import type { SftpLogTable } from '../../platform/sftpSchema.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

const TEXT_LIMIT = 255
const REASON_LIMIT = 2555

/** What was done, where, and how it ended. */
export interface SftpDeed {
  serverId: number
  type: SftpLogType
  path: string
  /** "" when it succeeded. */
  reason: string
  asRoot: boolean
}

/** A row that is too long is kept in part; it must never be lost. */
const cut = (text: string, limit: number) => (text.length <= limit ? text : [...text].slice(0, limit).join(''))

const typeOf = (type: string): SftpLogType => SFTP_LOG_TYPES.find((known) => known === type) ?? 'READ'

type Filter = Pick<InputOf<typeof SftpLogTotal>, 'username' | 'serverName' | 'type'>

const ORDER = { time: 'sftpLog.insertTime', id: 'sftpLog.id' }

/** The rows that a person may see and asked for. */
const matching = (db: Db, namespaceId: number | undefined, { username = '', serverName = '', type = '' }: Filter) => {
  let query = db
    .selectFrom('sftpLog')
    .leftJoin('user', 'user.id', 'sftpLog.userId')
    // Who has tried the number of a server that is not his must not learn its name from his own row.
    .leftJoin('server', (join) =>
      join
        .onRef('server.id', '=', 'sftpLog.serverId')
        .on(({ eb, or, ref }) =>
          or([eb('server.namespaceId', '=', 0), eb('server.namespaceId', '=', ref('sftpLog.namespaceId'))]),
        ),
    )
  if (namespaceId !== undefined) query = query.where('sftpLog.namespaceId', '=', namespaceId)
  // By number, so that the index of the log serves and not every row is joined to be looked at.
  if (username !== '') {
    query = query.where('sftpLog.userId', 'in', db.selectFrom('user').select('id').where('name', '=', username))
  }
  if (serverName !== '') query = query.where('server.name', '=', serverName)
  if (type !== '') query = query.where('sftpLog.type', '=', type)
  return query
}

const logRow = (row: Selectable<SftpLogTable> & { username: string | null; serverName: string | null }): SftpLog => ({
  ...{ id: row.id, namespaceID: row.namespaceId, userID: row.userId, serverID: row.serverId },
  username: row.username ?? '',
  serverName: row.serverName ?? '',
  remoteAddr: row.remoteAddr,
  userAgent: row.userAgent,
  type: typeOf(row.type),
  path: row.path,
  reason: row.reason,
  asRoot: row.asRoot === 1,
  insertTime: formatTimestamp(row.insertTime),
  updateTime: '',
})

/** The rows of the SFTP log. */
export function createSftpLogStore(db: Db) {
  return {
    write: async (caller: Caller, deeds: readonly SftpDeed[]): Promise<void> => {
      const now = Date.now()
      const common = {
        namespaceId: caller.namespaceId,
        userId: caller.userId,
        remoteAddr: cut(caller.remoteAddress, TEXT_LIMIT),
        userAgent: cut(caller.userAgent, TEXT_LIMIT),
        ...{ insertTime: now, updateTime: now },
      }
      const rows = deeds.map(({ path, reason, asRoot, ...deed }) => ({
        ...{ ...common, ...deed },
        path: cut(path.replaceAll('\0', ''), TEXT_LIMIT),
        reason: cut(reason.replaceAll('\0', ''), REASON_LIMIT),
        asRoot: asRoot ? 1 : 0,
      }))
      if (rows.length > 0) await db.insertInto('sftpLog').values(rows).execute()
    },

    page: async (namespaceId: number | undefined, filter: Filter, cut: LogCut): Promise<LogPage<SftpLog>> => {
      const columns = ['user.name as username', 'server.name as serverName', 'sftpLog.insertTime as logTime'] as const
      const rows = matching(db, namespaceId, filter).selectAll('sftpLog').select(columns)
      const { list, ...places } = await readLogPage(rows, ORDER, cut)
      return { list: list.map(logRow), ...places }
    },

    total: (namespaceId: number | undefined, filter: Filter, times: LogTimes, atMost: number | undefined) =>
      countLog(db, withinTimes(matching(db, namespaceId, filter), ORDER, times), atMost),
  }
}

export type SftpLogStore = ReturnType<typeof createSftpLogStore>
