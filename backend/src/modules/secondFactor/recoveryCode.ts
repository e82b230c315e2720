import { randomInt } from 'node:crypto'
import { stretch } from '../../platform/passwords.ts'
import type { Secrets } from '../../platform/secrets.ts'

const RECOVERY_CODES = 10
/** No characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Ten codes of 49 bits, written so that they can be copied from paper. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => `${half()}-${half()}`)

/** What of an answer counts: people write codes with spaces, dashes and capitals. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase()

/** Keyed, so that a copy of the database alone is of no use, and bound to its owner. */
const keyedHash = (secrets: Secrets, userId: number, code: string): string =>
  secrets.sign(`${userId} ${plainCode(code)}`, 'recovery code')

/** And slow, for whoever has the key as well: 49 bits are soon guessed otherwise. */
export const recoveryHash = (secrets: Secrets, userId: number, code: string): Promise<string> =>
  stretch(keyedHash(secrets, userId, code), secrets.sign(String(userId), 'recovery salt'))

/** What a code may be kept as: codes that are older than the slow hash are good until they are replaced. */
export const recoveryHashes = async (secrets: Secrets, userId: number, code: string): Promise<string[]> => [
  await recoveryHash(secrets, userId, code),
  keyedHash(secrets, userId, code),
]
