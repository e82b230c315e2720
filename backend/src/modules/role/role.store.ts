import type { InputOf } from '@windlass/shared-kit/contract'
import type { RoleEdit } from '@windlass/shared-kit/contract/role'
import type { Db } from '../../platform/db.ts'
import { unlessTaken } from '../../platform/taken.ts'
import { formatTimestamp } from '../../platform/timestamp.ts'

/** What people write about a role. */
export type RoleFields = Omit<InputOf<typeof RoleEdit>, 'id'>

const TAKEN = 'another role has this name; choose a different one'

/** PostgreSQL answers counts as texts. */
const countByRole = async (rows: Promise<{ roleId: number; count: number | string }[]>) =>
  new Map((await rows).map(({ roleId, count }) => [roleId, Number(count)]))

async function countsOf(db: Db) {
  const users = await countByRole(
    db
      .selectFrom('namespaceUser')
      .select(({ fn }) => ['roleId', fn.count<number | string>('userId').distinct().as('count')])
      .groupBy('roleId')
      .execute(),
  )
  const permissions = await countByRole(
    db
      .selectFrom('rolePermission')
      .select(({ fn }) => ['roleId', fn.countAll<number | string>().as('count')])
      .groupBy('roleId')
      .execute(),
  )
  return { users, permissions }
}

/** The rows of roles and of what they permit. Roles belong to no namespace: a binding gives one to a user in a namespace. */
export function createRoleStore(db: Db) {
  return {
    list: async () => {
      const rows = await db.selectFrom('role').selectAll().orderBy('id').execute()
      const { users, permissions } = await countsOf(db)
      return rows.map((row) => ({
        ...row,
        userCount: users.get(row.id) ?? 0,
        permissionCount: permissions.get(row.id) ?? 0,
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
