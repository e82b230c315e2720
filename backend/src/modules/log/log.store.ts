import type { InputOf } from '@windlass/shared-kit/contract'
import type {
  LoginLog,
  LoginLogTotal,
  OperationLog,
  OperationLogTotal,
  PublishLog,
  PublishLogTotal,
} from '@windlass/shared-kit/contract/log'
import type { Db } from '../../platform/db.ts'
import { redactJson } from '../../platform/redact.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

/** Which rows of a log to skip and how many to answer. */
export interface Page {
  offset: number
  limit: number
}

type Total = { total: number }

/** Sign-ins; they happen before anybody is in a namespace. */
function loginLog(db: Db) {
  const logins = ({ account = '' }: InputOf<typeof LoginLogTotal>) => {
    const query = db.selectFrom('loginLog')
    return account === '' ? query : query.where('account', '=', account)
  }

  return {
    logins: async (filter: InputOf<typeof LoginLogTotal>, { offset, limit }: Page): Promise<LoginLog[]> => {
      const rows = await logins(filter).selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
      return rows.map((row) => ({ ...row, loginTime: formatTimestamp(row.loginTime) }))
    },

    loginTotal: (filter: InputOf<typeof LoginLogTotal>): Promise<Total> =>
      logins(filter)
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
  }
}

/** Operations, of one namespace or of all. */
function operationLog(db: Db) {
  const operations = (
    namespaceId: number | undefined,
    { username = '', router = '', api = '' }: InputOf<typeof OperationLogTotal>,
  ) => {
    let query = db.selectFrom('operationLog').leftJoin('user', 'user.id', 'operationLog.userId')
    if (namespaceId !== undefined) query = query.where('operationLog.namespaceId', '=', namespaceId)
    if (username !== '') query = query.where('user.name', '=', username)
    if (router !== '') query = query.where('router', '=', router)
    if (api !== '') query = query.where('api', '=', api)
    return query
  }

  return {
    operations: async (
      namespaceId: number | undefined,
      filter: InputOf<typeof OperationLogTotal>,
      { offset, limit }: Page,
    ): Promise<OperationLog[]> => {
      const rows = await operations(namespaceId, filter)
        .selectAll('operationLog')
        .select('user.name as username')
        .orderBy('operationLog.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map((row) => ({
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
      }))
    },

    operationTotal: (namespaceId: number | undefined, filter: InputOf<typeof OperationLogTotal>): Promise<Total> =>
      operations(namespaceId, filter)
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
  }
}

/** What went wrong in each of these deploys, by token. */
const failuresOf = async (db: Db, tokens: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (tokens.length === 0) return new Map()
  const rows = await db
    .selectFrom('publishTrace')
    .select(['token', 'detail'])
    .where('token', 'in', tokens)
    .where('state', '=', 0)
    .orderBy('id')
    .execute()
  const byToken = Map.groupBy(rows, (row) => row.token)
  return new Map([...byToken].map(([token, failed]) => [token, failed.map((row) => row.detail).join(',')]))
}

/** Deploys, all stages of one in one row, of one namespace or of all. */
function publishLog(db: Db) {
  const stages = (
    namespaceId: number | undefined,
    { username = '', projectName = '' }: InputOf<typeof PublishLogTotal>,
  ) => {
    let query = db.selectFrom('publishTrace')
    if (namespaceId !== undefined) {
      const own = db.selectFrom('project').select('id').where('namespaceId', '=', namespaceId)
      query = query.where('projectId', 'in', own)
    }
    if (username !== '') query = query.where('publisherName', '=', username)
    if (projectName !== '') query = query.where('projectName', '=', projectName)
    return query
  }

  return {
    publishes: async (
      namespaceId: number | undefined,
      filter: InputOf<typeof PublishLogTotal>,
      { offset, limit }: Page,
    ): Promise<PublishLog[]> => {
      const rows = await stages(namespaceId, filter)
        .select(({ fn }) => [
          'token',
          fn.max('projectId').as('projectId'),
          fn.max('projectName').as('projectName'),
          fn.max('publisherId').as('publisherId'),
          fn.max('publisherName').as('publisherName'),
          fn.min('state').as('state'),
          fn.min('insertTime').as('startTime'),
        ])
        .groupBy('token')
        .orderBy('startTime', 'desc')
        .orderBy('token')
        .limit(limit)
        .offset(offset)
        .execute()
      const failures = await failuresOf(
        db,
        rows.map((row) => row.token),
      )
      return rows.map(({ startTime, state, ...row }) => ({
        ...row,
        id: 0,
        namespaceId: 0,
        detail: failures.get(row.token) ?? '',
        state: state === 0 ? 0 : 1,
        type: 0,
        ext: '',
        insertTime: formatTimestamp(startTime),
        updateTime: '',
      }))
    },

    publishTotal: (namespaceId: number | undefined, filter: InputOf<typeof PublishLogTotal>): Promise<Total> =>
      stages(namespaceId, filter)
        .select((row) => row.fn.count<number>('token').distinct().as('total'))
        .executeTakeFirstOrThrow(),
  }
}

/** The rows of the three logs. A query takes the namespace to look into; undefined means all of them. */
export const createLogStore = (db: Db) => ({ ...loginLog(db), ...operationLog(db), ...publishLog(db) })
