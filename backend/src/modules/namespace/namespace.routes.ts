import { type InputOf, Permission } from '@windlass/shared-kit/contract'
import {
  NamespaceAdd,
  NamespaceAddUser,
  NamespaceChangeRole,
  NamespaceChangeRoles,
  NamespaceEdit,
  NamespaceList,
  NamespaceOptionList,
  NamespaceRemoveUser,
  NamespaceUserBonds,
  NamespaceUserList,
  NamespaceUserOptionList,
} from '@windlass/shared-kit/contract/namespace'
import type { Caller } from '../../platform/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot, rowsSnapshot } from '../../platform/rowSnapshot.ts'
import { createNamespaceService, type NamespaceService } from './namespace.service.ts'
import { createNamespaceStore } from './namespace.store.ts'
import type { NamespaceParts } from './namespaceMembers.ts'

/** Namespaces and their members. */
export function namespaceModule(platform: Platform, parts: NamespaceParts): NamespaceService {
  const { mount, db } = platform
  const store = createNamespaceStore(db)
  const namespaces = createNamespaceService(platform, parts)

  mount(NamespaceList, async (_input, caller) => ({
    list: await store.list(caller.isSuperManager ? undefined : caller.userId),
  }))
  mount(NamespaceOptionList, async (_input, caller) => ({ list: await store.optionsOf(caller.userId) }))
  mount(NamespaceUserOptionList, async (_input, caller) => ({ list: await store.userOptions(caller.namespaceId) }))
  mount(NamespaceUserList, async ({ id }, caller) => {
    await namespaces.require(caller, id, Permission.ShowNamespacePage)
    return { list: await store.members(id) }
  })
  mount(NamespaceAdd, async ({ name }, caller) => ({ id: await namespaces.add(caller, name) }))
  mount(
    NamespaceEdit,
    async ({ id, name }, caller) => {
      await namespaces.rename(caller, id, name)
      return null
    },
    rowSnapshot(db, 'namespace', 'everywhere'),
  )
  const manyBindings = rowsSnapshot(db, 'namespaceUser', 'everywhere')
  mount(
    NamespaceAddUser,
    async (input, caller) => {
      await namespaces.addUsers(caller, input)
      return null
    },
    async ({ namespaceId, userIds }, caller) =>
      manyBindings({ ids: await store.bindingIds(namespaceId, userIds) }, caller),
  )
  const bindings = rowSnapshot(db, 'namespaceUser', 'everywhere')
  const membership = ({ namespaceUserId }: { namespaceUserId: number }, caller: Caller) =>
    bindings({ id: namespaceUserId }, caller)
  mount(
    NamespaceChangeRole,
    async ({ namespaceUserId, roleId }, caller) => {
      await namespaces.changeRole(caller, namespaceUserId, roleId)
      return null
    },
    membership,
  )
  const roles = ({ namespaceId, userIds }: InputOf<typeof NamespaceChangeRoles>) => store.rolesOf(namespaceId, userIds)
  mount(NamespaceChangeRoles, (input, caller) => namespaces.changeRoles(caller, input).then(() => null), roles)
  mount(
    NamespaceRemoveUser,
    async ({ namespaceUserId }, caller) => {
      await namespaces.removeUser(caller, namespaceUserId)
      return null
    },
    membership,
  )
  mount(NamespaceUserBonds, ({ namespaceUserId }, caller) => namespaces.bondsOf(caller, namespaceUserId))
  return namespaces
}
