import {
  ApiKeyAdd,
  ApiKeyList,
  ApiKeyRemove,
  ApiKeyReplace,
  ApiKeyScopeList,
} from '@windlass/shared-kit/contract/apiKey'
import type { Platform } from '../../platform/platform.ts'
import type { UserService } from '../user/user.service.ts'
import { createApiKeyService } from './apiKey.service.ts'
import { createApiKeyStore } from './apiKey.store.ts'

/** The keys of the caller's programs. */
export function apiKeyModule(platform: Platform, { users }: { users: UserService }): void {
  const { mount } = platform
  const keys = createApiKeyService(platform)

  mount(ApiKeyList, async (_input, caller) => ({ list: await keys.list(caller) }))
  mount(ApiKeyScopeList, async (_input, caller) => ({ list: await keys.scopes(caller) }))
  mount(ApiKeyAdd, (input, caller) => keys.add(caller, input))
  mount(ApiKeyReplace, ({ id }, caller) => keys.replace(caller, id))
  mount(ApiKeyRemove, async ({ id }, caller) => {
    await keys.remove(caller, id)
    return null
  })
  users.onAway((trx, userId) => createApiKeyStore(trx).revokeAll(userId))
}
