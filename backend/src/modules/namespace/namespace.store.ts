import { State } from '@windlass/shared-kit/contract'
import type { Db } from '../../platform/db.ts'
import { unlessTaken } from '../../platform/taken.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

const TAKEN = 'another namespace has this name; choose a different one'

/** Role 0 marks the binding of a super manager and goes over the wire as an absent role. */
const roleOf = (roleId: number) => (roleId === 0 ? {} : { roleId })

/** What the pages show. */
function listing(db: Db) {
  return {
    /** @param memberId limits the list to the namespaces of this user */
    list: async (memberId?: number) => {
      let query = db.selectFrom('namespace').selectAll().orderBy('id')
      if (memberId !== undefined) {
        const own = db.selectFrom('namespaceUser').select('namespaceId').where('userId', '=', memberId)
        query = query.where('id', 'in', own)
      }
      const rows = await query.execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        role_id: 0,
        permissionIds: null,
        insertTime: formatTimestamp(row.insertTime),
        updateTime: formatTimestamp(row.updateTime),
      }))
    },

    optionsOf: (userId: number) =>
      db
        .selectFrom('namespaceUser')
        .innerJoin('namespace', 'namespace.id', 'namespaceUser.namespaceId')
        .select(['namespaceId', 'namespace.name as namespaceName', 'roleId'])
        .where('userId', '=', userId)
        .orderBy('namespaceId')
        .execute(),

    userOptions: async (namespaceId: number) => {
      const rows = await db
        .selectFrom('namespaceUser')
        .innerJoin('user', 'user.id', 'namespaceUser.userId')
        .select(['userId', 'user.name as userName', 'roleId'])
        .where('namespaceId', '=', namespaceId)
        .orderBy('userId')
        .execute()
      return rows.map(({ userId, userName, roleId }) => ({ userId, userName, ...roleOf(roleId) }))
    },

    members: async (namespaceId: number) => {
      const rows = await db
        .selectFrom('namespaceUser')
        .innerJoin('user', 'user.id', 'namespaceUser.userId')
        .leftJoin('role', 'role.id', 'namespaceUser.roleId')
        .select(['namespaceUser.id', 'userId', 'user.name as userName', 'roleId', 'role.name as roleName'])
        .select(['namespaceUser.insertTime', 'namespaceUser.updateTime'])
        .where('namespaceId', '=', namespaceId)
        .orderBy('namespaceUser.id')
        .execute()
      return rows.map(({ roleId, roleName, insertTime, updateTime, ...row }) => ({
        ...row,
        ...roleOf(roleId),
        ...(roleName !== null && { roleName }),
        insertTime: formatTimestamp(insertTime),
        updateTime: formatTimestamp(updateTime),
      }))
    },
  }
}

/** Namespaces themselves. */
function naming(db: Db) {
  return {
    add: async (name: string): Promise<number> => {
      const now = Date.now()
      const insert = db.insertInto('namespace').values({ name, insertTime: now, updateTime: now }).returning('id')
      return (await unlessTaken(insert.executeTakeFirstOrThrow(), TAKEN)).id
    },

    rename: async (id: number, name: string): Promise<boolean> => {
      const update = db.updateTable('namespace').set({ name, updateTime: Date.now() }).where('id', '=', id)
      return (await unlessTaken(update.executeTakeFirst(), TAKEN)).numUpdatedRows > 0
    },

    exists: async (id: number): Promise<boolean> =>
      (await db.selectFrom('namespace').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
  }
}

/** What members have and may there. */
function memberRoles(db: Db) {
  return {
    /** What the log keeps of members: by account, so that it is read without looking anybody up. */
    rolesOf: async (namespaceId: number, userIds: readonly number[]): Promise<object> => {
      const rows = await db
        .selectFrom('namespaceUser')
        .innerJoin('user', 'user.id', 'namespaceUser.userId')
        .leftJoin('role', 'role.id', 'namespaceUser.roleId')
        .select(['account', 'userId', 'namespaceId', 'roleId', 'role.name as roleName'])
        .where('namespaceId', '=', namespaceId)
        .where('namespaceUser.userId', 'in', userIds)
        .orderBy('account')
        .execute()
      return Object.fromEntries(rows.map(({ account, ...row }) => [account, row]))
    },

    /** What members may do. */
    holdings: (namespaceId: number, userIds: readonly number[]) =>
      db
        .selectFrom('namespaceUser')
        .innerJoin('user', 'user.id', 'namespaceUser.userId')
        .innerJoin('rolePermission', 'rolePermission.roleId', 'namespaceUser.roleId')
        .select(['namespaceUser.userId', 'permissionId'])
        .where('namespaceId', '=', namespaceId)
        .where('namespaceUser.userId', 'in', userIds)
        .execute(),
  }
}

/** Who belongs to which namespace. */
function binding(db: Db) {
  return {
    superManagerIds: async (): Promise<number[]> => {
      const query = db.selectFrom('user').select('id').where('superManager', '=', 1).where('state', '=', State.Enabled)
      return (await query.execute()).map((row) => row.id)
    },

    /** What stands behind ids of users who are to be bound; unknown ids are missing from the answer. */
    candidates: (userIds: readonly number[]) =>
      db.selectFrom('user').select(['id', 'name', 'state', 'superManager']).where('id', 'in', userIds).execute(),

    roleOf: async (namespaceId: number, userId: number): Promise<number | undefined> => {
      const query = db.selectFrom('namespaceUser').select('roleId').where('namespaceId', '=', namespaceId)
      return (await query.where('userId', '=', userId).executeTakeFirst())?.roleId
    },

    bind: async (namespaceId: number, userIds: readonly number[], roleId: number): Promise<void> => {
      if (userIds.length === 0) return
      const now = Date.now()
      // In one order for everybody, so that two who bind the same people do not wait crosswise.
      const ordered = userIds.toSorted((one, other) => one - other)
      const rows = ordered.map((userId) => ({ namespaceId, userId, roleId, insertTime: now, updateTime: now }))
      await db
        .insertInto('namespaceUser')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['namespaceId', 'userId']).doUpdateSet({ roleId, updateTime: now }))
        .execute()
    },

    bindingIds: async (namespaceId: number, userIds: readonly number[]): Promise<number[]> => {
      if (userIds.length === 0) return []
      const rows = db.selectFrom('namespaceUser').select('id').where('namespaceId', '=', namespaceId)
      return (await rows.where('userId', 'in', userIds).execute()).map(({ id }) => id)
    },

    binding: (id: number) =>
      db
        .selectFrom('namespaceUser')
        .select(['id', 'namespaceId', 'userId', 'roleId'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Keeps a member from being removed until the transaction ends; answers whether he is one still. */
    holdBinding: async (id: number): Promise<boolean> =>
      (await db.updateTable('namespaceUser').set({ id }).where('id', '=', id).executeTakeFirst()).numUpdatedRows > 0n,

    /** The same for several; answers who are members still. */
    holdMembers: async (namespaceId: number, userIds: readonly number[]): Promise<number[]> => {
      const hold = db.updateTable('namespaceUser').set({ namespaceId }).where('namespaceId', '=', namespaceId)
      const rows = await hold.where('userId', 'in', userIds).returning('userId').execute()
      return rows.map(({ userId }) => userId)
    },

    /** Takes a user out of a namespace and of its projects, so that nothing revives when he comes back. */
    unbind: async (namespaceId: number, userId: number): Promise<void> => {
      const projects = db.selectFrom('project').select('id').where('namespaceId', '=', namespaceId)
      await db.deleteFrom('projectUser').where('userId', '=', userId).where('projectId', 'in', projects).execute()
      await db.deleteFrom('namespaceUser').where('namespaceId', '=', namespaceId).where('userId', '=', userId).execute()
    },
  }
}

/** The rows of namespaces and of who belongs to them. */
export const createNamespaceStore = (db: Db) => ({
  ...listing(db),
  ...naming(db),
  ...memberRoles(db),
  ...binding(db),
})
