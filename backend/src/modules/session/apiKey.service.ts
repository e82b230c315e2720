import { randomInt } from 'node:crypto'
import type { Caller } from '../../platform/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { lookupHash } from '../../platform/secrets.ts'
import type { SessionStore } from './session.store.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 32
const PURPOSE = 'user.apiKey'

const generate = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** The key with which a person's programs call in his name. */
export interface ApiKeys {
  /** "" when there is none. */
  read(caller: Caller): Promise<string>
  /** The previous key stops working at once, also where it holds a socket open. */
  replace(caller: Caller): Promise<string>
}

/** Keeps API keys encrypted, because their owners may look at them again, and finds them by a hash. */
export function createApiKeys(
  { secrets, sockets }: Pick<Platform, 'secrets' | 'sockets'>,
  store: SessionStore,
): ApiKeys {
  return {
    read: async ({ userId }) => secrets.decrypt((await store.findById(userId)).apiKey, PURPOSE),
    replace: async ({ userId }) => {
      const apiKey = generate()
      await store.changeApiKey(userId, secrets.encrypt(apiKey, PURPOSE), lookupHash(apiKey))
      await sockets.recheck({ userId })
      return apiKey
    },
  }
}
