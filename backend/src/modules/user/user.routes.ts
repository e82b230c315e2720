import { Permission, State } from '@windlass/shared-kit/contract'
import {
  UserAdd,
  UserBondsOf,
  UserChangeState,
  UserDisabledList,
  UserEdit,
  UserList,
  UserRemove,
} from '@windlass/shared-kit/contract/user'
import { holds } from '../../platform/caller.ts'
import { failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { rowSnapshot } from '../../platform/rowSnapshot.ts'
import { createUserService, type UserService } from './user.service.ts'
import { createUserStore } from './user.store.ts'

/** Columns that say nothing to a reader of the log, or change by themselves. */
const SILENT = ['apiKey', 'apiKeyHash', 'lastLoginTime']

/** The people who may sign in, as administrators see them. */
export function userModule(platform: Platform): UserService {
  const { mount, db } = platform
  const store = createUserStore(db)
  const users = createUserService(platform)
  const snapshot = rowSnapshot(db, 'user', 'everywhere', SILENT)

  mount(UserList, async (_input, caller) => ({ list: await store.list(!holds(caller, Permission.ShowMemberPage)) }))
  mount(UserDisabledList, async () => ({ list: await store.list(false, State.Disabled) }))
  mount(UserBondsOf, async ({ id }, caller) => {
    if (!(await store.find(id))) throw failed('this user does not exist any more; load the list again')
    return users.bondsOf(caller, id)
  })
  mount(UserAdd, async (input, caller) => ({ id: await users.add(caller, input) }))
  mount(
    UserEdit,
    async (input, caller) => {
      await users.edit(caller, input)
      return null
    },
    snapshot,
  )
  mount(
    UserRemove,
    async ({ id }, caller) => {
      await users.remove(caller, id)
      return null
    },
    snapshot,
  )
  mount(
    UserChangeState,
    async ({ id, state }, caller) => {
      await (state === State.Enabled ? users.enable(caller, id) : users.disable(caller, id))
      return null
    },
    snapshot,
  )
  return users
}
