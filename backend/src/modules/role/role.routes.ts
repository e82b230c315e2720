import {
  RoleAdd,
  RoleChangePermission,
  RoleEdit,
  RoleList,
  RoleOptionList,
  RolePermissionBindings,
  RolePermissionList,
  RoleRemove,
} from '@windlass/shared-kit/contract/role'
import type { Platform } from '../../platform/platform.ts'
import { createRoleService, type RoleService } from './role.service.ts'
import { createRoleStore } from './role.store.ts'

/** Roles and what they permit. */
export function roleModule(platform: Platform): RoleService {
  const { mount, db } = platform
  const store = createRoleStore(db)
  const roles = createRoleService(platform)

  mount(RoleList, async () => ({ list: await store.list() }))
  mount(RoleOptionList, async () => ({ list: await store.options() }))
  mount(RolePermissionList, async () => ({ list: await store.permissions() }))
  mount(RolePermissionBindings, async ({ roleId }) => ({ list: await store.bindings(roleId) }))
  mount(RoleAdd, async (fields) => ({ id: await roles.add(fields) }))
  mount(RoleEdit, async ({ id, ...fields }) => {
    await roles.edit(id, fields)
    return null
  })
  mount(RoleRemove, async ({ id }) => {
    await roles.remove(id)
    return null
  })
  mount(RoleChangePermission, async ({ roleId, permissionIds }, caller) => {
    await roles.changePermission(caller, roleId, permissionIds)
    return null
  })
  return roles
}
