import type { Platform } from '../platform/platform.ts'

/** A namespace with a row in every table that can belong to one; all of its ids are one number, its texts hold the mark. */
export interface SeededNamespace {
  id: number
  /** Of its deploy, its upload and whatever else is named by a token on the wire. */
  token: string
  mark: string
  /** Where its servers listen, on this machine. */
  port: number
}

/** A column as the database describes it, whichever engine it is. */
export interface Column {
  name: string
  kind: 'integer' | 'number' | 'text' | 'bytes'
}

export interface Table {
  name: string
  columns: readonly Column[]
}

/** What the role of a seeded namespace permits, in a row of its own. */
export const SEEDED_PERMISSION = 24

type Tools = Pick<Platform, 'db' | 'secrets'>
type Value = number | string | Buffer

/** Of the console or of its people at the door: no namespace owns a row of them. */
const OF_THE_CONSOLE =
  /^(captcha|import_|job$|kysely_|migration|log_chain|login_log|notification_template|permission|pgboss|remote_|sign_in_|used_)/

const KINDS: readonly [RegExp, Column['kind']][] = [
  [/^(int|bigint|smallint|serial)/i, 'integer'],
  [/^(real|float|double|numeric)/i, 'number'],
  [/^(blob|bytea)/i, 'bytes'],
]

/** Columns whose text only the console can read back, with what it is encrypted for. */
const ENCRYPTED: Readonly<Record<string, string>> = {
  'cron.notify_target': 'cron.notify-target',
  'crontab_version.content': 'crontabVersion.content',
  'monitor.notify_target': 'monitor.notify-target',
  'notification_delivery.target': 'notification.target',
  'project.notify_target': 'project.notifyTarget',
  'project.webhook_secret': 'project.webhookSecret',
  'project_review.review_url': 'review.url',
  'script_run.script': 'scriptRun.script',
  'server.jump_password': 'server.jumpPassword',
  'server.password': 'server.password',
  'server_jump.password': 'server.jumpPassword',
  'server_monitor.notify_target': 'server-monitor.notify-target',
  'user.api_key': 'user.apiKey',
}

const LATER = 4_000_000_000_000
const json = (value: unknown) => JSON.stringify(value)

const NO_SCRIPT = { mode: '', content: '' }
const SCRIPT = { afterPull: NO_SCRIPT, afterDeploy: NO_SCRIPT, deployFinish: NO_SCRIPT, customVariables: [] }
const requestOf = (id: number) => ({ commit: 'a'.repeat(40), branch: 'master', serverIds: [id], script: SCRIPT })

/** Values that mean something to the console, so that a row is one it would have written itself. */
const MEANT: Readonly<Record<string, (of: SeededNamespace) => Readonly<Record<string, Value>>>> = {
  api_key: ({ id, mark }) => ({
    hash: `hash of ${mark}`,
    start: 'wlk_',
    permission_ids: '',
    namespace_ids: json([id]),
  }),
  cron: () => ({ expression: '0 0 * * *', last_state: '', state: 1 }),
  cron_log: () => ({ state: 'ended', report_time: Date.now() }),
  deploy_train: ({ id }) => ({ cars: json([{ projectId: id, kind: 'newest', revision: '' }]), state: 1 }),
  deploy_train_car: ({ token }) => ({
    kind: 'newest',
    state: 'success',
    before_token: '',
    back_state: '',
    back_token: '',
    token,
  }),
  deploy_train_run: () => ({ state: 'success', end_time: Date.now() }),
  freeze_window: () => ({
    kind: 'once',
    start_time: 1,
    end_time: 2,
    days: '',
    start_clock: '00:00',
    minutes: 1,
    zone: 'UTC',
    environment: 9,
  }),
  metric_source: () => ({ collect: 'ssh', next_time: LATER, agent_key: '', key_next: 0 }),
  metric_sample: () => ({ minute: Math.floor(Date.now() / 60_000) }),
  monitor: ({ port }) => ({
    type: 1,
    target: json({ items: [`http://127.0.0.1:${port}`], timeout: 1 }),
    notify_type: 1,
    state: 0,
    second: 3600,
  }),
  monitor_incident: () => ({ kind: 'down', end_time: Date.now() }),
  monitor_maintenance: () => ({
    kind: 'once',
    start_time: 1,
    end_time: 2,
    weekdays: '[]',
    start_clock: '00:00',
    minutes: 1,
    time_zone: 'UTC',
  }),
  monitor_state: () => ({ node: '', health: 'up', next_due: LATER, quiet: '', error: '' }),
  notification_delivery: ({ mark }) => ({
    delivery_id: mark,
    use_by: 'deploy',
    data: '{}',
    state: 'failed',
    type: 1,
    next_time: LATER,
  }),
  operation_log: ({ mark }) => ({
    request_data: json({ mark }),
    response_data: json({ mark }),
    before_data: json({ mark }),
    after_data: json({ mark }),
    seal: '',
  }),
  passkey: () => ({ transports: 'usb' }),
  project: ({ token, mark }) => ({
    repo_type: 'git',
    review: 0,
    environment: 1,
    review_url: '',
    path: `/srv/${mark}`,
    symlink_path: '',
    script: json(SCRIPT),
    label: '',
    transfer_type: 'rsync',
    transfer_option: '-a',
    deploy_server_mode: 'parallel',
    last_publish_token: token,
    policy: '',
    branch: 'master',
  }),
  project_file: ({ mark }) => ({ filename: mark, name_key: mark.toLowerCase() }),
  project_review: ({ id, token }) => ({ request: json(requestOf(id)), state: 0, token, expire_time: LATER }),
  project_task: () => ({
    due_time: LATER,
    zone: 'UTC',
    cron: '',
    server_ids: '',
    variables: '',
    state: 1,
    is_run: 0,
    outcome: '',
    token: '',
  }),
  publish: ({ id, token, mark }) => ({
    token,
    kind: 'publish',
    state: 'success',
    stage: '',
    request: json({ ...requestOf(id), note: mark }),
    commit_info: '',
    progress: '',
    node: '',
    trigger: '',
    commit_time: 1,
    update_time: Date.now(),
  }),
  publish_log: ({ token, mark }) => ({ token, position: 0, length: 10, content: json({ text: mark }) }),
  publish_trace: ({ token, mark }) => ({ token, type: 2, ext: json({ commit: mark }), state: 1 }),
  role: ({ id }) => ({ name: `role ${id}`, description: '' }),
  role_permission: () => ({ permission_id: SEEDED_PERMISSION }),
  script_run: () => ({ kind: 'script', parameters: '', end_time: Date.now(), start_time: Date.now() }),
  script_run_server: ({ mark }) => ({ state: 'success', output: json({ mark }) }),
  second_factor: () => ({ secret: '', pending_secret: '' }),
  server: ({ port }) => ({ ip: '127.0.0.1', port, path: '', jump_ip: '', jump_path: '', os: 'linux', os_info: '' }),
  server_agent: () => ({ action: 'install', state: 'success', steps: '[]', service: '', tool: '' }),
  server_host_key: ({ port, mark }) => ({ host: '127.0.0.1', port, public_key: mark }),
  server_host_key_event: ({ port }) => ({ host: '127.0.0.1', port, kind: 'pinned' }),
  server_jump: ({ port }) => ({ host: '127.0.0.1', port, position: 1, path: '' }),
  server_monitor: () => ({
    item: 'cpu',
    formula: 'avg',
    operator: '>=',
    value: '1',
    group_cycle: 1,
    last_cycle: 1,
    silent_cycle: 1,
    start_time: '00:00',
    end_time: '23:59',
    notify_type: 1,
  }),
  server_monitor_firing: () => ({ value: '1', end_time: Date.now() }),
  server_process: ({ mark }) => ({ items: json([{ name: mark, command: mark }]) }),
  session: () => ({ way: 'password', id_token: '', expire_time: LATER }),
  sftp_bundle: ({ token }) => ({ token, format: 'zip', files: '[]' }),
  sftp_upload: ({ token }) => ({ token, sha256: '' }),
  template: () => ({ type: 1, parameters: '' }),
  user: ({ mark }) => ({
    account: mark,
    password: '',
    super_manager: 0,
    state: 1,
    api_key_hash: `hash of ${mark}`,
    password_update_time: 1,
  }),
  webhook_delivery: () => ({
    provider: 'svn',
    signature: 'valid',
    outcome: 'ignored',
    push: '{"changes":[]}',
    headers: '{}',
    body: '',
    token: '',
  }),
}

const kindOf = (dataType: string): Column['kind'] => KINDS.find(([form]) => form.test(dataType))?.[1] ?? 'text'

/** Every table of the database, sessions of terminals and pages of the log included, but not what no namespace owns. */
export async function tablesOfNamespaces({ db }: Pick<Tools, 'db'>): Promise<readonly Table[]> {
  const tables = await db.introspection.getTables()
  return tables
    .filter(({ name, schema = 'public' }) => !OF_THE_CONSOLE.test(name) && schema === 'public')
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => ({ name: column.name, kind: kindOf(column.dataType) })),
    }))
}

function valueOf(
  table: Table,
  { name, kind }: Column,
  of: SeededNamespace,
  { secrets }: Pick<Tools, 'secrets'>,
): Value {
  const meant = MEANT[table.name]?.(of)[name]
  if (meant !== undefined) return meant
  if (kind === 'bytes') return Buffer.from(of.mark)
  if (kind === 'number') return 1
  if (kind === 'integer') return /(^|_)id$/.test(name) ? of.id : 1
  if (table.name === 'project' && name === 'url') {
    return secrets.encrypt(`http://127.0.0.1:${of.port}/${of.mark}.git`, 'project.url')
  }
  const purpose = ENCRYPTED[`${table.name}.${name}`]
  if (purpose !== undefined) return secrets.encrypt(of.mark, purpose)
  return name === 'id' ? String(of.id) : of.mark
}

/** The columns by which a row belongs to something. */
const keysOf = ({ columns }: Table) =>
  columns.filter(({ name, kind }) => /(^|_)id$/.test(name) && kind === 'integer').map(({ name }) => name as 'id')

/** Writes the rows anew, and removes whatever else came to belong to the namespace. */
export async function seedNamespace(tools: Tools, tables: readonly Table[], of: SeededNamespace): Promise<void> {
  await tools.db.transaction().execute(async (trx) => {
    for (const table of tables) {
      const row = Object.fromEntries(table.columns.map((column) => [column.name, valueOf(table, column, of, tools)]))
      // The table is known by its name only, as the database has told it.
      const into = table.name as 'namespace'
      for (const key of keysOf(table)) await trx.deleteFrom(into).where(key, '=', of.id).execute()
      await trx
        .insertInto(into)
        .values(row as never)
        .execute()
    }
  })
}
