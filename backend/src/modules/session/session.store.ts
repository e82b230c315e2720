import type { LoginNamespace } from '@windlass/shared-kit/contract/session'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'

const ACCOUNT_LIMIT = 30
const TEXT_LIMIT = 255
const REASON_LIMIT = 2_555

/** One attempt to sign in, as the login log keeps it. */
export interface LoginAttempt {
  account: string
  remoteAddr: string
  userAgent: string
  referer: string
  /** "" when it succeeded. */
  reason: string
}

const COLUMNS = ['id', 'account', 'name', 'password', 'passwordUpdateTime', 'state', 'apiKey'] as const

/** The rows that signing in reads and writes. */
export function createSessionStore(db: Db) {
  return {
    findByAccount: (account: string) =>
      db
        .selectFrom('user')
        .select(COLUMNS)
        .where(sql`lower(account)`, '=', sql`lower(${account.trim()})`)
        .executeTakeFirst(),

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

    /** Remembers a signature for as long as it would be accepted; answers false when it was used before. */
    useSignature: async (id: string, expireTime: number): Promise<boolean> => {
      await db.deleteFrom('usedSignature').where('expireTime', '<', Date.now()).execute()
      const insert = db.insertInto('usedSignature').values({ id, expireTime })
      const result = await insert.onConflict((conflict) => conflict.column('id').doNothing()).executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** Texts of a stranger are cut, so that nobody escapes the log by sending long ones. */
    log: async ({ account, remoteAddr, userAgent, referer, reason }: LoginAttempt): Promise<void> => {
      await db
        .insertInto('loginLog')
        .values({
          account: account.slice(0, ACCOUNT_LIMIT),
          remoteAddr: remoteAddr.slice(0, TEXT_LIMIT),
          userAgent: userAgent.slice(0, TEXT_LIMIT),
          referer: referer.slice(0, TEXT_LIMIT),
          reason: reason.slice(0, REASON_LIMIT),
          loginTime: Date.now(),
        })
        .execute()
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>
