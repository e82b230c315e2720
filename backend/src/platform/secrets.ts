import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, type Env } from '../env.ts'

const VERSION = 'v1'
const ENCRYPTED = new RegExp(`^${VERSION}\\.[\\w-]{38,}$`)
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts what must be read again (SSH passwords, API keys, repository addresses) and signs short texts. */
export interface Secrets {
  /** Encrypts with AES-256-GCM; the purpose is bound in, so that a value cannot be moved to another column. "" stays "". */
  encrypt(plain: string, purpose: string): string
  /** Reads back what `encrypt` made for the same purpose. @throws Error when key or value do not fit */
  decrypt(stored: string, purpose: string): string
  /** Whether a text has the form of what `encrypt` answers. */
  isEncrypted(text: string): boolean
  /** A signature of the text, URL-safe. */
  sign(text: string, purpose: string): string
  /** Whether the signature is the one `sign` gives; takes the same time for every wrong one. */
  verify(text: string, purpose: string, signature: string): boolean
  /** Key of the session tokens. */
  sessionKey: Uint8Array
}

/** Reads a key file that only its owner may read, or creates it at the first start. */
function keyFile(dataDir: string, name: string): Buffer {
  const file = path.join(dataDir, name)
  if (!existsSync(file))
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
}

/**
 * Opens the keys named by the settings, or those kept in DATA_DIR.
 * @throws ConfigError when the encryption key has not 32 bytes
 */
export function openSecrets(env: Pick<Env, 'DATA_DIR' | 'ENCRYPTION_KEY' | 'SESSION_SECRET'>): Secrets {
  const key =
    env.ENCRYPTION_KEY === '' ? keyFile(env.DATA_DIR, 'encryption.key') : Buffer.from(env.ENCRYPTION_KEY, 'base64')
  if (key.length !== KEY_BYTES) {
    throw new ConfigError(
      `ENCRYPTION_KEY: ${key.length} bytes; give ${KEY_BYTES} bytes as base64 (openssl rand -base64 32)`,
    )
  }
  const sessionKey = env.SESSION_SECRET === '' ? keyFile(env.DATA_DIR, 'session.key') : Buffer.from(env.SESSION_SECRET)

  const sign = (text: string, purpose: string) =>
    createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url')

  return {
    sessionKey,
    sign,
    verify: (text, purpose, signature) => {
      const expected = Buffer.from(sign(text, purpose))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
    isEncrypted: (text) => ENCRYPTED.test(text),
    encrypt: (plain, purpose) => {
      if (plain === '') return ''
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    decrypt: (stored, purpose) => {
      if (stored === '') return ''
      const [version, text = ''] = stored.split('.')
      if (version !== VERSION) throw new Error(`secret of purpose ${purpose} has an unknown form`)
      const raw = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, raw.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(raw.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return decipher.update(raw.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** SHA-256 as hex, to look a high-entropy secret up without storing it. */
export const lookupHash = (secret: string): string => hash('sha256', secret)
