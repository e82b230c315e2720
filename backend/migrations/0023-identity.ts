import type { Up } from '../src/platform/migrate.ts'

/** How people get in: accounts at other providers, failures by account and by address, and how a session came about. */
export const up: Up = async (db, { table, timed, text, int }) => {
  await timed(table(db, 'user_identity'))
    .addColumn('user_id', 'integer', int)
    .addColumn('issuer', 'varchar(255)', text)
    .addColumn('subject', 'varchar(255)', text)
    .addUniqueConstraint('user_identity_subject', ['issuer', 'subject'])
    .execute()
  await db.schema.createIndex('user_identity_user').on('user_identity').column('user_id').execute()

  await db.schema
    .createTable('sign_in_failure')
    .addColumn('kind', 'varchar(10)', text)
    .addColumn('name', 'varchar(255)', text)
    .addColumn('failures', 'integer', int)
    .addColumn('first_time', 'bigint', int)
    .addColumn('locked_until', 'bigint', int)
    .addPrimaryKeyConstraint('sign_in_failure_key', ['kind', 'name'])
    .execute()
  // It knew accounts only, and nothing in it was older than a lock.
  await db.schema.dropTable('login_failure').execute()

  await db.schema.alterTable('captcha').addColumn('bound_to', 'varchar(255)', text).execute()
  await db.schema.alterTable('session').addColumn('way', 'varchar(20)', text).execute()
  await db.schema.alterTable('session').addColumn('id_token', 'text', text).execute()
}
