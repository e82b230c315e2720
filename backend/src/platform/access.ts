import '@fastify/cookie'
import {
  API_KEY_HEADER,
  Code,
  type Endpoint,
  NAMESPACE_HEADER,
  Permission,
  USER_HEADER,
} from '@windlass/shared-kit/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import type { Caller, Visitor } from './caller.ts'
import type { Db } from './db.ts'
import { AppError, denied } from './errors.ts'
import { lookupHash } from './secrets.ts'
import type { Identity, Sessions } from './sessions.ts'

const ID_LIMIT = 2 ** 31 - 1
const ALL_PERMISSIONS: ReadonlySet<number> = new Set(Object.values(Permission))

/** Somebody who is known asked for what he may not do; kept apart because such an attempt goes into the operation log. */
export class PermissionError extends AppError {
  readonly caller: Caller

  constructor(caller: Caller) {
    super(Code.Denied, 'no permission')
    this.caller = caller
  }
}

/** Finds out who calls and whether he may; the only place where a request is let in. */
export interface Access {
  /**
   * @param reply gets the renewed session cookie; undefined when there is nothing to answer to
   * @throws AppError with the code that tells the client what to do
   */
  admit(request: FastifyRequest, reply: FastifyReply | undefined, endpoint: Pick<Endpoint, 'access'>): Promise<Caller>
  /**
   * Looks again at somebody who was let in before, for what stays open longer than one request.
   * @throws AppError when he would not be let in now
   */
  readmit(caller: Caller, request: FastifyRequest): Promise<Caller>
  /** Who asks for what everybody may see, but not everybody in the same form; undefined is nobody. Refuses and renews nothing. */
  recognise(request: FastifyRequest): Promise<Identity | undefined>
  visitor(request: FastifyRequest): Visitor
  /** What a caller may do in any namespace, not only the one he works in; nothing where he is no member. */
  permissionsIn(caller: Pick<Caller, 'userId' | 'isSuperManager'>, namespaceId: number): Promise<ReadonlySet<number>>
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

/** The permissions of a person's role in a namespace; undefined where he is no member. */
async function rolePermissions(db: Db, userId: number, namespaceId: number): Promise<ReadonlySet<number> | undefined> {
  const rows = await db
    .selectFrom('namespaceUser')
    .leftJoin('rolePermission', 'rolePermission.roleId', 'namespaceUser.roleId')
    .select('permissionId')
    .where('namespaceUser.namespaceId', '=', namespaceId)
    .where('namespaceUser.userId', '=', userId)
    .execute()
  return rows.length === 0 ? undefined : new Set(rows.flatMap((row) => row.permissionId ?? []))
}

/** The permissions behind a request that names this namespace. */
async function permissionsFor(db: Db, identity: Identity, namespaceId: number): Promise<ReadonlySet<number>> {
  if (identity.isSuperManager) {
    const known = await db.selectFrom('namespace').select('id').where('id', '=', namespaceId).executeTakeFirst()
    if (namespaceId > 0 && !known) throw new AppError(Code.NamespaceInvalid, 'this namespace does not exist')
    return ALL_PERMISSIONS
  }
  if (namespaceId === 0) return new Set()
  const permissionIds = await rolePermissions(db, identity.userId, namespaceId)
  if (!permissionIds) throw new AppError(Code.NamespaceInvalid, 'you are not a member of this namespace')
  return permissionIds
}

async function identifyByKey(db: Db, apiKey: string): Promise<Identity | undefined> {
  const row = await db
    .selectFrom('user')
    .select(['id', 'account', 'name', 'superManager', 'state', 'passwordUpdateTime'])
    .where('apiKeyHash', '=', lookupHash(apiKey))
    .executeTakeFirst()
  // A key is of no use before its owner has chosen his own password.
  if (!row || row.passwordUpdateTime === null) return undefined
  return {
    userId: row.id,
    account: row.account,
    name: row.name,
    isSuperManager: row.superManager === 1,
    isEnabled: row.state === 1,
    sessionId: '',
    renewedToken: '',
  }
}

const requireEnabled = (identity: Identity): void => {
  if (!identity.isEnabled) throw new AppError(Code.AccountDisabled, 'this account is disabled')
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
    const identity = token === '' ? await identifyByKey(db, apiKey) : await sessions.recognise(token)
    return identity?.isEnabled ? identity : undefined
  }

/** The gate in front of every endpoint. */
export function createAccess(db: Db, sessions: Sessions, env: Env): Access {
  const identify = async (request: FastifyRequest, query: Record<string, unknown>): Promise<Identity> => {
    // Credentials in an address end up in logs and links, so only reading calls accept them there.
    const inQuery = request.method === 'GET' ? query : {}
    const token = request.cookies[env.COOKIE_NAME] ?? text(inQuery[env.COOKIE_NAME])
    if (token !== '') {
      const identity = await sessions.identify(token)
      if (!identity) throw sessionEnded()
      return identity
    }
    const apiKey = text(request.headers[API_KEY_HEADER.toLowerCase()]) || text(inQuery[API_KEY_HEADER])
    if (apiKey === '') throw new AppError(Code.IllegalRequest, 'please sign in')
    const identity = await identifyByKey(db, apiKey)
    if (!identity) throw denied('this API key is not known; create a new one in your profile')
    return identity
  }

  const setCookie = (reply: FastifyReply, request: FastifyRequest, token: string) => {
    reply.setCookie(env.COOKIE_NAME, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: token === '' ? 0 : env.SESSION_SECONDS,
    })
  }

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
    const caller: Caller = { ...identity, ...visitor(request), namespaceId, permissionIds }
    if (typeof endpoint.access !== 'string' && !endpoint.access.some((id) => permissionIds.has(id))) {
      throw new PermissionError(caller)
    }
    if (reply && identity.renewedToken !== '') setCookie(reply, request, identity.renewedToken)
    return caller
  }

  return {
    admit,
    readmit: async (caller, request) => {
      // A key has no life of its own: asking for it again is the whole check.
      if (caller.sessionId === '') return admit(request, undefined, { access: 'signed-in' })
      const identity = await sessions.resume(caller.sessionId)
      if (!identity) throw sessionEnded()
      requireEnabled(identity)
      const permissionIds = await permissionsFor(db, identity, caller.namespaceId)
      return { ...caller, isSuperManager: identity.isSuperManager, permissionIds }
    },
    recognise: recogniser(db, sessions, env),
    visitor,
    setCookie,
    permissionsIn: async ({ userId, isSuperManager }, namespaceId) =>
      isSuperManager ? ALL_PERMISSIONS : ((await rolePermissions(db, userId, namespaceId)) ?? new Set()),
  }
}
