import type { Up } from '../src/platform/migrate.ts'

/** Invitations to make an account of one's own, and the difference between a disabled account and a removed one. */
export const up: Up = async (db, { table, timed, text, int }) => {
  await timed(table(db, 'invitation'))
    .addColumn('hash', 'varchar(64)', (column) => column.notNull().unique())
    .addColumn('user_id', 'integer', int)
    .addColumn('namespace_id', 'integer', int)
    .addColumn('account', 'varchar(25)', text)
    .addColumn('note', 'varchar(100)', text)
    .addColumn('expire_time', 'bigint', int)
    .addColumn('revoke_time', 'bigint', int)
    .addColumn('accept_time', 'bigint', int)
    .addColumn('member_id', 'integer', int)
    .addColumn('refusals', 'integer', int)
    .execute()
  await db.schema.createIndex('invitation_user').on('invitation').column('user_id').execute()
  await table(db, 'invitation_grant')
    .addColumn('invitation_id', 'integer', int)
    .addColumn('namespace_id', 'integer', int)
    .addColumn('role_id', 'integer', int)
    .addUniqueConstraint('invitation_grant_once', ['invitation_id', 'namespace_id'])
    .execute()
  // Who was removed before this was kept apart from who is disabled, and may be enabled.
  await db.schema.alterTable('user').addColumn('remove_time', 'bigint', int).execute()
}
