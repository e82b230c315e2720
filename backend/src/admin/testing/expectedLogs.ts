import { redactJson } from '../../platform/redact.ts'
import { keptJson } from '../../platform/trail.ts'
import type { SourceRow } from '../import/importSource.ts'
import { type Expect, idIn, intIn, ints, isOn, type Known, textIn, texts, timeIn, timesIn } from './expectedReading.ts'

/** What stood in the log of operations, with its secrets masked. */
const masked = (row: SourceRow, column: string) => keptJson(redactJson(textIn(row, column) || '{}'))
const ids = (row: SourceRow, { of }: Known) => ({
  namespaceId: of('namespaces', idIn(row, 'namespace_id')) ?? 0,
  userId: of('users', idIn(row, 'user_id')) ?? 0,
})

/** How the rows of logs have to arrive, in their order; ids of what is gone are 0. */
export const EXPECTED_LOGS: Readonly<Record<string, { from: string; into: string; expect: Expect }>> = {
  'publish log': {
    from: 'publish_trace',
    into: 'publishTrace',
    expect: (row, { of, homeOf }) => {
      if (textIn(row, 'token') === '') return 'stays'
      const projectId = of('projects', idIn(row, 'project_id')) ?? 0
      return {
        ...{ projectId, namespaceId: projectId === 0 ? 0 : homeOf('project', projectId) },
        ...texts(row, 'token', 'project_name', 'detail', 'publisher_name', 'ext'),
        ...{ state: isOn(row, 'state'), type: intIn(row, 'type') },
        publisherId: of('users', idIn(row, 'publisher_id')) ?? 0,
        ...timesIn(row),
      }
    },
  },
  'login log': {
    from: 'login_log',
    into: 'loginLog',
    expect: (row) => ({
      ...texts(row, 'account', 'remote_addr', 'user_agent', 'referer', 'reason'),
      ...{ loginTime: timeIn(row, 'login_time') },
    }),
  },
  'operation log': {
    from: 'operation_log',
    into: 'operationLog',
    expect: (row, known) => ({
      ...ids(row, known),
      ...texts(row, 'router', 'api'),
      ...{ requestTime: timeIn(row, 'request_time'), responseTime: timeIn(row, 'response_time') },
      ...{ requestData: masked(row, 'request_data'), responseData: masked(row, 'response_data') },
    }),
  },
  'SFTP log': {
    from: 'sftp_log',
    into: 'sftpLog',
    expect: (row, known) => ({
      ...ids(row, known),
      serverId: known.of('servers', idIn(row, 'server_id')) ?? 0,
      ...texts(row, 'remote_addr', 'user_agent', 'type', 'path', 'reason'),
      ...timesIn(row),
    }),
  },
  'terminal log': {
    from: 'terminal_log',
    into: 'terminalLog',
    expect: (row, known) => {
      const startTime = timeIn(row, 'start_time') || timeIn(row, 'insert_time')
      // None of them is open here.
      const endTime = timeIn(row, 'end_time') || startTime
      return {
        ...ids(row, known),
        serverId: known.of('servers', idIn(row, 'server_id')) ?? 0,
        ...texts(row, 'remote_addr', 'user_agent'),
        ...{ startTime, endTime: endTime || 1, seenTime: endTime },
      }
    },
  },
  'log of scheduled tasks': {
    from: 'cron_log',
    into: 'cronLog',
    expect: (row, { of }) => {
      const cronId = of('scheduled tasks of servers', idIn(row, 'cron_id'))
      if (cronId === undefined) return 'stays'
      return {
        ...{ cronId, serverId: of('servers', idIn(row, 'server_id')) ?? 0 },
        ...ints(row, 'exec_code'),
        ...{ message: textIn(row, 'message'), reportTime: timeIn(row, 'report_time') },
        ...{ insertTime: timeIn(row, 'insert_time'), state: intIn(row, 'exec_code') === 0 ? 'success' : 'failed' },
        ...{ duration: -1, sign: `import-${row['id']}` },
      }
    },
  },
}
