import { sql } from 'kysely'
import type { Up } from '../src/platform/migrate.ts'

/** Whether it was told that a review expired; those that did before this was told to anybody stay quiet. */
export const up: Up = async (db, { int }) => {
  await db.schema.alterTable('project_review').addColumn('expiry_told', 'integer', int).execute()
  await sql`update project_review set expiry_told = 1 where expire_time <= ${Date.now()}`.execute(db)
  await db.schema
    .createIndex('project_review_expiry')
    .on('project_review')
    .columns(['state', 'expiry_told', 'expire_time'])
    .execute()
}
