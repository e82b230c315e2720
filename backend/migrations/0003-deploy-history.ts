import type { Kysely } from 'kysely'
import type { Up } from '../src/platform/migrate.ts'

/** What the history of deploys is searched by: the commit that was deployed, apart from the rest of it. */
export const up: Up = async (db: Kysely<unknown>, { text, int }) => {
  await db.schema.alterTable('publish').addColumn('commit_id', 'varchar(64)', text).execute()
  await db.schema.alterTable('publish').addColumn('commit_branch', 'varchar(300)', text).execute()
  await db.schema.alterTable('publish').addColumn('commit_time', 'bigint', int).execute()
}
