import type { Up } from '../src/platform/migrate.ts'

/** What the console has seen and made of crontabs of servers. */
export const up: Up = async (db, { table, text, int }) => {
  await table(db, 'crontab_version')
    .addColumn('namespace_id', 'integer', int)
    .addColumn('server_id', 'integer', int)
    .addColumn('account', 'varchar(64)', text)
    .addColumn('action', 'varchar(20)', text)
    .addColumn('note', 'varchar(255)', text)
    .addColumn('content', 'text', text)
    .addColumn('hash', 'varchar(64)', text)
    .addColumn('size', 'integer', int)
    .addColumn('entries', 'integer', int)
    .addColumn('user_id', 'integer', int)
    .addColumn('user_name', 'varchar(255)', text)
    .addColumn('insert_time', 'bigint', int)
    .execute()
  await db.schema
    .createIndex('crontab_version_account')
    .on('crontab_version')
    .columns(['namespace_id', 'server_id', 'account', 'id'])
    .execute()
}
