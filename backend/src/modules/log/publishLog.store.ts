import type { InputOf } from '@windlass/shared-kit/contract'
import type { PublishLog, PublishLogTotal } from '@windlass/shared-kit/contract/log'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { countLog, type LogCut, type LogPage, type LogTimes, readLogPage, withinTimes } from '../../platform/logPage.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

type Filter = Pick<InputOf<typeof PublishLogTotal>, 'username' | 'projectName'>

const ORDER = { time: 'first.insertTime', id: 'first.id' }

/** What went wrong in each of these deploys, by token; a deploy without an entry succeeded. */
async function failuresOf(db: Db, tokens: readonly string[]): Promise<ReadonlyMap<string, string>> {
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

/** Deploys, all stages of one in one row. A query takes the namespace to look into; undefined means all of them. */
export function createPublishLogStore(db: Db) {
  /** The first stage of a deploy stands for all of them. */
  const deploys = (namespaceId: number | undefined, { username = '', projectName = '' }: Filter) => {
    let query = db.selectFrom('publishTrace as first').where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('publishTrace as earlier')
            .select('earlier.id')
            .whereRef('earlier.token', '=', 'first.token')
            .where(
              sql<boolean>`(${sql.ref('earlier.insertTime')}, ${sql.ref('earlier.id')})
                < (${sql.ref('first.insertTime')}, ${sql.ref('first.id')})`,
            ),
        ),
      ),
    )
    if (namespaceId !== undefined) query = query.where('first.namespaceId', '=', namespaceId)
    if (username !== '') query = query.where('first.publisherName', '=', username)
    if (projectName !== '') query = query.where('first.projectName', '=', projectName)
    return query
  }

  return {
    page: async (namespaceId: number | undefined, filter: Filter, cut: LogCut): Promise<LogPage<PublishLog>> => {
      const columns = ['id', 'token', 'projectId', 'projectName', 'publisherId', 'publisherName'] as const
      const rows = deploys(namespaceId, filter).select([...columns, 'insertTime as logTime'])
      const { list, ...places } = await readLogPage(rows, ORDER, cut)
      const failures = await failuresOf(
        db,
        list.map((row) => row.token),
      )
      return {
        list: list.map(({ logTime, ...row }) => ({
          ...row,
          id: 0,
          namespaceId: 0,
          detail: failures.get(row.token) ?? '',
          state: failures.has(row.token) ? 0 : 1,
          type: 0,
          ext: '',
          insertTime: formatTimestamp(logTime),
          updateTime: '',
        })),
        ...places,
      }
    },

    total: (namespaceId: number | undefined, filter: Filter, times: LogTimes, atMost: number | undefined) =>
      countLog(db, withinTimes(deploys(namespaceId, filter), ORDER, times), atMost),
  }
}
