import { AWKWARD, type Row } from './compatibleLogRows.ts'
import { COMPATIBLE_TABLES } from './compatibleSchema.ts'

/** The largest id the compatible server can give. */
const LARGEST_ID = 4_294_967_295
/** Ids of every table: with gaps, and beyond what fits into a signed integer. */
const IDS = [...Array.from({ length: 40 }, (_, index) => index * 3 + 1), 2_147_483_648, LARGEST_ID - 1, LARGEST_ID]
const ROWS_OF_LOG = 700
const LOGS = new Set(['publish_trace', 'login_log', 'operation_log', 'sftp_log', 'terminal_log', 'cron_log'])
/** A column of texts holds so many bytes, and more of a longtext. */
const [TEXT_BYTES, LONG_TEXT_BYTES] = [65_535, 300_000]
const EMOJI_BYTES = 4
/** As often as this a text is short. */
const SELDOM = 12

const TEXTS = [
  '',
  ' ',
  'plain',
  AWKWARD,
  '🚢',
  'Größe €ÿ',
  '\u0000\u0001\u001a',
  "'",
  '\\',
  '\\\\',
  "\\'",
  '%_\\%',
  '0x41',
]
const MORE_TEXTS = [
  'NULL',
  'null',
  '-1',
  '﷽ ‮abc',
  'e\u0301',
  '=1+1',
  '<script>',
  '`',
  'ＡＢＣ',
  '\r\n',
  '\t',
  '-- x',
  '/* y',
  '; drop',
]
const POOL = [...TEXTS, ...MORE_TEXTS]
const TIMES = [
  ...['0000-00-00 00:00:00', '1970-01-01 00:00:00', '2024-02-29 23:59:59', '2038-01-19 11:14:08'],
  ...['9999-12-31 23:59:59', '2001-09-09 09:46:40'],
]
const JSONS = [
  ...[
    'null',
    '[]',
    '{}',
    '""',
    '0',
    '[null]',
    '{"items":null}',
    '{"a":{"password":"clear"},"token":"t","é🚢":[1,"\\u0000"]}',
  ],
  ...['"https://me:secret@host/"', '{"name":"\\ud83d\\udea2","n":1e300}', '[[[[[]]]]]'],
]

/** What a column can mean beside being a text or a number of its kind. */
const MEANT: Readonly<Record<string, readonly unknown[]>> = {
  'user.account': ['admin', 'Ann', 'ann', ' ANN ', 'É', 'é', '', '🚢'.repeat(30), 'x'],
  'user.password': [`$2a$10$${'a'.repeat(53)}`, `$2b$04$${'./Z9'.repeat(13)}x`, '', 'plain', '$1$old'],
  'user.super_manager': [0, 1, 2],
  'namespace.name': ['default', 'Default ', ' default', '船队 🚢', '🚢'.repeat(20), '', 'É', 'é'],
  'role.name': ['manager', 'member', 'Member', ' member', '🚢'.repeat(20), 'É', "it's"],
  'permission.name': ['Member', 'Namespace', 'x'],
  'role_permission.permission_id': [12, 13, 14, 57, 59, 60, 61, 67, 9999, LARGEST_ID],
  'system_config.key': ['version'],
  'project.repo_type': ['git', 'svn', 'ftp', 'sftp', 'empty', '', 'cvs'],
  'project.script': [
    ...[null, 'null', '{}', '[]', '{"afterPull":null,"customVariables":[{"name":1}]}'],
    '{"afterPull":{"mode":"fish","content":"x"},"afterDeploy":{"mode":"sh","content":7,"scriptNames":["a"]}}',
    '{"afterPull":{"mode":"bash","content":"echo 🚢\\u0000"},"deployFinish":{"mode":"php","content":"<?php"},"customVariables":[{"name":"x","value":"y","type":"list"}]}',
  ],
  'project.transfer_type': ['rsync', 'sftp', 'custom', ''],
  'project.deploy_server_mode': ['serial', 'parallel', ''],
  'project.deploy_state': [0, 1, 2, 3, 9],
  'project_file.filename': [
    'a.env',
    'A.ENV',
    'config/🚢.yml',
    '../outside',
    '/etc/passwd',
    'a\u0000b',
    '',
    'missing.txt',
    '.git/config',
  ],
  'monitor.target': [
    ...['null', '[]', '{}', '{"items":[],"timeout":"7"}', '{"items":["1","4","99",7],"timeout":5,"process":"nginx"}'],
    '{"items":["https://🚢.example.org"],"timeout":99999,"script":"exit 1"}',
  ],
  'monitor.type': [0, 1, 2, 3, 4, 5, 77],
  'notification_template.type': [1, 2, 3, 9],
  'notification_template.use_by': ['deploy', 'monitor', 'server_monitor', 'x'],
  'server.ip': ['10.0.0.1', ' 10.0.0.1', 'WEB.example.org', 'web.EXAMPLE.org ', '', '::1', '🚢.example.org'],
  'server_monitor.formula': ['avg', 'max', 'min', 'median', ''],
  'server_monitor.operator': ['>=', '>', '<=', '<', '!=', '=='],
  'server_monitor.start_time': ['00:00', '23:59', ''],
  'server_process.items': [
    ...[null, '[]', '{}', '[{"name":"reload","command":"nginx -s reload 🚢"}]', '[{"x":1}]'],
    `[{"name":"long","command":"${'x'.repeat(5000)}"}]`,
  ],
  'cron_log.exec_code': [0, 1, 255, -1, -2_147_483_648, 2_147_483_647],
  'publish_trace.token': ['', 't-1', 't-2', 'T-1', '🚢', 't-3', 't-4'],
  'publish_trace.ext': [
    ...['', 'no json', 'null', '[1]', '7', '{"branch":null,"commit":7,"timestamp":1e300}'],
    `{"branch":"${'🚢'.repeat(310)}","commit":"${'c'.repeat(40)}","timestamp":1700000000.5}`,
    '{"branch":"a\\u0000b","commit":"d","timestamp":"1700000000"}',
  ],
}
/** Columns whose values must differ, so that half of them do. */
const NAMES = new Set(['user.account', 'namespace.name', 'role.name', 'server.ip'])
/** Tables that a column named for them refers to. */
const REFERRED = ['user', 'namespace', 'role', 'project', 'server', 'publisher', 'creator', 'editor', 'cron']

/** The same numbers in every run, so that a failure can be seen again. */
function createDice(seed: number): <Value>(values: readonly Value[]) => Value {
  let state = seed
  return (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return values[Math.floor((state / 2 ** 32) * values.length)] as never
  }
}
type Dice = ReturnType<typeof createDice>

const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  uint: [0, 1, 60, 2_147_483_647, 2_147_483_648, LARGEST_ID],
  utiny: [0, 1, 2, 3, 255],
  usmall: [0, 22, 65_535],
  on: [0, 1, 1, 1],
  int: [0, 1, -1, -2_147_483_648, 2_147_483_647],
}

function textOf(dice: Dice, length: number, isSingleByte: boolean): string {
  const kind = dice(['pool', 'pool', 'full'])
  const text = kind === 'pool' ? dice(POOL) : (isSingleByte ? 'ÿ' : '🚢').repeat(length)
  return [...text].slice(0, length).join('')
}

function valueOf(dice: Dice, table: string, column: string, type: string, id: number): unknown {
  if (NAMES.has(`${table}.${column}`) && id % 2 === 0) return `${column} ${id}`
  const meant = MEANT[`${table}.${column}`]
  if (meant) return dice(meant)
  const other = column.replace(/_id$/, '').replace(/^(success|fail)_/, '')
  if (column.endsWith('_id') && REFERRED.includes(other))
    return dice([1, 4, 4, 10, 16, 22, LARGEST_ID - 1, dice(IDS), dice([0, 2, 99, 3_000_000_000])])
  if (column === 'repo_type') return 'git'
  const numbers = NUMBERS[type]
  if (numbers) return dice(numbers)
  if (type === 'datetime') return dice([...TIMES, null])
  if (type === 'json') return dice([...JSONS, null])
  const isSingleByte = table === 'template'
  const seldom = (bytes: number) => dice([...Array.from({ length: SELDOM }, () => 20), Math.floor(bytes)])
  if (type === 'text') return textOf(dice, seldom(isSingleByte ? TEXT_BYTES : TEXT_BYTES / EMOJI_BYTES), isSingleByte)
  if (type === 'longtext') return textOf(dice, seldom(LONG_TEXT_BYTES / EMOJI_BYTES), false)
  return textOf(dice, Number(type), isSingleByte)
}

/** Rows for every table of the compatible server, of everything its columns can hold; what must be unique may be there twice. */
export function generatedRows(seed: number): Record<string, Row[]> {
  const dice = createDice(seed)
  const rowOf = (table: string, columns: string, id: number): Row => {
    const pairs = columns.split(' ').flatMap((short): [string, unknown][] => {
      if (short === 'T')
        return [
          ['insert_time', dice(TIMES)],
          ['update_time', dice(TIMES)],
        ]
      const [column = '', type = ''] = short.split(':')
      return [[column, valueOf(dice, table, column, type, id)]]
    })
    return { id, ...Object.fromEntries(pairs) }
  }
  return Object.fromEntries(
    Object.entries(COMPATIBLE_TABLES).map(([table, columns]) => {
      const ids = LOGS.has(table) ? [...Array.from({ length: ROWS_OF_LOG }, (_, i) => i + 1), ...IDS.slice(-3)] : IDS
      return [table, ids.map((id) => rowOf(table, columns, id))]
    }),
  )
}
