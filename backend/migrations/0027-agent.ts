import type { Up } from '../src/platform/migrate.ts'

/** What the console has installed on servers to measure them, and which key each of them signs with. */
export const up: Up = async (db, { table, text, int }) => {
  await table(db, 'server_agent')
    .addColumn('server_id', 'integer', int)
    .addColumn('install_path', 'varchar(255)', text)
    .addColumn('tool', 'varchar(20)', text)
    .addColumn('report_url', 'varchar(1000)', text)
    .addColumn('service', 'varchar(20)', text)
    .addColumn('version', 'varchar(50)', text)
    .addColumn('install_time', 'bigint', int)
    .addColumn('action', 'varchar(20)', text)
    .addColumn('state', 'varchar(20)', text)
    .addColumn('steps', 'text', text)
    .addColumn('reason', 'text', text)
    .addColumn('user_name', 'varchar(255)', text)
    .addColumn('start_time', 'bigint', int)
    .addColumn('end_time', 'bigint', int)
    .execute()
  await db.schema.createIndex('server_agent_server').unique().on('server_agent').column('server_id').execute()
  await db.schema.alterTable('metric_source').addColumn('key_generation', 'integer', int).execute()
  await db.schema.alterTable('metric_source').addColumn('key_next', 'integer', int).execute()
}
