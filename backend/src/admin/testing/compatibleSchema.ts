/** A column as the compatible server declares it, in a short form. */
const TYPES: Readonly<Record<string, string>> = {
  uint: "int unsigned NOT NULL DEFAULT '0'",
  utiny: "tinyint unsigned NOT NULL DEFAULT '0'",
  usmall: "smallint unsigned NOT NULL DEFAULT '0'",
  on: "tinyint unsigned NOT NULL DEFAULT '1'",
  int: "int NOT NULL DEFAULT '0'",
  text: 'text NOT NULL',
  longtext: 'longtext NOT NULL',
  json: 'json NULL',
  datetime: 'datetime NULL',
}
const TIMED =
  '`insert_time` datetime NOT NULL DEFAULT CURRENT_TIMESTAMP, `update_time` datetime NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP'

/** What may not be there twice. */
const UNIQUE: Readonly<Record<string, string>> = {
  namespace: 'name',
  namespace_user: 'namespace_id,user_id',
  role: 'name',
  permission: 'name',
  role_permission: 'role_id,permission_id',
  system_config: 'key',
  project_server: 'project_id,server_id',
  project_user: 'project_id,user_id',
  server: 'namespace_id,ip',
}

/** Columns by table; a number is the length of a varchar, `T` the two times. */
export const COMPATIBLE_TABLES: Readonly<Record<string, string>> = {
  user: 'account:30 password:60 password_update_time:datetime name:30 contact:255 state:on last_login_time:datetime super_manager:utiny api_key:32 T',
  namespace: 'name:20 T',
  namespace_user: 'namespace_id:uint user_id:uint role_id:uint T',
  role: 'name:20 description:255 T',
  permission: 'pid:uint name:100 sort:int description:255 T',
  role_permission: 'role_id:uint permission_id:uint T',
  system_config: 'key:255 value:255',
  project:
    'namespace_id:uint name:255 repo_type:255 url:255 path:255 symlink_path:255 symlink_backup_number:utiny environment:utiny branch:255 label:6382 review:utiny review_url:1000 script:json transfer_type:255 transfer_option:255 deploy_server_mode:255 auto_deploy:on state:on deploy_state:utiny publisher_id:uint publisher_name:255 last_publish_token:36 notify_type:utiny notify_target:255 T',
  project_file: 'project_id:uint filename:255 T',
  project_server: 'project_id:uint server_id:uint T',
  project_user: 'project_id:uint user_id:uint T',
  project_task:
    'project_id:uint commit:40 branch:255 date:datetime state:on is_run:utiny creator_id:uint creator:255 editor_id:uint editor:255 T',
  project_review:
    'project_id:uint commit_id:40 branch:255 review_url:1000 state:utiny creator_id:uint creator:255 editor_id:uint editor:255 T',
  project_process: 'project_id:uint name:255 start:255 stop:255 status:255 restart:255 T',
  publish_trace:
    'token:36 project_id:uint project_name:255 detail:longtext state:on publisher_id:uint publisher_name:255 type:utiny ext:longtext T',
  monitor:
    'namespace_id:uint name:255 type:usmall target:json second:uint times:usmall silent_cycle:uint description:255 notify_type:utiny notify_target:255 state:on error_content:1000 success_server_id:uint success_script:text fail_server_id:uint fail_script:text T',
  notification_template: 'type:utiny use_by:255 title:255 template:text T',
  server:
    'namespace_id:uint name:255 ip:255 port:usmall owner:255 path:255 password:255 jump_ip:255 jump_port:usmall jump_owner:255 jump_path:255 jump_password:255 os:255 os_info:255 description:255 state:on T',
  server_agent_log: 'server_id:uint type:utiny item:255 value:255 report_time:datetime insert_time:datetime',
  server_monitor:
    'server_id:uint item:255 formula:255 operator:255 value:255 group_cycle:uint last_cycle:uint silent_cycle:uint start_time:5 end_time:5 notify_type:utiny notify_target:255 T',
  server_process: 'namespace_id:uint name:255 items:json T',
  cron: 'server_id:uint expression:255 command:255 single_mode:utiny log_level:utiny description:255 creator:255 editor:255 state:on T',
  cron_log: 'cron_id:uint server_id:uint exec_code:int message:text report_time:datetime insert_time:datetime',
  template: 'type:on name:255 content:text description:2047 T',
  login_log:
    'account:30 remote_addr:255 user_agent:255 referer:255 reason:2555 login_time:datetime insert_time:datetime',
  operation_log:
    'user_id:uint namespace_id:uint router:255 api:255 request_time:datetime request_data:json response_time:datetime response_data:json',
  sftp_log:
    'namespace_id:uint user_id:uint server_id:uint remote_addr:255 user_agent:255 type:20 path:255 reason:2555 T',
  terminal_log:
    'namespace_id:uint user_id:uint server_id:uint remote_addr:255 user_agent:255 start_time:datetime end_time:datetime T',
}
/** Written by somebody who made the tables by hand, as some installations have them. */
const LATIN1 = new Set(['template'])

const columnOf = (short: string): string => {
  if (short === 'T') return TIMED
  const [name, type = ''] = short.split(':')
  return `\`${name}\` ${TYPES[type] ?? `varchar(${type}) NOT NULL DEFAULT ''`}`
}

/** The statements that make the schema of the compatible server. */
export const COMPATIBLE_SCHEMA: string = Object.entries(COMPATIBLE_TABLES)
  .map(([table, columns]) => {
    const charset = LATIN1.has(table) ? 'latin1' : 'utf8mb4 COLLATE=utf8mb4_general_ci'
    const id = table === 'server_agent_log' ? 'bigint' : 'int'
    const unique = UNIQUE[table]?.split(',').map((column) => `\`${column}\``)
    const all = [
      `\`id\` ${id} unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY`,
      ...columns.split(' ').map(columnOf),
      ...(unique ? [`UNIQUE KEY \`uk_${table}\` (${unique.join()})`] : []),
    ]
    return `CREATE TABLE \`${table}\` (${all.join(',\n')}) ENGINE=InnoDB DEFAULT CHARSET=${charset}`
  })
  .join(';\n')
