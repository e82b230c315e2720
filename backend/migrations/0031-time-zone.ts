import type { Up } from '../src/platform/migrate.ts'

/** How the console looks and reads to a person, in every browser. */
export const up: Up = async (db, { text, int }) => {
  await db.schema.alterTable('user').addColumn('time_zone', 'varchar(64)', text).execute()
  await db.schema.alterTable('user').addColumn('language', 'varchar(10)', text).execute()
  await db.schema.alterTable('user').addColumn('theme', 'varchar(10)', text).execute()
  await db.schema.alterTable('user').addColumn('first_steps_hidden', 'integer', int).execute()
}
