import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { ById, Created, Id, listOf, Timestamp } from './shapes.ts'

const PermissionIds = Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 500 })
const NamespaceIds = Type.Array(Id, { maxItems: 500 })

/** A named key with which programs of the caller call in his name; the key itself is shown once. */
export const ApiKey = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** How it begins, to tell keys apart. */
  start: Type.String(),
  /** Null is no limit but the permissions of its owner, which always hold as well; so with the namespaces. */
  permissionIds: Type.Union([Type.Null(), PermissionIds]),
  namespaceIds: Type.Union([Type.Null(), NamespaceIds]),
  insertTime: Timestamp,
  /** "" for a key that does not expire. */
  expireTime: Timestamp,
  isExpired: Type.Boolean(),
  lastUsedTime: Timestamp,
  lastUsedAddress: Type.String(),
})
export type ApiKey = Static<typeof ApiKey>

/** A namespace of the caller with what he may do there: more than this no key can be given. */
export const ApiKeyScope = Type.Object({
  namespaceId: Type.Integer(),
  namespaceName: Type.String(),
  permissionIds: Type.Array(Type.Integer()),
})
export type ApiKeyScope = Static<typeof ApiKeyScope>

/** A key just made; it is never shown again. */
export const ApiKeyMade = Type.Object({ ...Created.properties, key: Type.String() })
export type ApiKeyMade = Static<typeof ApiKeyMade>

export const ApiKeyList = endpoint({
  method: 'GET',
  path: '/apiKey/getList',
  access: 'signed-in',
  notByKey: true,
  output: listOf(ApiKey),
})

export const ApiKeyScopeList = endpoint({
  method: 'GET',
  path: '/apiKey/getScopes',
  access: 'signed-in',
  notByKey: true,
  output: listOf(ApiKeyScope),
})

export const ApiKeyAdd = endpoint({
  method: 'POST',
  path: '/apiKey/add',
  access: 'signed-in',
  notByKey: true,
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 50 }),
    /** What it may do at most; absent is everything that its owner may. */
    permissionIds: Type.Optional(PermissionIds),
    /** Where it may do it; absent is everywhere. */
    namespaceIds: Type.Optional(NamespaceIds),
    /** Days until it expires; absent is never. */
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  }),
  output: ApiKeyMade,
  logged: true,
  hidden: ['key'],
})

/** The same name, scope and life with another key; the old one stops working at once. */
export const ApiKeyReplace = endpoint({
  method: 'PUT',
  path: '/apiKey/replace',
  access: 'signed-in',
  notByKey: true,
  input: ById,
  output: ApiKeyMade,
  logged: true,
  hidden: ['key'],
})

export const ApiKeyRemove = endpoint({
  method: 'DELETE',
  path: '/apiKey/remove',
  access: 'signed-in',
  notByKey: true,
  input: ById,
  logged: true,
})
