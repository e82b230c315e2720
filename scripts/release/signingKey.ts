import { readFileSync } from 'node:fs'
import { signContents } from '@windlass/backend/artefact/signature'
import { misused } from '@windlass/backend/commandLine/commandError'

/** The private half of a team's key. */
export interface SigningKey {
  pem: string
  keyId: string
}

/** Enough of a fingerprint to tell keys apart. */
export const shortKeyId = (keyId: string): string => keyId.slice(0, 16)

interface Options {
  env: Readonly<Record<string, string | undefined>>
  /** Given with --key. */
  file?: string
  pathOf: (typed: string) => string
}

/** Finds the team's private key: a file named in the command line or environment, or its content from CI's secrets. */
export function findSigningKey({ env, file, pathOf }: Options): SigningKey | undefined {
  if (file?.includes('-----BEGIN'))
    throw misused('--key takes the file of the key, not the key: everybody on this machine could read it', 'secret')
  const named = file ?? env['WINDLASS_SIGNING_KEY']
  const content = env['WINDLASS_SIGNING_KEY_PEM']
  // Secrets of some CI systems hold one line, with \n for its ends.
  const pem = named ? readPem(pathOf(named)) : content?.replaceAll('\\n', '\n')
  if (pem === undefined || pem.trim() === '') return undefined
  return { pem, keyId: signContents(Buffer.alloc(0), pem).keyId }
}

/** The same, where nothing goes without. */
export function requireSigningKey(options: Options, typed: (command: string) => string): SigningKey {
  const key = findSigningKey(options)
  if (key) return key
  throw misused(
    `no signing key: set WINDLASS_SIGNING_KEY to the file of your team's private key, or give --key <file>; \`${typed('keygen --team <name>')}\` makes one`,
    'key',
  )
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw misused(`the signing key cannot be read: ${error instanceof Error ? error.message : String(error)}`, 'key')
  }
}
