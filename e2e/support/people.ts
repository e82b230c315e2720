import { NamespaceAddUser } from '@windlass/shared-kit/contract/namespace'
import { RoleAdd, RoleChangePermission } from '@windlass/shared-kit/contract/role'
import { UserLogin } from '@windlass/shared-kit/contract/session'
import { UserAdd } from '@windlass/shared-kit/contract/user'
import type { Api } from './fixtures.ts'

/** Somebody who can sign in. */
export interface Person {
  id: number
  account: string
  password: string
}

interface Wanted {
  account: string
  namespaceId: number
  permissions: readonly number[]
}

/** Makes a user with a role of their own in one namespace, as the administrator. */
export async function addPerson(api: Api, { account, namespaceId, permissions }: Wanted): Promise<Person> {
  const first = 'Windlass@first'
  const password = 'Windlass@2'
  const { id } = await api.call(UserAdd, { account, password: first, name: account })
  const role = await api.call(RoleAdd, { name: `role of ${account}`, description: '' })
  await api.call(RoleChangePermission, { roleId: role.id, permissionIds: [...permissions] })
  await api.call(NamespaceAddUser, { namespaceId, userIds: [id], roleId: role.id })
  // A password somebody else gave must be replaced at the first sign-in.
  await api.call(UserLogin, { account, password: first, newPassword: password })
  return { id, account, password }
}
