import type { Up } from '../src/platform/migrate.ts'

/** What the console has seen and made of configurations of nginx. */
export const up: Up = async (db, { table, text, int }) => {
  await table(db, 'nginx_version')
    .addColumn('namespace_id', 'integer', int)
    .addColumn('server_id', 'integer', int)
    .addColumn('file', 'varchar(2048)', text)
    .addColumn('action', 'varchar(20)', text)
    .addColumn('content', 'text', text)
    .addColumn('hash', 'varchar(64)', text)
    .addColumn('size', 'integer', int)
    .addColumn('user_id', 'integer', int)
    .addColumn('user_name', 'varchar(255)', text)
    .addColumn('insert_time', 'bigint', int)
    .execute()
  await db.schema
    .createIndex('nginx_version_file')
    .on('nginx_version')
    .columns(['namespace_id', 'server_id', 'file', 'id'])
    .execute()
}
