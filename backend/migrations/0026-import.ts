import type { Up } from '../src/platform/migrate.ts'

/** What came from another console: which row became which, and how far its logs have been read. */
export const up: Up = async (db, { text, int }) => {
  await db.schema
    .createTable('import_map')
    .addColumn('source', 'varchar(64)', text)
    .addColumn('part', 'varchar(40)', text)
    .addColumn('source_id', 'bigint', int)
    .addColumn('target_id', 'integer', int)
    .addColumn('is_adopted', 'integer', int)
    .addPrimaryKeyConstraint('import_map_key', ['source', 'part', 'source_id'])
    .execute()
  await db.schema
    .createTable('import_progress')
    .addColumn('source', 'varchar(64)', text)
    .addColumn('part', 'varchar(40)', text)
    .addColumn('last_id', 'bigint', int)
    .addColumn('update_time', 'bigint', int)
    .addPrimaryKeyConstraint('import_progress_key', ['source', 'part'])
    .execute()
}
