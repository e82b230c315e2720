import type { Up } from '../src/platform/migrate.ts'

/** Files that are added to the working copy of a project, and commands that look after what it runs. */
export const up: Up = async (db, { table, timed, text, int }) => {
  await timed(table(db, 'project_file'))
    .addColumn('project_id', 'integer', int)
    .addColumn('filename', 'varchar(255)', text)
    .addColumn('name_key', 'varchar(1023)', text)
    .addColumn('size', 'bigint', int)
    .addColumn('mode', 'integer', int)
    .addColumn('version', 'integer', int)
    .addColumn('editor', 'varchar(255)', text)
    .addUniqueConstraint('uk_project_file', ['project_id', 'name_key'])
    .execute()
  await timed(table(db, 'project_process'))
    .addColumn('project_id', 'integer', int)
    .addColumn('name', 'varchar(255)', text)
    .addColumn('start', 'varchar(255)', text)
    .addColumn('stop', 'varchar(255)', text)
    .addColumn('status', 'varchar(255)', text)
    .addColumn('restart', 'varchar(255)', text)
    .execute()
  await db.schema.createIndex('idx_project_process').on('project_process').column('project_id').execute()
}
