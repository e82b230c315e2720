import type { Kysely } from 'kysely'
import type { Up } from '../src/platform/migrate.ts'

/** How a project's deploys are rolled out, what its pushes are signed with, and what started a deploy. */
export const up: Up = async (db: Kysely<unknown>, { text }) => {
  await db.schema.alterTable('project').addColumn('policy', 'text', text).execute()
  await db.schema.alterTable('project').addColumn('webhook_secret', 'text', text).execute()
  await db.schema
    .alterTable('publish')
    .addColumn('trigger', 'varchar(20)', (column) => column.notNull().defaultTo('button'))
    .execute()
  await db.schema.alterTable('publish').addColumn('override_reason', 'varchar(255)', text).execute()
}
