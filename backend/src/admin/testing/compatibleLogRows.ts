export const LOG_ROWS = 5000
/** What parsers stumble over: quotes, backslashes, ends of rows and statements, line ends, other scripts. */
export const AWKWARD = `it's "quoted" \\ back\\'slash; ),( -- no # comment /* none */ \`tick\` 100%_ \r\n\t\u001a 🚢 船 ‮right`
export const TIME = '2024-03-09 08:07:06'

export type Row = Readonly<Record<string, unknown>>

/** What the logs of the compatible server and the tables beside them hold; the texts have to come over letter by letter. */
export function compatibleLogRows(times: Row): Record<string, Row[]> {
  return {
    cron_log: [
      { id: 1, cron_id: 1, server_id: 2, exec_code: 3, message: AWKWARD, report_time: TIME, insert_time: TIME },
    ],
    template: [{ id: 1, type: 1, name: 'café', content: 'echo "déjà vu"', description: 'Größe €', ...times }],
    login_log: [
      {
        id: 1,
        account: 'Ann',
        remote_addr: '10.0.0.1:5',
        user_agent: AWKWARD,
        reason: '',
        login_time: TIME,
        insert_time: TIME,
      },
    ],
    operation_log: [
      {
        id: 1,
        user_id: 3,
        namespace_id: 2,
        router: '/a',
        api: '/user/add',
        request_time: TIME,
        request_data: '{"password": "clear-secret", "name": "x"}',
        response_time: TIME,
        response_data: '{"code": 0}',
      },
      {
        id: 2,
        user_id: 99,
        namespace_id: 2,
        router: '/a',
        api: '/x',
        request_time: null,
        request_data: null,
        response_time: null,
        response_data: null,
      },
    ],
    sftp_log: Array.from({ length: LOG_ROWS }, (_, index) => ({
      ...{ id: index + 1, namespace_id: 2, user_id: index % 2 === 0 ? 3 : 99, server_id: 2, remote_addr: '10.0.0.1' },
      ...{ user_agent: 'x', type: 'READ', path: `/srv/${index}/${AWKWARD.slice(0, 40)}`, reason: '', ...times },
    })),
    terminal_log: [
      { id: 1, namespace_id: 2, user_id: 3, server_id: 2, start_time: TIME, end_time: '1970-01-01 00:00:00', ...times },
      { id: 9, namespace_id: 2, user_id: 3, server_id: 2, start_time: TIME, end_time: '2024-03-09 09:00:00', ...times },
    ],
    system_config: [{ id: 1, key: 'version', value: '1.17.5' }],
  }
}
