import type { Up } from '../src/platform/migrate.ts'

/** Who opened a terminal on which server, and when it ended. */
export const up: Up = async (db, { table, text, int }) => {
  await table(db, 'terminal_log')
    .addColumn('namespace_id', 'integer', int)
    .addColumn('user_id', 'integer', int)
    .addColumn('server_id', 'integer', int)
    .addColumn('remote_addr', 'varchar(255)', text)
    .addColumn('user_agent', 'varchar(255)', text)
    .addColumn('start_time', 'bigint', int)
    .addColumn('seen_time', 'bigint', int)
    .addColumn('end_time', 'bigint', int)
    .addColumn('end_reason', 'varchar(20)', text)
    .execute()
  await db.schema.createIndex('terminal_log_namespace').on('terminal_log').column('namespace_id').execute()
  await db.schema.createIndex('terminal_log_end').on('terminal_log').column('end_time').execute()
}
