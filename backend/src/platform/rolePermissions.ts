import type { Db } from './db.ts'
import { gathered } from './gathered.ts'

/** The permissions of a person's role in a namespace; undefined where he is no member. */
export type RoleLookUp = (userId: number, namespaceId: number) => Promise<ReadonlySet<number> | undefined>

/** So many people in a statement are far below what both engines take. */
const AT_ONCE = 500

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

async function permissionsByRole(db: Db, roleIds: readonly number[]): Promise<Map<number, ReadonlySet<number>>> {
  const rows = await db
    .selectFrom('rolePermission')
    .select(['roleId', 'permissionId'])
    .where('roleId', 'in', roleIds)
    .execute()
  const byRole = Map.groupBy(rows, ({ roleId }) => roleId)
  return new Map(roleIds.map((id) => [id, new Set(byRole.get(id)?.map(({ permissionId }) => permissionId))]))
}

const keyOf = (userId: number, namespaceId: number) => `${userId}:${namespaceId}`

/** The same for all who ask in one turn, as when a role changes that many open pages depend on. */
export function gatheredRoles(db: Db): RoleLookUp {
  const look = gathered<ReadonlySet<number>>(AT_ONCE, async (keys) => {
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
