import type { FastifyRequest } from 'fastify'
import type { KeyScope } from './caller.ts'
import type { Db } from './db.ts'
import { lookupHash } from './secrets.ts'
import type { Identity } from './sessions.ts'

/** A use is written down once a minute, which keeps it off the hot path. */
const SEEN_AFTER_MS = 60_000
const ADDRESS_LIMIT = 255

const USER = [
  'user.id as userId',
  'account',
  'user.name as userName',
  'superManager',
  'state',
  'passwordUpdateTime',
] as const

interface Owner {
  userId: number
  account: string
  userName: string
  superManager: number
  state: number
}

const identityOf = (owner: Owner, scope?: KeyScope): Identity => ({
  userId: owner.userId,
  account: owner.account,
  name: owner.userName,
  isSuperManager: owner.superManager === 1,
  isEnabled: owner.state === 1,
  sessionId: '',
  renewedToken: '',
  ...(scope && { scope }),
})

// Only the module of API keys writes these columns, as JSON of numbers.
const idsOf = (json: string): ReadonlySet<number> | undefined =>
  json === '' ? undefined : new Set(JSON.parse(json) as number[])

/** The one key a person had before keys got names; it may do all that he may. */
const findPlainKey = (db: Db, hash: string) =>
  db.selectFrom('user').select(USER).where('apiKeyHash', '=', hash).executeTakeFirst()

const findNamedKey = (db: Db, hash: string) =>
  db
    .selectFrom('apiKey')
    .innerJoin('user', 'user.id', 'apiKey.userId')
    .select(USER)
    .select([
      'apiKey.id',
      'permissionIds',
      'namespaceIds',
      'expireTime',
      'revokeTime',
      'lastUsedTime',
      'lastUsedAddress',
    ])
    .where('hash', '=', hash)
    .executeTakeFirst()

type NamedKey = NonNullable<Awaited<ReturnType<typeof findNamedKey>>>

async function noteUse(db: Db, key: NamedKey, address: string): Promise<void> {
  const lastUsedAddress = address.slice(0, ADDRESS_LIMIT)
  const now = Date.now()
  if (now - key.lastUsedTime < SEEN_AFTER_MS && key.lastUsedAddress === lastUsedAddress) return
  await db.updateTable('apiKey').set({ lastUsedTime: now, lastUsedAddress }).where('id', '=', key.id).execute()
}

function problemOf(key: NamedKey): 'expired' | 'revoked' | undefined {
  if (key.revokeTime > 0) return 'revoked'
  return key.expireTime > 0 && key.expireTime <= Date.now() ? 'expired' : undefined
}

const scopeOf = (key: NamedKey): KeyScope | undefined => {
  const scope = { permissionIds: idsOf(key.permissionIds), namespaceIds: idsOf(key.namespaceIds) }
  return scope.permissionIds || scope.namespaceIds ? scope : undefined
}

/** The account behind an API key; undefined when it does not let anybody in, with the reason in the log only. */
export async function identifyByKey(db: Db, apiKey: string, request: FastifyRequest): Promise<Identity | undefined> {
  const hash = lookupHash(apiKey)
  const refuse = (why: string, of: object = {}) => {
    request.log.info({ ...of, why, address: request.ip }, 'API key refused')
    return undefined
  }
  const plain = await findPlainKey(db, hash)
  const key = plain ? undefined : await findNamedKey(db, hash)
  const owner = plain ?? key
  if (!owner) return refuse('unknown')
  const about = { userId: owner.userId, apiKeyId: key?.id ?? 0 }
  // A key is of no use before its owner has chosen his own password.
  if (owner.passwordUpdateTime === null) return refuse('its owner has to choose a password', about)
  if (!key) return identityOf(owner)
  const problem = problemOf(key)
  if (problem !== undefined) return refuse(problem, about)
  await noteUse(db, key, request.ip)
  return identityOf(owner, scopeOf(key))
}
