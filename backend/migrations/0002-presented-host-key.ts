import type { Kysely } from 'kysely'
import type { TableTools } from '../src/platform/tableTools.ts'

/** The key that a host showed instead of the pinned one, kept until somebody accepts it. */
export async function up(db: Kysely<unknown>, { text }: TableTools): Promise<void> {
  for (const column of ['presented_algorithm', 'presented_public_key', 'presented_fingerprint']) {
    await db.schema.alterTable('server_host_key').addColumn(column, 'text', text).execute()
  }
}
