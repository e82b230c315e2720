import type { InputOf } from '@windlass/shared-kit/contract'
import type { RoleAdd } from '@windlass/shared-kit/contract/role'
import type { Db } from '../../platform/db.ts'
import { unlessTaken } from '../../platform/taken.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

/** What people write about a role. */
export type RoleFields = InputOf<typeof RoleAdd>

const TAKEN = 'another role has this name; choose a different one'

/** The rows of roles and of what they permit. Roles belong to no namespace: a binding gives one to a user in a namespace. */
export function createRoleStore(db: Db) {
  return {
    list: async () => {
      const rows = await db.selectFrom('role').selectAll().orderBy('id').execute()
      return rows.map((row) => ({
        ...row,
        insertTime: formatTimestamp(row.insertTime),
        updateTime: formatTimestamp(row.updateTime),
      }))
    },

    options: () => db.selectFrom('role').select(['id', 'name', 'description']).orderBy('id').execute(),

    permissions: () =>
      db.selectFrom('permission').select(['id', 'pid', 'name', 'sort', 'description']).orderBy('id').execute(),

    bindings: (roleId: number) =>
      db
        .selectFrom('rolePermission')
        .select(['id', 'roleId', 'permissionId'])
        .where('roleId', '=', roleId)
        .orderBy('permissionId')
        .execute(),

    add: async (fields: RoleFields): Promise<number> => {
      const now = Date.now()
      const values = { ...fields, insertTime: now, updateTime: now }
      const insert = db.insertInto('role').values(values).returning('id')
      return (await unlessTaken(insert.executeTakeFirstOrThrow(), TAKEN)).id
    },

    edit: async (id: number, fields: RoleFields): Promise<boolean> => {
      const values = { ...fields, updateTime: Date.now() }
      const update = db.updateTable('role').set(values).where('id', '=', id)
      return (await unlessTaken(update.executeTakeFirst(), TAKEN)).numUpdatedRows > 0
    },

    /** Holds the row until the transaction ends, so that nobody removes or fills the role meanwhile; answers whether it exists. */
    lock: async (id: number): Promise<boolean> => {
      const touched = await db.updateTable('role').set({ id }).where('id', '=', id).executeTakeFirst()
      return touched.numUpdatedRows > 0
    },

    isBound: async (id: number): Promise<boolean> => {
      const row = await db.selectFrom('namespaceUser').select('id').where('roleId', '=', id).limit(1).executeTakeFirst()
      return row !== undefined
    },

    remove: async (id: number): Promise<void> => {
      await db.deleteFrom('rolePermission').where('roleId', '=', id).execute()
      await db.deleteFrom('role').where('id', '=', id).execute()
    },

    replacePermissions: async (roleId: number, permissionIds: readonly number[]): Promise<void> => {
      const now = Date.now()
      await db.deleteFrom('rolePermission').where('roleId', '=', roleId).execute()
      const rows = permissionIds.map((permissionId) => ({ roleId, permissionId, insertTime: now, updateTime: now }))
      if (rows.length > 0) await db.insertInto('rolePermission').values(rows).execute()
    },
  }
}
