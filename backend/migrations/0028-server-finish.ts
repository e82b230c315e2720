import type { Up } from '../src/platform/migrate.ts'

/** Which missed run of a task was told of last. */
export const up: Up = async (db, { int }) => {
  await db.schema.alterTable('cron').addColumn('missed_told', 'bigint', int).execute()
}
