import { type Kysely, sql } from 'kysely'
import type { Up } from '../src/platform/migrate.ts'
import type { TableTools } from '../src/platform/tableTools.ts'

const sources = async (db: Kysely<unknown>, { text, int }: TableTools) => {
  await db.schema
    .createTable('metric_source')
    .addColumn('server_id', 'integer', (column) => column.primaryKey())
    .addColumn('collect', 'varchar(5)', (column) => column.notNull().defaultTo('off'))
    .addColumn('next_time', 'bigint', int)
    .addColumn('ssh_time', 'bigint', int)
    .addColumn('ssh_error', 'varchar(1000)', text)
    .addColumn('ssh_failures', 'integer', int)
    .addColumn('agent_time', 'bigint', int)
    .addColumn('agent_version', 'varchar(50)', text)
    .addColumn('agent_key', 'varchar(10)', text)
    .addColumn('agent_zone', 'integer', int)
    .execute()
  await db.schema.createIndex('metric_source_due').on('metric_source').columns(['collect', 'next_time']).execute()
}

const series = async (db: Kysely<unknown>, tools: TableTools) => {
  const { table, engine, text, int } = tools
  await table(db, 'metric_series')
    .addColumn('server_id', 'integer', int)
    .addColumn('type', 'integer', int)
    .addColumn('item', 'varchar(255)', text)
    .addColumn('seen_time', 'bigint', int)
    .execute()
  await db.schema
    .createIndex('metric_series_item')
    .unique()
    .on('metric_series')
    .columns(['server_id', 'type', 'item'])
    .execute()
  const double = engine === 'sqlite' ? ('real' as const) : ('double precision' as const)
  const tables = [
    db.schema
      .createTable('metric_sample')
      .addColumn('minute', 'integer', int)
      .addColumn('series_id', 'integer', int)
      .addColumn('value', double, int)
      .addPrimaryKeyConstraint('metric_sample_key', ['minute', 'series_id']),
    db.schema
      .createTable('metric_hour')
      .addColumn('series_id', 'integer', int)
      .addColumn('hour', 'integer', int)
      .addColumn('count', 'integer', int)
      .addColumn('mean', double, int)
      .addColumn('least', double, int)
      .addColumn('most', double, int)
      .addPrimaryKeyConstraint('metric_hour_key', ['series_id', 'hour']),
    db.schema
      .createTable('metric_pack')
      .addColumn('series_id', 'integer', int)
      .addColumn('hour', 'integer', int)
      .addColumn('pack', engine === 'sqlite' ? 'blob' : 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('metric_pack_key', ['series_id', 'hour']),
  ]
  // Kept in the order of their keys, and nothing to look up twice; PostgreSQL has no such tables.
  for (const each of tables) await (engine === 'sqlite' ? each.modifyEnd(sql`without rowid`) : each).execute()
}

const rules = async (db: Kysely<unknown>, { table, timed, text, int }: TableTools) => {
  await timed(table(db, 'server_monitor'))
    .addColumn('namespace_id', 'integer', int)
    .addColumn('server_id', 'integer', int)
    .addColumn('item', 'varchar(255)', text)
    .addColumn('formula', 'varchar(255)', text)
    .addColumn('operator', 'varchar(255)', text)
    .addColumn('value', 'varchar(255)', text)
    .addColumn('group_cycle', 'integer', int)
    .addColumn('last_cycle', 'integer', int)
    .addColumn('silent_cycle', 'integer', int)
    .addColumn('start_time', 'varchar(5)', text)
    .addColumn('end_time', 'varchar(5)', text)
    .addColumn('notify_type', 'integer', int)
    .addColumn('notify_target', 'text', text)
    .addColumn('last', 'integer', int)
    .addColumn('silent_until', 'bigint', int)
    .addColumn('evaluated_minute', 'integer', int)
    .execute()
  await db.schema.createIndex('server_monitor_item').on('server_monitor').columns(['server_id', 'item']).execute()
  await table(db, 'server_monitor_firing')
    .addColumn('namespace_id', 'integer', int)
    .addColumn('server_id', 'integer', int)
    .addColumn('rule_id', 'integer', int)
    .addColumn('text', 'varchar(1000)', text)
    .addColumn('value', 'varchar(50)', text)
    .addColumn('start_time', 'bigint', int)
    .addColumn('end_time', 'bigint', int)
    .addColumn('notices', 'integer', int)
    .execute()
  await db.schema
    .createIndex('server_monitor_firing_rule')
    .on('server_monitor_firing')
    .columns(['rule_id', 'end_time'])
    .execute()
  await db.schema
    .createIndex('server_monitor_firing_server')
    .on('server_monitor_firing')
    .columns(['server_id', 'id'])
    .execute()
}

/** Measurements of servers, and the rules that warn about them. */
export const up: Up = async (db, tools) => {
  await sources(db, tools)
  await series(db, tools)
  await rules(db, tools)
}
