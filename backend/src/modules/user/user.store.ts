import { type OutputOf, State } from '@windlass/shared-kit/contract'
import type { SuperManagerFlag } from '@windlass/shared-kit/contract/session'
import type { UserList } from '@windlass/shared-kit/contract/user'
import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { unlessTaken } from '../../platform/taken.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

/** What an administrator may write about a user. */
export interface UserFields {
  name: string
  contact: string
  superManager: SuperManagerFlag
}

type UserRow = OutputOf<typeof UserList>['list'][number]

/** Somebody who makes his own account: the password is his, so none has to be chosen later. */
export interface OwnAccount {
  account: string
  name: string
  passwordHash: string
}

const TAKEN = 'this account exists already, maybe as one that was removed; choose a different one'

/** What is known about users. */
function reading(db: Db) {
  return {
    /** @param isShort leaves out everything but what is needed to pick somebody */
    list: async (isShort: boolean, state: number = State.Enabled): Promise<UserRow[]> => {
      const rows = await db
        .selectFrom('user')
        .select(['id', 'account', 'name', 'contact', 'superManager', 'insertTime', 'updateTime'])
        .where('state', '=', state)
        .where('removeTime', '=', 0)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        account: isShort ? '' : row.account,
        name: row.name,
        contact: isShort ? '' : row.contact,
        superManager: row.superManager === 1 ? 1 : 0,
        insertTime: isShort ? '' : formatTimestamp(row.insertTime),
        updateTime: isShort ? '' : formatTimestamp(row.updateTime),
        state: 0,
        password: '',
        passwordUpdateTime: { String: '', Valid: false },
        lastLoginTime: '',
        apiKey: '',
      }))
    },

    /** A user who was not removed; he may be disabled. */
    find: (id: number) =>
      db
        .selectFrom('user')
        .select(['id', 'account', 'name', 'contact', 'superManager', 'state'])
        .where('id', '=', id)
        .where('removeTime', '=', 0)
        .executeTakeFirst(),

    hasAccount: async (account: string): Promise<boolean> => {
      const same = db.selectFrom('user').select('id').where(sql`lower(account)`, '=', sql`lower(${account})`)
      return (await same.executeTakeFirst()) !== undefined
    },
  }
}

/** What administrators write. */
function writing(db: Db) {
  return {
    add: async (account: string, passwordHash: string, fields: UserFields): Promise<number> => {
      const now = Date.now()
      const insert = db
        .insertInto('user')
        .values({
          account,
          password: passwordHash,
          ...fields,
          // Chosen by somebody else: the first sign-in demands an own one.
          passwordUpdateTime: null,
          lastLoginTime: null,
          insertTime: now,
          updateTime: now,
        })
        .returning('id')
      return (await unlessTaken(insert.executeTakeFirstOrThrow(), TAKEN)).id
    },

    addOwn: async ({ account, name, passwordHash }: OwnAccount): Promise<number> => {
      const now = Date.now()
      const times = { passwordUpdateTime: now, insertTime: now, updateTime: now, lastLoginTime: null }
      const insert = db
        .insertInto('user')
        .values({ account, name, password: passwordHash, ...times })
        .returning('id')
      return (await unlessTaken(insert.executeTakeFirstOrThrow(), TAKEN)).id
    },

    edit: async (id: number, fields: UserFields): Promise<void> => {
      await db
        .updateTable('user')
        .set({ ...fields, updateTime: Date.now() })
        .where('id', '=', id)
        .execute()
    },

    /** The next sign-in demands an own password, as after `add`. */
    resetPassword: async (id: number, passwordHash: string): Promise<void> => {
      const values = { password: passwordHash, passwordUpdateTime: null, updateTime: Date.now() }
      await db.updateTable('user').set(values).where('id', '=', id).execute()
    },

    disable: async (id: number): Promise<void> => {
      const values = { state: State.Disabled, apiKey: '', apiKeyHash: '', updateTime: Date.now() }
      await db.updateTable('user').set(values).where('id', '=', id).execute()
    },

    /** Says of a disabled user that it is for good. */
    remove: async (id: number): Promise<void> => {
      await db.updateTable('user').set({ removeTime: Date.now() }).where('id', '=', id).execute()
    },

    /** Everybody who is a super manager, who stay it until the transaction ends: two cannot take it from each other. */
    holdSuperManagers: async (): Promise<number[]> => {
      const held = db.updateTable('user').set({ superManager: 1 }).where('superManager', '=', 1).returning('id')
      return (await held.where('state', '=', State.Enabled).execute()).map((row) => row.id)
    },
  }
}

/** What binds users to namespaces and projects. */
function binding(db: Db) {
  return {
    /** Which namespaces a user belongs to, and what he may do there. */
    grants: async (userId: number): Promise<{ namespaceId: number; permissionId: number | null }[]> =>
      db
        .selectFrom('namespaceUser')
        .leftJoin('rolePermission', 'rolePermission.roleId', 'namespaceUser.roleId')
        .select(['namespaceId', 'permissionId'])
        .where('userId', '=', userId)
        .execute(),

    /** Takes a user out of every namespace and project. */
    unbind: async (userId: number): Promise<void> => {
      await db.deleteFrom('namespaceUser').where('userId', '=', userId).execute()
      await db.deleteFrom('projectUser').where('userId', '=', userId).execute()
    },

    /** Puts a super manager into every namespace and project. */
    bindEverywhere: async (userId: number): Promise<void> => {
      const now = Date.now()
      const times = { insertTime: now, updateTime: now }
      const namespaces = await db.selectFrom('namespace').select('id').execute()
      const projects = await db.selectFrom('project').select('id').execute()
      const bindings = namespaces.map(({ id }) => ({ namespaceId: id, userId, roleId: 0, ...times }))
      const members = projects.map(({ id }) => ({ projectId: id, userId, ...times }))
      if (bindings.length > 0) await db.insertInto('namespaceUser').values(bindings).execute()
      if (members.length > 0) await db.insertInto('projectUser').values(members).execute()
    },
  }
}

/** Lets a disabled user in again, also one who was removed: he then has no roles, unless he is a super manager. */
const reviving = (db: Db) => ({
  revive: async (id: number): Promise<void> => {
    const values = { state: State.Enabled, removeTime: 0, updateTime: Date.now() }
    const revived = db.updateTable('user').set(values).where('id', '=', id).returning('superManager')
    const { superManager } = await revived.executeTakeFirstOrThrow()
    if (superManager !== 1) return
    // Namespaces and projects that were added meanwhile are his as well.
    await binding(db).unbind(id)
    await binding(db).bindEverywhere(id)
  },
})

/** The rows of users, and those that bind them to namespaces and projects. */
export const createUserStore = (db: Db) => ({ ...reading(db), ...writing(db), ...binding(db), ...reviving(db) })
