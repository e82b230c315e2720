import { Permission } from '@windlass/shared-kit/contract'
import {
  RoleAdd,
  RoleChangePermission,
  RoleEdit,
  RoleGrantors,
  RoleHolders,
  RoleList,
  RoleOptionList,
  RolePermissionBindings,
  RolePermissionList,
  RoleRemove,
} from '@windlass/shared-kit/contract/role'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import { createRoleService, type RoleService } from './role.service.ts'
import { createRoleStore } from './role.store.ts'

/** Roles and what they permit. */
export function roleModule(platform: Platform): RoleService {
  const { mount, db, access } = platform
  const store = createRoleStore(db)
  const roles = createRoleService(platform)

  mount(RoleList, async () => ({ list: await store.list() }))
  mount(RoleOptionList, async () => ({ list: await store.options() }))
  mount(RolePermissionList, async () => ({ list: await store.permissions() }))
  mount(RolePermissionBindings, async ({ roleId }) => ({ list: await store.bindings(roleId) }))
  mount(RoleHolders, ({ roleId }, caller) => roles.holders(caller, roleId))
  mount(RoleGrantors, async ({ permissionIds }, caller) => {
    const wanted = permissionIds.split(',').map(Number)
    const missing = Object.values(Permission).filter((id) => wanted.includes(id))
    return { list: (await access.grantors(caller.namespaceId, missing)).map((name) => ({ name })) }
  })
  mount(RoleAdd, async (fields, caller) => ({ id: await roles.add(caller, fields) }))
  mount(
    RoleEdit,
    async ({ id, ...fields }, caller) => {
      await roles.edit(caller, id, fields)
      return null
    },
    rowSnapshot(db, 'role', 'everywhere'),
  )
  mount(
    RoleRemove,
    async ({ id }) => {
      await roles.remove(id)
      return null
    },
    rowSnapshot(db, 'role', 'everywhere'),
  )
  mount(
    RoleChangePermission,
    async ({ roleId, permissionIds }, caller) => {
      await roles.changePermission(caller, roleId, permissionIds)
      return null
    },
    async ({ roleId }) => ({ permissionIds: (await store.bindings(roleId)).map(({ permissionId }) => permissionId) }),
  )
  return roles
}
