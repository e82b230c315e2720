import type { Up } from '../src/platform/migrate.ts'

/** Targets of notices are encrypted, and so longer than what somebody types; SQLite takes any length. */
export const up: Up = async (db, { engine }) => {
  if (engine === 'sqlite') return
  await db.schema
    .alterTable('monitor')
    .alterColumn('notify_target', (column) => column.setDataType('text'))
    .execute()
}
