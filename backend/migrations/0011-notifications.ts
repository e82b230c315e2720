import type { Up } from '../src/platform/migrate.ts'

/** Notices on their way, each until ninety days after it was queued; the language of a template. */
export const up: Up = async (db, { table, timed, text, int }) => {
  const delivery = table(db, 'notification_delivery')
    .addColumn('delivery_id', 'varchar(36)', (column) => column.notNull().unique())
    .addColumn('namespace_id', 'integer', int)
    .addColumn('use_by', 'varchar(20)', text)
    .addColumn('type', 'integer', int)
    .addColumn('subject', 'varchar(255)', text)
    .addColumn('target', 'text', text)
    .addColumn('target_hint', 'varchar(255)', text)
    .addColumn('data', 'text', text)
    .addColumn('title', 'text', text)
    .addColumn('content', 'text', text)
    .addColumn('problem', 'varchar(1000)', text)
    .addColumn('state', 'varchar(10)', text)
    .addColumn('attempts', 'integer', int)
    .addColumn('first_attempt', 'integer', int)
    .addColumn('next_time', 'bigint', int)
    .addColumn('answer', 'varchar(1000)', text)
  await timed(delivery).execute()
  await db.schema
    .createIndex('notification_delivery_due')
    .on('notification_delivery')
    .columns(['state', 'next_time'])
    .execute()
  await db.schema
    .createIndex('notification_delivery_age')
    .on('notification_delivery')
    .columns(['namespace_id', 'insert_time'])
    .execute()
  await db.schema
    .alterTable('notification_template')
    .addColumn('language', 'varchar(10)', (column) => column.notNull().defaultTo('en'))
    .execute()
}
