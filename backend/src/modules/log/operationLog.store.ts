import type { InputOf } from '@windlass/shared-kit/contract'
import type { OperationLog, OperationLogTotal } from '@windlass/shared-kit/contract/log'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { countLog, type LogCut, type LogPage, type LogTimes, readLogPage, withinTimes } from '../../platform/logPage.ts'
import { redactJson } from '../../platform/redact.ts'
import type { OperationLogTable } from '../../platform/schema.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

type Filter = Pick<InputOf<typeof OperationLogTotal>, 'username' | 'router' | 'api'>
type Row = Omit<Selectable<OperationLogTable>, 'beforeData' | 'afterData' | 'seal'> & { username: string | null }

const ORDER = { time: 'operationLog.requestTime', id: 'operationLog.id' }
const COLUMNS = [
  ...(['operationLog.id', 'namespaceId', 'userId', 'router', 'api', 'requestTime', 'requestData'] as const),
  ...(['responseTime', 'responseData', 'user.name as username'] as const),
] as const

const operation = (row: Row): OperationLog => ({
  id: row.id,
  namespaceID: row.namespaceId,
  userID: row.userId,
  username: row.username ?? '',
  router: row.router,
  api: row.api,
  requestTime: formatTimestamp(row.requestTime),
  // Rows that were imported from elsewhere may hold what ours never do.
  requestData: redactJson(row.requestData),
  responseTime: formatTimestamp(row.responseTime),
  responseData: redactJson(row.responseData),
})

/** Operations. A query takes the namespace to look into; undefined means all of them. */
export function createOperationLogStore(db: Db) {
  const operations = (namespaceId: number | undefined, { username = '', router = '', api = '' }: Filter) => {
    let query = db.selectFrom('operationLog').leftJoin('user', 'user.id', 'operationLog.userId')
    if (namespaceId !== undefined) query = query.where('operationLog.namespaceId', '=', namespaceId)
    if (username !== '') {
      // By number, so that the index of the log serves and not every row is joined to be looked at.
      query = query.where('userId', 'in', db.selectFrom('user').select('id').where('name', '=', username))
    }
    if (router !== '') query = query.where('router', '=', router)
    if (api !== '') query = query.where('api', '=', api)
    return query
  }

  return {
    page: async (namespaceId: number | undefined, filter: Filter, cut: LogCut): Promise<LogPage<OperationLog>> => {
      const rows = operations(namespaceId, filter).select([...COLUMNS, 'requestTime as logTime'])
      const { list, ...places } = await readLogPage(rows, ORDER, cut)
      return { list: list.map(operation), ...places }
    },

    total: (namespaceId: number | undefined, filter: Filter, times: LogTimes, atMost: number | undefined) =>
      countLog(db, withinTimes(operations(namespaceId, filter), ORDER, times), atMost),

    /** One row with what it changed. */
    find: async (namespaceId: number | undefined, id: number) => {
      const row = await operations(namespaceId, {})
        .select([...COLUMNS, 'beforeData', 'afterData'])
        .where('operationLog.id', '=', id)
        .executeTakeFirst()
      return row && { ...operation(row), before: row.beforeData, after: row.afterData }
    },
  }
}
