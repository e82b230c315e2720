import type { InputOf } from '@windlass/shared-kit/contract'
import { TraceType } from '@windlass/shared-kit/contract'
import type { DeployHistory, PublishTrace } from '@windlass/shared-kit/contract/deploy'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { newestPage } from '../../platform/newestPage.ts'
import { formatTimestamp, parseTimestamp } from '../../platform/timestamp.ts'
import type { PublishRecord } from './publish.store.ts'
import type { TraceRecord } from './publishTrace.store.ts'

type HistoryInput = InputOf<typeof DeployHistory>

/** `start,end`; undefined filters nothing. */
function readRange(text: string | undefined): [number, number] | undefined {
  const [start = '', end = ''] = (text ?? '').split(',')
  const [from, to] = [parseTimestamp(start), parseTimestamp(end)]
  return from === undefined || to === undefined ? undefined : [from, to]
}

/** Letters that LIKE would read as wildcards stand for themselves. */
const contains = (text: string) => `%${text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`

/** The deploys of a project that reached a node, as the filters let them through. */
export function createDeployHistory(db: Db) {
  const filtered = (input: HistoryInput) => {
    const { projectId, userId = 0, state = -1, token = '' } = input
    let query = db.selectFrom('publish').where('projectId', '=', projectId).where('node', '!=', '')
    if (userId > 0) query = query.where('publisherId', '=', userId)
    if (state === 1) query = query.where('state', 'in', ['success', 'running'])
    if (state === 0) query = query.where('state', 'not in', ['success', 'running'])
    if (token !== '') query = query.where('token', '=', token)
    const commits = readRange(input.commitDate)
    if (commits) query = query.where('commitTime', '>=', commits[0]).where('commitTime', '<=', commits[1])
    const deploys = readRange(input.deployDate)
    if (deploys) query = query.where('insertTime', '>=', deploys[0]).where('insertTime', '<=', deploys[1])
    const texts = [
      ['commitBranch', input.branch],
      ['commitId', input.commit],
      ['commitInfo', input.filename],
    ] as const
    for (const [column, text] of texts) {
      if (text) query = query.where(sql<boolean>`${sql.ref(column)} like ${contains(text)} escape '\\'`)
    }
    return query
  }

  return {
    page: (input: HistoryInput): Promise<{ list: PublishRecord[]; total: number }> =>
      newestPage(filtered(input).selectAll(), input),
  }
}

/** One deploy as a line of the history. */
export const historyRow = (row: PublishRecord): PublishTrace => ({
  id: row.id,
  token: row.token,
  namespaceId: 0,
  projectId: row.projectId,
  projectName: '',
  detail: '',
  publisherId: row.publisherId,
  publisherName: row.publisherName,
  state: ['success', 'running'].includes(row.state) ? 1 : 0,
  type: TraceType.Pull,
  ext: row.commitId === '' ? '' : JSON.stringify(row.commitId),
  insertTime: formatTimestamp(row.insertTime),
  updateTime: formatTimestamp(row.updateTime),
})

/** One record of the trace as the wire shows it; output of what succeeded is asked for on its own. */
export const traceRow = (row: TraceRecord): PublishTrace => ({
  ...row,
  namespaceId: 0,
  detail: row.state === 0 ? row.detail : '',
  // Both columns are written by the console itself, from the same types.
  state: row.state as PublishTrace['state'],
  type: row.type as PublishTrace['type'],
  insertTime: formatTimestamp(row.insertTime),
  updateTime: formatTimestamp(row.updateTime),
})
