import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db.ts'
import { lookupHash, type Secrets } from '../../platform/secrets.ts'

const TOKEN_BYTES = 32
const LIFE_MS = 10 * 60_000
const PURPOSE = 'signInChallenge.data'

/** What a challenge is for: one made for one thing is worth nothing for another. */
type ChallengeKind = 'second-factor' | 'passkey-add' | 'passkey-enter'

/** A challenge as it was opened. */
export interface Challenge<Data> {
  /** 0 while nobody has said who he is. */
  userId: number
  data: Data
}

/** Challenges live ten minutes in the database, so that a sign-in may be finished on another node. */
export function createChallenges(db: Db, secrets: Secrets) {
  const rows = (kind: ChallengeKind, token: string) => ({ kind, hash: lookupHash(token) })
  const opened = <Data>(row: { userId: number; data: string } | undefined): Challenge<Data> | undefined =>
    // Only `open` writes these rows, so what is in them is of the kind that was asked for.
    row && { userId: row.userId, data: JSON.parse(secrets.decrypt(row.data, PURPOSE)) as Data }

  return {
    /** Answers the token that names the challenge; only its hash is kept. */
    open: async (kind: ChallengeKind, userId: number, data: object): Promise<string> => {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const now = Date.now()
      await db.deleteFrom('signInChallenge').where('expireTime', '<', now).execute()
      const values = { ...rows(kind, token), userId, expireTime: now + LIFE_MS }
      await db
        .insertInto('signInChallenge')
        .values({ ...values, data: secrets.encrypt(JSON.stringify(data), PURPOSE) })
        .execute()
      return token
    },

    /** Looks at a challenge and leaves it open. */
    read: async <Data>(kind: ChallengeKind, token: string): Promise<Challenge<Data> | undefined> => {
      const { hash } = rows(kind, token)
      const row = await db
        .selectFrom('signInChallenge')
        .select(['userId', 'data'])
        .where('kind', '=', kind)
        .where('hash', '=', hash)
        .where('expireTime', '>', Date.now())
        .executeTakeFirst()
      return opened<Data>(row)
    },

    /** Uses a challenge up: of several who try, one gets it. */
    take: async <Data>(kind: ChallengeKind, token: string): Promise<Challenge<Data> | undefined> => {
      const { hash } = rows(kind, token)
      const row = await db
        .deleteFrom('signInChallenge')
        .where('kind', '=', kind)
        .where('hash', '=', hash)
        .where('expireTime', '>', Date.now())
        .returning(['userId', 'data'])
        .executeTakeFirst()
      return opened<Data>(row)
    },

    /** What is under way for somebody ends. */
    forget: async (userId: number): Promise<void> => {
      await db.deleteFrom('signInChallenge').where('userId', '=', userId).execute()
    },
  }
}

export type Challenges = ReturnType<typeof createChallenges>
