import { Permission } from '@windlass/shared-kit/contract'
import { UserAdd, UserEdit, UserList, UserRemove } from '@windlass/shared-kit/contract/user'
import { holds } from '../../platform/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { createUserService } from './user.service.ts'
import { createUserStore } from './user.store.ts'

/** The people who may sign in, as administrators see them. */
export function userModule(platform: Platform): void {
  const { mount, db } = platform
  const store = createUserStore(db)
  const users = createUserService(platform)

  mount(UserList, async (_input, caller) => ({ list: await store.list(!holds(caller, Permission.ShowMemberPage)) }))
  mount(UserAdd, async (input, caller) => ({ id: await users.add(caller, input) }))
  mount(UserEdit, async (input, caller) => {
    await users.edit(caller, input)
    return null
  })
  mount(UserRemove, async ({ id }, caller) => {
    await users.remove(caller, id)
    return null
  })
}
