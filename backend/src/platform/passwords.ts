import { availableParallelism } from 'node:os'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import type { Env } from '../env.ts'
import { isBreached } from './breachedPasswords.ts'
import { isCommonPassword } from './commonPasswords.ts'
import { createLane } from './lane.ts'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing is done by the threads that also read files, some of which are left to others, however many sign in; and it
 * keeps a processor busy, one of which is left to everybody else's requests.
 */
const HASHES_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const lane = createLane(HASHES_AT_ONCE)

const isBcrypt = (stored: string) => /^\$2[aby]\$/.test(stored)

/** Hashes a password with argon2id. */
export const hashPassword = (password: string): Promise<string> => lane.run(() => hash(password, ARGON2))

/** Makes a short secret as dear to guess as a password; the same text and salt give the same answer, so that it can be looked up. */
export const stretch = (text: string, salt: string): Promise<string> =>
  lane.run(async () => (await hashRaw(text, { ...ARGON2, salt: Buffer.from(salt) })).toString('base64url'))

/** Compares with an argon2id hash, or with the bcrypt hash of an imported user. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (stored === '') return false
  return lane.run(() => (isBcrypt(stored) ? verifyBcrypt(password, stored) : verify(stored, password)))
}

/** Whether the stored hash is of the older kind and is to be replaced after a sign-in. */
export const needsUpgrade = (stored: string): boolean => isBcrypt(stored)

const MIN_BYTES = 8
const MAX_BYTES = 16
const KINDS = [/\p{L}/u, /\p{N}/u, /[\p{P}\p{S}]/u]

const formProblem = (password: string): string | undefined => {
  const bytes = Buffer.byteLength(password)
  if (bytes < MIN_BYTES || bytes > MAX_BYTES) return `a password has ${MIN_BYTES} to ${MAX_BYTES} characters`
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  return kinds < 2 ? 'a password holds at least two of letters, numbers and symbols' : undefined
}

/**
 * What keeps a text from being a password, or undefined: 8 to 16 bytes with at least two of letters, numbers and
 * symbols, of any script (Specification 5 is stricter about what the page lets people type), and none that everybody
 * tries first.
 */
export function passwordProblem(password: string): string | undefined {
  const problem = formProblem(password)
  if (problem !== undefined) return problem
  const isCommon = isCommonPassword(password, (one) => formProblem(one) === undefined)
  return isCommon ? 'this password is among the most common ones; choose another' : undefined
}

/** Shorter ones are in too many passwords that nobody could guess by them. */
const SHORTEST_WORD = 4

/** Says which of these words a password holds, in whatever letter case; they are what a guesser knows about somebody. */
function wordProblem(password: string, words: readonly string[]): string | undefined {
  const text = password.toLowerCase()
  const found = words.find((word) => word.length >= SHORTEST_WORD && text.includes(word.toLowerCase()))
  return found === undefined ? undefined : `a password must not hold ${found}; choose another`
}

/** What a choice of password is held against, beside the rule of its form. */
export type PasswordSettings = Pick<Env, 'PASSWORD_BREACHED_FILE' | 'PASSWORD_WORDS'>

/** What keeps this password from being chosen for an account, by whomever, or undefined. */
export function choiceProblem(
  { PASSWORD_WORDS, PASSWORD_BREACHED_FILE }: PasswordSettings,
  account: string,
  password: string,
): string | undefined {
  const words = [account, ...PASSWORD_WORDS.split(',').map((word) => word.trim())]
  const problem = passwordProblem(password) ?? wordProblem(password, words)
  if (problem !== undefined) return problem
  return isBreached(PASSWORD_BREACHED_FILE, password)
    ? 'this password has become known by a breach elsewhere; choose another'
    : undefined
}
