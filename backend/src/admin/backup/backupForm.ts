import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { refused } from '../../commandLine/commandError.ts'

/** What stands first in a backup. */
export interface BackupHead {
  format: 1
  /** Of the console that made it. */
  version: string
  migrations: string[]
  engine: string
  createTime: string
  /** Tells whether a key is the one the secrets were encrypted with, without telling the key. */
  keyCheck: string
  hasKeys: boolean
  rows: Record<string, number>
  counters: Record<string, number>
}

/** What stands last: everything before it, so that a backup that was cut off has none. */
export interface BackupManifest {
  files: Record<string, { size: number; sha256: string }>
}

export const HEAD_NAME = 'windlass-backup.json'
export const MANIFEST_NAME = 'manifest.json'
export const KEYS_NAME = 'keys.sealed'
/** What the encryption key signs for `keyCheck`. */
export const KEY_CHECK = { text: 'windlass', purpose: 'backup' } as const

/** Folders and files of DATA_DIR that can't be made again. */
export const KEPT_FILES = ['project-file', 'terminal-log', 'known_hosts'] as const
/** What opens everything else; only with a passphrase. */
export const KEY_FILES = ['encryption.key', 'session.key', 'keys'] as const

const NAME = /^(?:windlass-backup\.json|manifest\.json|keys\.sealed|tables\/[a-z0-9_]+\.ndjson\.gz|files\/.+)$/

/** Whether something in a backup has a name that a backup gives; what leads out of a folder has not. */
export const isBackupName = (name: string): boolean =>
  NAME.test(name) &&
  !name.split('/').some((part) => part === '' || part === '.' || part === '..') &&
  !name.includes('\0')

/** Bytes do not fit into JSON. */
export const encodeValue = (value: unknown): unknown =>
  value instanceof Uint8Array ? { $base64: Buffer.from(value).toString('base64') } : value

/** The reverse of `encodeValue`. */
export function decodeValue(value: unknown): unknown {
  const bytes: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, '$base64') : undefined
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : value
}

const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const
const [SALT_BYTES, IV_BYTES, TAG_BYTES, KEY_BYTES] = [16, 12, 16, 32]

/** Locks the keys of a console with a passphrase. */
export function sealKeys(files: Readonly<Record<string, string>>, passphrase: string): Buffer {
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)]
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, KEY_BYTES, SCRYPT), iv)
  const body = Buffer.concat([cipher.update(JSON.stringify(files), 'utf8'), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), body])
}

/** Unlocks what `sealKeys` locked. @throws CommandError when the passphrase is another one */
export function openKeys(sealed: Buffer, passphrase: string): Record<string, string> {
  const [ivAt, tagAt, bodyAt] = [SALT_BYTES, SALT_BYTES + IV_BYTES, SALT_BYTES + IV_BYTES + TAG_BYTES]
  const key = scryptSync(passphrase, sealed.subarray(0, ivAt), KEY_BYTES, SCRYPT)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(ivAt, tagAt)).setAuthTag(
    sealed.subarray(tagAt, bodyAt),
  )
  try {
    const json = decipher.update(sealed.subarray(bodyAt), undefined, 'utf8') + decipher.final('utf8')
    return JSON.parse(json) as Record<string, string>
  } catch {
    // Authenticated encryption: it opens with this passphrase only.
    throw refused('passphrase', 'this is not the passphrase the keys were locked with; nothing was changed')
  }
}
