import { type OutputOf, State } from '@windlass/shared-kit/contract'
import type { SuperManagerFlag } from '@windlass/shared-kit/contract/session'
import type { UserList } from '@windlass/shared-kit/contract/user'
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

/** What is known about users. */
function reading(db: Db) {
  return {
    /** @param isShort leaves out everything but what is needed to pick somebody */
    list: async (isShort: boolean): Promise<UserRow[]> => {
      const rows = await db
        .selectFrom('user')
        .select(['id', 'account', 'name', 'contact', 'superManager', 'insertTime', 'updateTime'])
        .where('state', '=', State.Enabled)
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

    /** An enabled user. */
    find: (id: number) =>
      db
        .selectFrom('user')
        .select(['id', 'account', 'name', 'superManager'])
        .where('id', '=', id)
        .where('state', '=', State.Enabled)
        .executeTakeFirst(),

    superManagerIds: async (): Promise<number[]> => {
      const query = db.selectFrom('user').select('id').where('superManager', '=', 1).where('state', '=', State.Enabled)
      return (await query.execute()).map((row) => row.id)
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
      const taken = 'this account exists already, maybe as one that was removed; choose a different one'
      return (await unlessTaken(insert.executeTakeFirstOrThrow(), taken)).id
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

/** The rows of users, and those that bind them to namespaces and projects. */
export const createUserStore = (db: Db) => ({ ...reading(db), ...writing(db), ...binding(db) })
