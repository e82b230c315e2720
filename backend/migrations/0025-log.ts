import { sql } from 'kysely'
import type { Up } from '../src/platform/migrate.ts'

/** Every way in which a log is searched, each ending in the order in which it is read. */
const SEARCHES = [
  ['login_log', [], 'login_time'],
  ['login_log', ['account'], 'login_time'],
  ['operation_log', [], 'request_time'],
  ['operation_log', ['namespace_id'], 'request_time'],
  ['operation_log', ['user_id'], 'request_time'],
  ['operation_log', ['api'], 'request_time'],
  ['operation_log', ['router'], 'request_time'],
  ['sftp_log', [], 'insert_time'],
  ['sftp_log', ['namespace_id'], 'insert_time'],
  ['sftp_log', ['user_id'], 'insert_time'],
  ['sftp_log', ['server_id'], 'insert_time'],
  ['terminal_log', [], 'start_time'],
  ['terminal_log', ['namespace_id'], 'start_time'],
  ['terminal_log', ['user_id'], 'start_time'],
  ['terminal_log', ['server_id'], 'start_time'],
  ['publish_trace', [], 'insert_time'],
  ['publish_trace', ['namespace_id'], 'insert_time'],
  ['publish_trace', ['token'], 'insert_time'],
  ['publish_trace', ['publisher_name'], 'insert_time'],
  ['publish_trace', ['project_name'], 'insert_time'],
] as const

/** Logs of millions of rows: read page by page from an index, and sealed against later changes. */
export const up: Up = async (db, { text, int }) => {
  await db.schema.alterTable('publish_trace').addColumn('namespace_id', 'integer', int).execute()
  await sql`update publish_trace set namespace_id = coalesce(
    (select namespace_id from project where project.id = publish_trace.project_id), 0)`.execute(db)
  for (const [log, columns, time] of SEARCHES) {
    await db.schema
      .createIndex([log, 'read', ...columns].join('_'))
      .on(log)
      .columns([...columns, time, 'id'])
      .execute()
  }
  // The new ones begin with the same columns.
  for (const index of ['publish_trace_token', 'terminal_log_namespace', 'sftp_log_namespace']) {
    await db.schema.dropIndex(index).execute()
  }

  await db.schema.alterTable('operation_log').addColumn('before_data', 'text', text).execute()
  await db.schema.alterTable('operation_log').addColumn('after_data', 'text', text).execute()

  await db.schema.alterTable('login_log').addColumn('seal', 'varchar(64)', text).execute()
  await db.schema.alterTable('operation_log').addColumn('seal', 'varchar(64)', text).execute()
  await db.schema
    .createTable('log_chain')
    .addColumn('log', 'varchar(40)', (column) => column.primaryKey())
    .addColumn('rows', 'bigint', int)
    .addColumn('seal', 'varchar(64)', text)
    .addColumn('pruned_id', 'integer', int)
    .addColumn('pruned_seal', 'varchar(64)', text)
    .execute()
}
