import { Permission, type PermissionId, State } from '@windlass/shared-kit/contract'
import type { Db } from './db.ts'

/** More names help nobody. */
const LIMIT = 5
/** Who holds one of these changes what roles permit, or who has which. */
const GRANTING: readonly number[] = [Permission.EditPermission, Permission.AddNamespaceUser]

/**
 * The names of those who can give one of the permissions to a member of the namespace: its own members who may change
 * roles there and hold the permission themselves, then super managers. Outside of every namespace nobody is named.
 */
export async function grantorsOf(db: Db, namespaceId: number, missing: readonly PermissionId[]): Promise<string[]> {
  if (namespaceId === 0 || missing.length === 0) return []
  const rows = await db
    .selectFrom('namespaceUser')
    .innerJoin('user', 'user.id', 'namespaceUser.userId')
    .innerJoin('rolePermission', 'rolePermission.roleId', 'namespaceUser.roleId')
    .select(['user.id', 'user.name', 'permissionId'])
    .where('namespaceUser.namespaceId', '=', namespaceId)
    .where('user.state', '=', State.Enabled)
    .where('user.superManager', '=', 0)
    .where('permissionId', 'in', [...GRANTING, ...missing])
    .orderBy('user.name')
    .execute()
  const members = [...Map.groupBy(rows, ({ id }) => id).values()]
    .filter((held) => held.some(({ permissionId }) => GRANTING.includes(permissionId)))
    .filter((held) => held.some(({ permissionId }) => missing.some((id) => id === permissionId)))
    .map(([first]) => first?.name ?? '')
  const superManagers = await db
    .selectFrom('user')
    .select('name')
    .where('superManager', '=', 1)
    .where('state', '=', State.Enabled)
    .orderBy('name')
    .limit(LIMIT)
    .execute()
  return [...members, ...superManagers.map(({ name }) => name)].slice(0, LIMIT)
}
