import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const isBcrypt = (stored: string) => /^\$2[aby]\$/.test(stored)

/** Hashes a password with argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

/** Compares with an argon2id hash, or with the bcrypt hash of an imported user. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (stored === '') return false
  return isBcrypt(stored) ? verifyBcrypt(password, stored) : verify(stored, password)
}

/** Whether the stored hash is of the older kind and is to be replaced after a sign-in. */
export const needsUpgrade = (stored: string): boolean => isBcrypt(stored)

const MIN_BYTES = 8
const MAX_BYTES = 16
const KINDS = [/\p{L}/u, /\p{N}/u, /[\p{P}\p{S}]/u]

/**
 * What keeps a text from being a password, or undefined: 8 to 16 bytes with at least two of letters, numbers and
 * symbols, of any script (Specification 5 is stricter about what the page lets people type).
 */
export function passwordProblem(password: string): string | undefined {
  const bytes = Buffer.byteLength(password)
  if (bytes < MIN_BYTES || bytes > MAX_BYTES) return `a password has ${MIN_BYTES} to ${MAX_BYTES} characters`
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  return kinds < 2 ? 'a password holds at least two of letters, numbers and symbols' : undefined
}
