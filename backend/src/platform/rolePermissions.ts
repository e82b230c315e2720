import type { Db } from './db.ts'
import { gathered } from './gathered.ts'

/** The permissions of a person's role in a namespace; undefined where he is no member. */
export type RoleLookUp = (userId: number, namespaceId: number) => Promise<ReadonlySet<number> | undefined>

/** Looks up the role of one person. */
export async function rolePermissions(
  db: Db,
  userId: number,
  namespaceId: number,
): Promise<ReadonlySet<number> | undefined> {
  const rows = await db
    .selectFrom('namespaceUser')
    .leftJoin('rolePermission', 'rolePermission.roleId', 'namespaceUser.roleId')
    .select('permissionId')
    .where('namespaceUser.namespaceId', '=', namespaceId)
    .where('namespaceUser.userId', '=', userId)
    .execute()
  return rows.length === 0 ? undefined : new Set(rows.flatMap((row) => row.permissionId ?? []))
}

/**
 * What roles permit; those that permit nothing are missing from the answer.
 * @param roleIds every role without them
 */
export async function permissionsByRole(
  db: Db,
  roleIds?: readonly number[],
): Promise<Map<number, ReadonlySet<number>>> {
  const every = db.selectFrom('rolePermission').select(['roleId', 'permissionId'])
  const rows = await (roleIds ? every.where('roleId', 'in', roleIds) : every).execute()
  const byRole = Map.groupBy(rows, ({ roleId }) => roleId)
  return new Map([...byRole].map(([id, held]) => [id, new Set(held.map(({ permissionId }) => permissionId))]))
}

const keyOf = (userId: number, namespaceId: number) => `${userId}:${namespaceId}`

/** The same for all who ask in one turn, as when a role changes that many open pages depend on. */
export function gatheredRoles(db: Db): RoleLookUp {
  const look = gathered<ReadonlySet<number>>(async (keys) => {
    const members = await db
      .selectFrom('namespaceUser')
      .select(['userId', 'namespaceId', 'roleId'])
      .where('userId', 'in', [...new Set(keys.map((key) => Number(key.split(':')[0])))])
      .execute()
    if (members.length === 0) return new Map()
    const roles = await permissionsByRole(db, [...new Set(members.map(({ roleId }) => roleId))])
    return new Map(
      members.map(({ userId, namespaceId, roleId }) => [keyOf(userId, namespaceId), roles.get(roleId) ?? new Set()]),
    )
  })
  return (userId, namespaceId) => look(keyOf(userId, namespaceId))
}
