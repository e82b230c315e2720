import { requireCommand, requireExpression } from '../../modules/cron/cronInput.ts'
import { TARGET_PURPOSE as CRON_TARGET } from '../../modules/cron/cronRow.ts'
import { checkCommandItems } from '../../modules/serverProcess/commandItems.ts'

export type ConfigValue = unknown
export type ConfigEntry = Record<string, ConfigValue>

/** One list of the document and the table it is about. */
export interface ConfigKind {
  /** Its list in the document. */
  list: string
  table: string
  /** Columns that name an entry together with its namespace. */
  key: readonly string[]
  columns: readonly string[]
  /** Encrypted columns and what for. */
  secrets?: Readonly<Record<string, string>>
  /** Columns of JSON, which stand in the document as what they hold. */
  json?: readonly string[]
  /** Columns that name another entry: the list it is in. */
  refs?: Readonly<Record<string, string>>
  /** Those of them that may name nothing. */
  optional?: readonly string[]
  /** What is bound to an entry by a table between. */
  links?: { field: string; table: string; own: string; other: string; list: string }
  /** Is changed and never made. */
  isFixed?: boolean
  /** What is removed stays in its table with the state 0. */
  isRemovedByState?: boolean
  /** Columns that no two entries have alike; names in whatever case. */
  unique?: readonly string[]
  /** Refuses what the columns would take and the console not. @throws Error */
  check?(entry: ConfigEntry): void
}

const NAMESPACE = { namespace_id: 'namespaces' } as const

/** What a configuration holds, each kind after those it names. Columns as the database names them. */
export const CONFIG_KINDS: readonly ConfigKind[] = [
  { list: 'namespaces', table: 'namespace', key: ['name'], columns: ['name'], unique: ['name'] },
  {
    list: 'roles',
    table: 'role',
    key: ['name'],
    columns: ['name', 'description'],
    unique: ['name'],
    links: {
      field: 'permissions',
      table: 'role_permission',
      own: 'role_id',
      other: 'permission_id',
      list: 'permissions',
    },
  },
  {
    list: 'servers',
    table: 'server',
    key: ['name'],
    columns: [
      ...['namespace_id', 'name', 'ip', 'port', 'owner', 'path', 'password', 'jump_ip', 'jump_port', 'jump_owner'],
      ...['jump_path', 'jump_password', 'os', 'description', 'state'],
    ],
    secrets: { password: 'server.password', jump_password: 'server.jumpPassword' },
    refs: NAMESPACE,
    unique: ['namespace_id', 'ip', 'port', 'owner'],
  },
  {
    list: 'projects',
    table: 'project',
    key: ['name'],
    columns: [
      ...['namespace_id', 'name', 'repo_type', 'url', 'path', 'symlink_path', 'symlink_backup_number', 'environment'],
      ...[
        'branch',
        'label',
        'review',
        'review_url',
        'script',
        'transfer_type',
        'transfer_option',
        'deploy_server_mode',
      ],
      ...['auto_deploy', 'state', 'notify_type', 'notify_target', 'policy', 'webhook_secret'],
    ],
    secrets: {
      url: 'project.url',
      notify_target: 'project.notifyTarget',
      webhook_secret: 'project.webhookSecret',
    },
    json: ['script', 'policy'],
    refs: NAMESPACE,
    isRemovedByState: true,
    links: { field: 'servers', table: 'project_server', own: 'project_id', other: 'server_id', list: 'servers' },
  },
  {
    list: 'monitors',
    table: 'monitor',
    key: ['name'],
    columns: [
      ...['namespace_id', 'name', 'type', 'target', 'second', 'times', 'silent_cycle', 'description', 'notify_type'],
      ...['notify_target', 'state', 'success_server_id', 'success_script', 'fail_server_id', 'fail_script'],
      'certificate_days',
    ],
    json: ['target'],
    secrets: { notify_target: 'monitor.notify-target' },
    refs: { ...NAMESPACE, success_server_id: 'servers', fail_server_id: 'servers' },
    optional: ['success_server_id', 'fail_server_id'],
  },
  {
    list: 'rules',
    table: 'server_monitor',
    key: ['server_id', 'item', 'formula', 'operator', 'value'],
    columns: [
      ...['namespace_id', 'server_id', 'item', 'formula', 'operator', 'value', 'group_cycle', 'last_cycle'],
      ...['silent_cycle', 'start_time', 'end_time', 'notify_type', 'notify_target'],
    ],
    secrets: { notify_target: 'server-monitor.notify-target' },
    refs: { ...NAMESPACE, server_id: 'servers' },
  },
  {
    list: 'scripts',
    table: 'template',
    key: ['name'],
    columns: ['namespace_id', 'type', 'name', 'content', 'description', 'parameters'],
    refs: NAMESPACE,
  },
  {
    list: 'command_sets',
    table: 'server_process',
    key: ['name'],
    columns: ['namespace_id', 'name', 'items'],
    json: ['items'],
    refs: NAMESPACE,
    check: ({ items }) => {
      if (items !== undefined && items !== null) checkCommandItems(JSON.stringify(items))
    },
  },
  {
    list: 'crons',
    table: 'cron',
    // Not the expression: a task whose time is changed stays the same task.
    key: ['server_id', 'command'],
    columns: [
      ...['namespace_id', 'server_id', 'command', 'expression', 'single_mode', 'log_level', 'description'],
      ...['is_enabled', 'notify_type', 'notify_target'],
    ],
    secrets: { notify_target: CRON_TARGET },
    refs: { ...NAMESPACE, server_id: 'servers' },
    isRemovedByState: true,
    check: ({ expression, command }) => {
      requireExpression(String(expression ?? ''))
      requireCommand(String(command ?? ''))
    },
  },
  {
    list: 'notices',
    table: 'notification_template',
    key: ['type', 'use_by'],
    columns: ['type', 'use_by', 'title', 'template', 'language'],
    isFixed: true,
  },
]
