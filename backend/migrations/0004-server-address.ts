import type { Kysely } from 'kysely'

/** One sign-in on one machine is one server of a namespace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('server_address')
    .unique()
    .on('server')
    .columns(['namespace_id', 'ip', 'port', 'owner'])
    .execute()
}
