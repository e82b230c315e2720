import { type Kysely, sql } from 'kysely'
import type { Up } from '../src/platform/migrate.ts'
import type { TableTools } from '../src/platform/tableTools.ts'

/** What people write about monitors, and how each stands. */
const monitors = async (db: Kysely<unknown>, { table, timed, text, int }: TableTools) => {
  const one = (column: Parameters<typeof int>[0]) => column.notNull().defaultTo(1)
  await timed(table(db, 'monitor'))
    .addColumn('namespace_id', 'integer', int)
    .addColumn('name', 'varchar(255)', text)
    .addColumn('type', 'integer', int)
    .addColumn('target', 'text', text)
    .addColumn('second', 'integer', one)
    .addColumn('times', 'integer', one)
    .addColumn('silent_cycle', 'integer', int)
    .addColumn('description', 'varchar(255)', text)
    .addColumn('notify_type', 'integer', int)
    .addColumn('notify_target', 'varchar(255)', text)
    .addColumn('state', 'integer', one)
    .addColumn('error_content', 'varchar(1000)', text)
    .addColumn('success_server_id', 'integer', int)
    .addColumn('success_script', 'text', text)
    .addColumn('fail_server_id', 'integer', int)
    .addColumn('fail_script', 'text', text)
    .addColumn('parent_id', 'integer', int)
    .addColumn('certificate_days', 'integer', int)
    .execute()
  await db.schema.createIndex('monitor_namespace').on('monitor').columns(['namespace_id', 'id']).execute()
  await db.schema
    .createTable('monitor_state')
    .addColumn('monitor_id', 'integer', (column) => column.primaryKey())
    .addColumn('node', 'varchar(255)', text)
    .addColumn('lease_until', 'bigint', int)
    .addColumn('next_due', 'bigint', int)
    .addColumn('last_check', 'bigint', int)
    .addColumn('health', 'varchar(10)', (column) => column.notNull().defaultTo('waiting'))
    .addColumn('failures', 'integer', int)
    .addColumn('silence_until', 'bigint', int)
    .addColumn('quiet', 'varchar(20)', text)
    .addColumn('error', 'varchar(1000)', text)
    .addColumn('latency', 'integer', int)
    .addColumn('certificate_time', 'bigint', int)
    .execute()
  await db.schema.createIndex('monitor_state_lease').on('monitor_state').column('lease_until').execute()
}

/** What came of the checks; the key keeps the rows of one monitor together. */
const samples = async (db: Kysely<unknown>, { engine, int }: TableTools) => {
  const table = db.schema
    .createTable('monitor_sample')
    .addColumn('monitor_id', 'integer', int)
    .addColumn('span', 'integer', int)
    .addColumn('start_time', 'bigint', int)
    .addColumn('count', 'integer', int)
    .addColumn('failures', 'integer', int)
    .addColumn('latency_sum', 'bigint', int)
    .addColumn('latency_min', 'integer', int)
    .addColumn('latency_max', 'integer', int)
    .addPrimaryKeyConstraint('monitor_sample_key', ['monitor_id', 'span', 'start_time'])
  // Half the size, and nothing to look up twice; PostgreSQL has no such tables.
  await (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute()
}

const happenings = async (db: Kysely<unknown>, { table, timed, text, int }: TableTools) => {
  await table(db, 'monitor_incident')
    .addColumn('namespace_id', 'integer', int)
    .addColumn('monitor_id', 'integer', int)
    .addColumn('kind', 'varchar(20)', text)
    .addColumn('reason', 'varchar(1000)', text)
    .addColumn('start_time', 'bigint', int)
    .addColumn('end_time', 'bigint', int)
    .addColumn('notices', 'integer', int)
    .addColumn('acknowledged_by', 'varchar(255)', text)
    .addColumn('acknowledge_reason', 'varchar(255)', text)
    .addColumn('acknowledge_time', 'bigint', int)
    .execute()
  await db.schema
    .createIndex('monitor_incident_monitor')
    .on('monitor_incident')
    .columns(['monitor_id', 'end_time', 'id'])
    .execute()
  await timed(table(db, 'monitor_maintenance'))
    .addColumn('namespace_id', 'integer', int)
    .addColumn('monitor_id', 'integer', int)
    .addColumn('name', 'varchar(255)', text)
    .addColumn('kind', 'varchar(10)', text)
    .addColumn('start_time', 'bigint', int)
    .addColumn('end_time', 'bigint', int)
    .addColumn('weekdays', 'varchar(30)', text)
    .addColumn('start_clock', 'varchar(5)', text)
    .addColumn('minutes', 'integer', int)
    .addColumn('time_zone', 'varchar(64)', text)
    .execute()
  await db.schema
    .createIndex('monitor_maintenance_namespace')
    .on('monitor_maintenance')
    .columns(['namespace_id', 'monitor_id'])
    .execute()
  await db.schema
    .createTable('monitor_silence')
    .addColumn('monitor_id', 'integer', int)
    .addColumn('holder', 'varchar(255)', text)
    .addColumn('until', 'bigint', int)
    .addPrimaryKeyConstraint('monitor_silence_key', ['monitor_id', 'holder'])
    .execute()
}

/** Monitors, their state that outlives a restart, their samples, incidents and quiet times. */
export const up: Up = async (db, tools) => {
  await monitors(db, tools)
  await samples(db, tools)
  await happenings(db, tools)
}
