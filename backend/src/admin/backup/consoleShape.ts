/** Columns that name a row of another table; 0 names none. Logs are not among them: they outlive what they tell of. */
export const REFERENCES = [
  ['namespace_user', 'namespace_id', 'namespace'],
  ['namespace_user', 'user_id', 'user'],
  ['namespace_user', 'role_id', 'role'],
  ['role_permission', 'role_id', 'role'],
  ['role_permission', 'permission_id', 'permission'],
  ['server', 'namespace_id', 'namespace'],
  ['project', 'namespace_id', 'namespace'],
  ['project_server', 'project_id', 'project'],
  ['project_server', 'server_id', 'server'],
  ['project_user', 'project_id', 'project'],
  ['project_user', 'user_id', 'user'],
  ['project_file', 'project_id', 'project'],
  ['project_process', 'project_id', 'project'],
  ['project_task', 'project_id', 'project'],
  ['monitor', 'namespace_id', 'namespace'],
  ['server_monitor', 'server_id', 'server'],
  ['server_process', 'namespace_id', 'namespace'],
  ['cron', 'server_id', 'server'],
] as const

/** Columns that are encrypted, and what for. */
export const SEALED_COLUMNS = [
  ['user', 'api_key', 'user.apiKey'],
  ['server', 'password', 'server.password'],
  ['server', 'jump_password', 'server.jumpPassword'],
  ['server_jump', 'password', 'server.jumpPassword'],
  ['project', 'url', 'project.url'],
  ['project', 'notify_target', 'project.notifyTarget'],
  ['project', 'webhook_secret', 'project.webhookSecret'],
  ['server_monitor', 'notify_target', 'server-monitor.notify-target'],
  ['notification_delivery', 'target', 'notification.target'],
  ['project_review', 'review_url', 'review.url'],
  ['script_run', 'script', 'scriptRun.script'],
  ['cron', 'notify_target', 'cron.notify-target'],
  ['crontab_version', 'content', 'crontabVersion.content'],
  ['second_factor', 'secret', 'secondFactor.secret'],
] as const
