import '@fastify/cookie'
import {
  API_KEY_HEADER,
  Code,
  type Endpoint,
  NAMESPACE_HEADER,
  Permission,
  type PermissionId,
  USER_HEADER,
} from '@windlass/shared-kit/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import type { Caller, KeyScope, Visitor } from './caller.ts'
import type { Db } from './db.ts'
import { AppError, denied } from './errors.ts'
import { grantorsOf } from './grantors.ts'
import { identifyByKey } from './keyIdentity.ts'
import { PermissionError } from './permissionError.ts'
import { gatheredRoles, type RoleLookUp, rolePermissions } from './rolePermissions.ts'
import type { Identity, Sessions } from './sessions.ts'

const ID_LIMIT = 2 ** 31 - 1
const ALL_PERMISSIONS: ReadonlySet<number> = new Set(Object.values(Permission))

/** What an endpoint says about who may call it. */
type Guarded = Pick<Endpoint, 'access' | 'notByKey'>

/** Finds out who calls and whether he may; the only place where a request is let in. */
export interface Access {
  /**
   * @param reply gets the renewed session cookie; undefined when there is nothing to answer to
   * @throws AppError with the code that tells the client what to do
   */
  admit(request: FastifyRequest, reply: FastifyReply | undefined, endpoint: Guarded): Promise<Caller>
  /**
   * Looks again at somebody who was let in before, for what stays open longer than one request.
   * @throws AppError when he would not be let in now
   */
  readmit(caller: Caller, request: FastifyRequest, endpoint: Guarded): Promise<Caller>
  /** Who asks for what everybody may see, but not everybody in the same form; undefined is nobody. Refuses and renews nothing. */
  recognise(request: FastifyRequest): Promise<Identity | undefined>
  visitor(request: FastifyRequest): Visitor
  /** What a caller may do in any namespace, not only the one he works in; nothing where he is no member. */
  permissionsIn(
    caller: Pick<Caller, 'isSuperManager' | 'scope' | 'userId'>,
    namespaceId: number,
  ): Promise<ReadonlySet<number>>
  /**
   * Adds to a refusal for want of a permission who can grant it; anything else stays as it is. A key is refused for what
   * its owner limited it to, which nobody else changes.
   */
  explain(error: unknown): Promise<unknown>
  /** The names of those who can give one of the permissions to a member of a namespace. */
  grantors(namespaceId: number, permissionIds: readonly PermissionId[]): Promise<string[]>
  /** Sets the session cookie; "" removes it. */
  setCookie(reply: FastifyReply, request: FastifyRequest, token: string): void
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const namespaceIdOf = (request: FastifyRequest, query: Record<string, unknown>): number => {
  const given = text(request.headers[NAMESPACE_HEADER.toLowerCase()]) || text(query[NAMESPACE_HEADER])
  if (given === '') return 0
  if (!/^\d{1,15}$/.test(given)) throw denied(`${NAMESPACE_HEADER} must be the id of a namespace`)
  // More than an id can be: PostgreSQL would not even compare it.
  if (Number(given) > ID_LIMIT) throw new AppError(Code.NamespaceInvalid, 'this namespace does not exist')
  return Number(given)
}

const within = (permissionIds: ReadonlySet<number>, scope: KeyScope | undefined): ReadonlySet<number> =>
  scope?.permissionIds ? permissionIds.intersection(scope.permissionIds) : permissionIds

/** Whether a key works in a namespace; 0 is all of them at once, which a limited key never has. */
const reaches = (scope: KeyScope | undefined, namespaceId: number): boolean =>
  scope?.namespaceIds === undefined || scope.namespaceIds.has(namespaceId)

/** The permissions behind a request that names this namespace. */
async function permissionsFor(
  db: Db,
  identity: Identity,
  namespaceId: number,
  lookUp: RoleLookUp = (userId, id) => rolePermissions(db, userId, id),
): Promise<ReadonlySet<number>> {
  if (!reaches(identity.scope, namespaceId)) {
    if (namespaceId === 0) return new Set()
    throw new AppError(Code.NamespaceInvalid, 'this API key is not for this namespace')
  }
  return within(await ownPermissions(db, identity, namespaceId, lookUp), identity.scope)
}

/** What the person may do there himself, whatever he called with. */
async function ownPermissions(
  db: Db,
  identity: Identity,
  namespaceId: number,
  lookUp: RoleLookUp,
): Promise<ReadonlySet<number>> {
  if (identity.isSuperManager) {
    const known = await db.selectFrom('namespace').select('id').where('id', '=', namespaceId).executeTakeFirst()
    if (namespaceId > 0 && !known) throw new AppError(Code.NamespaceInvalid, 'this namespace does not exist')
    return ALL_PERMISSIONS
  }
  if (namespaceId === 0) return new Set()
  const permissionIds = await lookUp(identity.userId, namespaceId)
  if (!permissionIds) throw new AppError(Code.NamespaceInvalid, 'you are not a member of this namespace')
  return permissionIds
}

const requireEnabled = (identity: Identity): void => {
  if (!identity.isEnabled) throw new AppError(Code.AccountDisabled, 'this account is disabled')
}

const requirePermission = (caller: Caller, { access, notByKey }: Guarded): void => {
  if (notByKey && caller.sessionId === '') throw denied('an API key may not do this; sign in and do it yourself')
  if (typeof access !== 'string' && !access.some((id) => caller.permissionIds.has(id)))
    throw new PermissionError(caller, access)
}

const sessionEnded = () => new AppError(Code.LoginExpired, 'your session has ended, please sign in again')

const visitor = (request: FastifyRequest): Visitor => ({
  remoteAddress: request.ip,
  userAgent: text(request.headers['user-agent']),
  referer: text(request.headers.referer),
  origin: `${request.protocol}://${request.host}`,
})

const recogniser =
  (db: Db, sessions: Sessions, env: Env): Access['recognise'] =>
  async (request) => {
    const token = request.cookies[env.COOKIE_NAME] ?? ''
    const apiKey = text(request.headers[API_KEY_HEADER.toLowerCase()])
    if (token === '' && apiKey === '') return undefined
    const identity = token === '' ? await identifyByKey(db, apiKey, request) : await sessions.recognise(token)
    if (!identity?.isEnabled) return undefined
    return { ...identity, isSuperManager: identity.isSuperManager && identity.scope === undefined }
  }

/** Who stands behind a request, by his session or by a key. @throws AppError for nobody */
const identifier =
  (db: Db, sessions: Sessions, env: Env) =>
  async (request: FastifyRequest, query: Record<string, unknown>): Promise<Identity> => {
    // Credentials in an address end up in logs and links, so only reading calls accept them there.
    const inQuery = request.method === 'GET' ? query : {}
    const token = request.cookies[env.COOKIE_NAME] ?? text(inQuery[env.COOKIE_NAME])
    if (token !== '') {
      const identity = await sessions.identify(token, request.ip)
      if (!identity) throw sessionEnded()
      return identity
    }
    const apiKey = text(request.headers[API_KEY_HEADER.toLowerCase()]) || text(inQuery[API_KEY_HEADER])
    if (apiKey === '') throw new AppError(Code.IllegalRequest, 'please sign in')
    const identity = await identifyByKey(db, apiKey, request)
    if (!identity) throw denied('this API key is not known; create a new one in your profile')
    return identity
  }

const cookieSetter =
  (env: Env): Access['setCookie'] =>
  (reply, request, token) => {
    reply.setCookie(env.COOKIE_NAME, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: token === '' ? 0 : env.SESSION_SECONDS,
    })
  }

/** The gate in front of every endpoint. */
export function createAccess(db: Db, sessions: Sessions, env: Env): Access {
  const identify = identifier(db, sessions, env)
  const lookUp = gatheredRoles(db)
  const setCookie = cookieSetter(env)

  const admit: Access['admit'] = async (request, reply, endpoint) => {
    const query = request.query as Record<string, unknown>
    const namespaceId = namespaceIdOf(request, query)
    const identity = await identify(request, query)
    requireEnabled(identity)
    const believed = text(request.headers[USER_HEADER.toLowerCase()])
    if (believed !== '' && believed !== '0' && believed !== String(identity.userId)) {
      throw new AppError(Code.AccountDisabled, 'somebody else has signed in with this browser')
    }
    const permissionIds = await permissionsFor(db, identity, namespaceId)
    const caller: Caller = {
      ...identity,
      ...visitor(request),
      // Whoever may do everything everywhere is not told apart by permissions: a limited key must not be taken for him.
      isSuperManager: identity.isSuperManager && identity.scope === undefined,
      namespaceId,
      permissionIds,
    }
    requirePermission(caller, endpoint)
    if (reply && identity.renewedToken !== '') setCookie(reply, request, identity.renewedToken)
    return caller
  }

  return {
    admit,
    readmit: async (caller, request, endpoint) => {
      // A key has no life of its own: asking for it again is the whole check.
      if (caller.sessionId === '') return admit(request, undefined, endpoint)
      const identity = await sessions.resume(caller.sessionId)
      if (!identity) throw sessionEnded()
      requireEnabled(identity)
      const permissionIds = await permissionsFor(db, identity, caller.namespaceId, lookUp)
      const fresh = { ...caller, isSuperManager: identity.isSuperManager, permissionIds }
      requirePermission(fresh, endpoint)
      return fresh
    },
    recognise: recogniser(db, sessions, env),
    visitor,
    setCookie,
    explain: async (error) => {
      if (!(error instanceof PermissionError) || error.caller.scope) return error
      const { caller, missing } = error
      return new PermissionError(caller, missing, await grantorsOf(db, caller.namespaceId, missing))
    },
    grantors: (namespaceId, permissionIds) => grantorsOf(db, namespaceId, permissionIds),
    permissionsIn: async ({ userId, isSuperManager, scope }, namespaceId) => {
      if (isSuperManager) return ALL_PERMISSIONS
      if (!reaches(scope, namespaceId)) return new Set()
      return within((await rolePermissions(db, userId, namespaceId)) ?? new Set(), scope)
    },
  }
}
