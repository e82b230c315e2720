import type { LoginNamespace } from '@windlass/shared-kit/contract/session'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { UserTable } from '../../platform/schema.ts'

const NAME_LIMIT = 30

const COLUMNS = ['id', 'account', 'name', 'password', 'passwordUpdateTime', 'state', 'superManager', 'apiKey'] as const

/** Signatures that were used and would still be accepted. */
const signatures = (db: Db) => ({
  /** Remembers a signature for as long as it would be accepted; answers false when it was used before. */
  useSignature: async (id: string, expireTime: number): Promise<boolean> => {
    await db.deleteFrom('usedSignature').where('expireTime', '<', Date.now()).execute()
    const insert = db.insertInto('usedSignature').values({ id, expireTime })
    const result = await insert.onConflict((conflict) => conflict.column('id').doNothing()).executeTakeFirst()
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
  },
})

/** The rows that signing in reads and writes. */
export function createSessionStore(db: Db) {
  return {
    ...signatures(db),

    findByAccount: (account: string) =>
      db
        .selectFrom('user')
        .select(COLUMNS)
        .where(sql`lower(account)`, '=', sql`lower(${account.trim()})`)
        .executeTakeFirst(),

    /** Everybody with this mobile number, which nothing keeps from being several. */
    findByContact: (contact: string) => db.selectFrom('user').select(COLUMNS).where('contact', '=', contact).execute(),

    findById: (id: number) => db.selectFrom('user').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow(),

    namespacesOf: async (userId: number): Promise<LoginNamespace[]> => {
      const rows = await db
        .selectFrom('namespaceUser')
        .innerJoin('namespace', 'namespace.id', 'namespaceUser.namespaceId')
        .select(['namespace.id', 'name', 'roleId'])
        .where('userId', '=', userId)
        .orderBy('namespace.id')
        .execute()
      return rows.map((row) => ({ ...row, role_id: row.roleId, permissionIds: null }))
    },

    /** An account for somebody whom another system knows: no password of ours lets him in, and none has to be chosen. */
    addExternal: async ({ account, name }: { account: string; name: string }): Promise<User> => {
      const now = Date.now()
      const times = { insertTime: now, updateTime: now }
      const values = {
        account,
        name: name.slice(0, NAME_LIMIT),
        password: '',
        passwordUpdateTime: now,
        lastLoginTime: null,
      }
      // Of two sign-ins side by side one makes the account, and both find it.
      await db
        .insertInto('user')
        .values({ ...values, ...times })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return db
        .selectFrom('user')
        .select(COLUMNS)
        .where(sql`lower(account)`, '=', sql`lower(${account})`)
        .executeTakeFirstOrThrow()
    },

    /** Replaces the hash of a password that stays the same. */
    upgradeHash: async (id: number, password: string): Promise<void> => {
      await db.updateTable('user').set({ password }).where('id', '=', id).execute()
    },

    changePassword: async (id: number, password: string): Promise<void> => {
      const now = Date.now()
      const values = { password, passwordUpdateTime: now, updateTime: now }
      await db.updateTable('user').set(values).where('id', '=', id).execute()
    },

    changeApiKey: async (id: number, apiKey: string, apiKeyHash: string): Promise<void> => {
      await db.updateTable('user').set({ apiKey, apiKeyHash, updateTime: Date.now() }).where('id', '=', id).execute()
    },

    signedIn: async (id: number): Promise<void> => {
      await db.updateTable('user').set({ lastLoginTime: Date.now() }).where('id', '=', id).execute()
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>

/** The columns of a user that signing in looks at. */
export type User = Pick<Selectable<UserTable>, (typeof COLUMNS)[number]>
