import { randomBytes } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { Env } from '../env.ts'
import { cached } from './cached.ts'
import type { KeyScope, Visitor } from './caller.ts'
import type { Db } from './db.ts'
import { gathered } from './gathered.ts'
import type { Secrets } from './secrets.ts'

/** A token younger than this is not replaced, which keeps the sliding session off the hot path. */
const RENEW_AFTER_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
const TEXT_LIMIT = 255
/** 192 bits that nobody guesses. */
const NAME_BYTES = 24
const KEPT_TOKENS = 1_000
const ID_TOKEN = 'session.idToken'
const NOWHERE = { way: '', idToken: '' }

/** The account behind a valid session or API key. */
export interface Identity {
  userId: number
  account: string
  name: string
  isSuperManager: boolean
  isEnabled: boolean
  /** "" for an API key. */
  sessionId: string
  /** A token to send back, when the one that came is due for renewal. */
  renewedToken: string
  /** Of an API key that may do less than its owner. */
  scope?: KeyScope
}

/** How a session came about. */
export interface SessionOrigin {
  way: string
  /** The word of an OpenID provider; "" from everybody else. */
  idToken: string
}

/** Sessions live in the database, so that signing out, a new password or a disabled account ends them at once. */
export interface Sessions {
  /** Starts a session and answers its token. */
  start(user: { id: number; name: string }, visitor: Visitor, origin?: SessionOrigin): Promise<string>
  /** What the provider said when the session began; "" when none was asked. */
  idTokenOf(sessionId: string): Promise<string>
  /** The identity behind a token; undefined when it is forged, expired or ended. */
  identify(token: string, address: string): Promise<Identity | undefined>
  /** The same without renewing anything, for what is asked beside the calls of a page. */
  recognise(token: string): Promise<Identity | undefined>
  /** The identity behind a session that was identified before, whatever has become of its token meanwhile. */
  resume(sessionId: string): Promise<Identity | undefined>
  end(sessionId: string): Promise<void>
  /** Ends every session of a user, but for the one to keep. */
  endAll(userId: number, keep?: string): Promise<void>
}

interface Claims {
  sessionId: string
  issuedAt: number
  expiresAt: number
}

/** The claim that names the session; undefined for whatever is wrong with a token, which would only help a forger. */
async function verifyClaims(text: string, key: Uint8Array): Promise<Claims | undefined> {
  const claims = await jwtVerify<{ sid?: string }>(text, key, { algorithms: ['HS256'], requiredClaims: ['exp'] }).then(
    ({ payload }) => payload,
    () => undefined,
  )
  if (typeof claims?.sid !== 'string') return undefined
  return { sessionId: claims.sid, issuedAt: claims.iat ?? 0, expiresAt: claims.exp ?? 0 }
}

/** A signature stays right, so each token is checked once; whether its session still lives is asked every time. */
function tokenReader(key: Uint8Array): (text: string) => Promise<Claims | undefined> {
  const read = cached(KEPT_TOKENS, (text) => verifyClaims(text, key))
  return async (text) => {
    const claims = await read(text)
    return claims && claims.expiresAt * 1000 > Date.now() ? claims : undefined
  }
}

/** Signs tokens that name a session; the other claims are what clients of this wire expect. */
const tokenSigner =
  (key: Uint8Array, lifeSeconds: number) => (sessionId: string, user: { id: number; name: string }) => {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ id: user.id, name: user.name, sid: sessionId, iat: now, nbf: now, exp: now + lifeSeconds })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key)
  }

/** The identities behind sessions that live, by session. */
async function findIdentities(
  db: Db,
  longestMs: number,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Identity>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select(['session.id as sessionId', 'user.id', 'account', 'name', 'superManager', 'state'])
    .where('session.id', 'in', sessionIds)
    .where('expireTime', '>', Date.now())
    .where('session.insertTime', '>', Date.now() - longestMs)
    .execute()
  return new Map(
    rows.map((row) => [
      row.sessionId,
      {
        userId: row.id,
        account: row.account,
        name: row.name,
        isSuperManager: row.superManager === 1,
        isEnabled: row.state === 1,
        sessionId: row.sessionId,
        renewedToken: '',
      },
    ]),
  )
}

type OnEnd = (userId: number, keep: string) => void

/** How sessions end before their time. */
const ending = (db: Db, onEnd: OnEnd): Pick<Sessions, 'end' | 'endAll'> => ({
  end: async (sessionId) => {
    const ended = await db.deleteFrom('session').where('id', '=', sessionId).returning('userId').executeTakeFirst()
    if (ended) onEnd(ended.userId, '')
  },
  endAll: async (userId, keep = '') => {
    await db.deleteFrom('session').where('userId', '=', userId).where('id', '!=', keep).execute()
    onEnd(userId, keep)
  },
})

/** @param onEnd is told of every ended session, so that its sockets can be closed */
export function createSessions(db: Db, secrets: Secrets, env: Env, onEnd: OnEnd): Sessions {
  const lifeMs = env.SESSION_SECONDS * 1000
  const longestMs = env.SESSION_DAYS * DAY_MS
  const find = async (sessionId: string) => (await findIdentities(db, longestMs, [sessionId])).get(sessionId)
  const signToken = tokenSigner(secrets.sessionKey, env.SESSION_SECONDS)
  const readClaims = tokenReader(secrets.sessionKey)

  const renew = async (identity: Identity, issuedAt: number, address: string) => {
    const now = Date.now()
    if (now - issuedAt * 1000 < RENEW_AFTER_MS) return ''
    await db
      .updateTable('session')
      .set({ expireTime: now + lifeMs, seenTime: now, seenAddress: address.slice(0, TEXT_LIMIT) })
      .where('id', '=', identity.sessionId)
      .execute()
    return signToken(identity.sessionId, { id: identity.userId, name: identity.name })
  }

  return {
    start: async (user, visitor, { way, idToken } = NOWHERE) => {
      const id = randomBytes(NAME_BYTES).toString('base64url')
      const now = Date.now()
      await db.deleteFrom('session').where('expireTime', '<', now).execute()
      await db
        .insertInto('session')
        .values({
          id,
          userId: user.id,
          insertTime: now,
          expireTime: now + lifeMs,
          remoteAddress: visitor.remoteAddress.slice(0, TEXT_LIMIT),
          userAgent: visitor.userAgent.slice(0, TEXT_LIMIT),
          way,
          idToken: secrets.encrypt(idToken, ID_TOKEN),
        })
        .execute()
      return signToken(id, user)
    },
    idTokenOf: async (sessionId) => {
      const row = await db.selectFrom('session').select('idToken').where('id', '=', sessionId).executeTakeFirst()
      return secrets.decrypt(row?.idToken ?? '', ID_TOKEN)
    },
    // Asked for every open websocket at once when a role changes.
    resume: gathered((sessionIds) => findIdentities(db, longestMs, sessionIds)),
    recognise: async (text) => {
      const claims = await readClaims(text)
      return claims && find(claims.sessionId)
    },
    identify: async (text, address) => {
      const claims = await readClaims(text)
      const identity = claims && (await find(claims.sessionId))
      if (!identity) return undefined
      return { ...identity, renewedToken: await renew(identity, claims.issuedAt, address) }
    },
    ...ending(db, onEnd),
  }
}
