import { sql } from 'kysely'
import type { Up } from '../src/platform/migrate.ts'

/** Tags of servers, further hosts on the way to them, and who came to trust which host key. */
export const up: Up = async (db, { table, text, int }) => {
  await table(db, 'server_tag')
    .addColumn('namespace_id', 'integer', int)
    .addColumn('server_id', 'integer', int)
    .addColumn('name', 'varchar(40)', text)
    .execute()
  await db.schema
    .createIndex('server_tag_name')
    .unique()
    .on('server_tag')
    .columns(['namespace_id', 'server_id', 'name'])
    .execute()
  await table(db, 'server_jump')
    .addColumn('server_id', 'integer', int)
    .addColumn('position', 'integer', int)
    .addColumn('host', 'varchar(255)', text)
    .addColumn('port', 'integer', int)
    .addColumn('owner', 'varchar(255)', text)
    .addColumn('path', 'varchar(255)', text)
    .addColumn('password', 'text', text)
    .execute()
  await db.schema
    .createIndex('server_jump_position')
    .unique()
    .on('server_jump')
    .columns(['server_id', 'position'])
    .execute()
  await db.schema.createIndex('server_jump_host').on('server_jump').columns(['host', 'port']).execute()
  await table(db, 'server_host_key_event')
    .addColumn('host', 'varchar(255)', text)
    .addColumn('port', 'integer', int)
    .addColumn('kind', 'varchar(20)', text)
    .addColumn('algorithm', 'varchar(255)', text)
    .addColumn('fingerprint', 'varchar(255)', text)
    .addColumn('user_id', 'integer', int)
    .addColumn('user_name', 'varchar(255)', text)
    .addColumn('insert_time', 'bigint', int)
    .execute()
  await db.schema
    .createIndex('server_host_key_event_place')
    .on('server_host_key_event')
    .columns(['host', 'port', 'id'])
    .execute()
  // Keys that were pinned before have a history too: its first line.
  await sql`insert into server_host_key_event (host, port, kind, algorithm, fingerprint, insert_time)
    select host, port, 'pinned', algorithm, fingerprint, insert_time from server_host_key`.execute(db)
}
