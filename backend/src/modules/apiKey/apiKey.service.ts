import { randomInt } from 'node:crypto'
import type { InputOf } from '@windlass/shared-kit/contract'
import type { ApiKey, ApiKeyAdd, ApiKeyMade, ApiKeyScope } from '@windlass/shared-kit/contract/apiKey'
import type { Caller } from '../../platform/caller.ts'
import { denied, failed } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { lookupHash } from '../../platform/secrets.ts'
import { createApiKeyStore } from './apiKey.store.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Lets scanners of secrets find a key that was left in a repository. */
const PREFIX = 'wlk_'
const LENGTH = 40
/** Shown in the list; the rest stays 200 bits that nobody knows. */
const START = PREFIX.length + 4
const DAY_MS = 24 * 60 * 60_000
const LIMIT = 50

const gone = () => failed('this key is gone; load the page again')

function newSecret(): { key: string; start: string; hash: string } {
  const key = PREFIX + Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return { key, start: key.slice(0, START), hash: lookupHash(key) }
}

/** The named keys with which programs call in somebody's name. */
export interface ApiKeyService {
  list(caller: Caller): Promise<ApiKey[]>
  /** What a key of the caller can be limited to. */
  scopes(caller: Caller): Promise<ApiKeyScope[]>
  add(caller: Caller, input: InputOf<typeof ApiKeyAdd>): Promise<ApiKeyMade>
  /** The old key stops working at once, also where it holds a socket open. */
  replace(caller: Caller, id: number): Promise<ApiKeyMade>
  remove(caller: Caller, id: number): Promise<void>
}

/** What a new key may be. */
function adding(store: ReturnType<typeof createApiKeyStore>, scopes: ApiKeyService['scopes']) {
  /** A key that asks for more than its owner has would be a surprise on the day he gets it. */
  const requireOwn = async (caller: Caller, { permissionIds, namespaceIds }: InputOf<typeof ApiKeyAdd>) => {
    const own = await scopes(caller)
    const reached = own.filter(({ namespaceId }) => namespaceIds?.includes(namespaceId) ?? true)
    if (namespaceIds && reached.length < new Set(namespaceIds).size) {
      throw denied('choose namespaces that you belong to')
    }
    const held = new Set(reached.flatMap((scope) => scope.permissionIds))
    if (permissionIds?.some((id) => !held.has(id)))
      throw denied('a key cannot do more than you: choose what you may do')
  }

  const add: ApiKeyService['add'] = async (caller, input) => {
    const name = input.name.trim()
    if (name === '') throw failed('give the key a name')
    if (input.namespaceIds?.length === 0 || input.permissionIds?.length === 0) {
      throw failed('a key that may do nothing is of no use: choose at least one namespace and one permission')
    }
    await requireOwn(caller, input)
    const keys = await store.list(caller.userId)
    if (keys.length >= LIMIT) throw failed(`${LIMIT} keys are the most one person may have; remove one first`)
    if (keys.some((key) => key.name === name)) throw failed('you have a key of this name; choose a different one')
    const { key, ...secret } = newSecret()
    const expireTime = input.days === undefined ? 0 : Date.now() + input.days * DAY_MS
    const { permissionIds = null, namespaceIds = null } = input
    return { id: await store.add(caller.userId, { name, permissionIds, namespaceIds, expireTime, ...secret }), key }
  }
  return add
}

/** Creates the rules of API keys. */
export function createApiKeyService({
  db,
  access,
  sockets,
}: Pick<Platform, 'access' | 'db' | 'sockets'>): ApiKeyService {
  const store = createApiKeyStore(db)

  const scopes: ApiKeyService['scopes'] = async (caller) => {
    const namespaces = await store.namespaces(caller.userId, caller.isSuperManager)
    return Promise.all(
      namespaces.map(async ({ id, name }) => ({
        namespaceId: id,
        namespaceName: name,
        permissionIds: [...(await access.permissionsIn(caller, id))].sort((one, other) => one - other),
      })),
    )
  }

  const add = adding(store, scopes)

  return {
    scopes,
    list: (caller) => store.list(caller.userId),

    add,

    replace: async (caller, id) => {
      const row = await store.find(caller.userId, id)
      if (!row) throw gone()
      if (row.expireTime > 0 && row.expireTime <= Date.now()) {
        throw failed('this key has expired: remove it, and make a new one')
      }
      const { key, ...secret } = newSecret()
      const made = await store.replace(row, secret)
      if (made === undefined) throw gone()
      await sockets.recheck({ userId: caller.userId })
      return { id: made, key }
    },

    remove: async (caller, id) => {
      if (!(await store.revoke(caller.userId, id))) throw gone()
      await sockets.recheck({ userId: caller.userId })
    },
  }
}
