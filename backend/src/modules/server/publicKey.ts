import { readFile, stat } from 'node:fs/promises'
import { failed } from '../../platform/errors.ts'
import type { KeyFiles } from '../../platform/ssh/keyFiles.ts'

const LIMIT = 16 * 1024
const KEY_TYPE =
  /^(ssh-(ed25519|rsa|dss)|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com) /

/**
 * Reads the public half of a private key file.
 * @throws AppError when it is not there, not in a key folder, or no public key
 */
export async function readPublicKey(keyFiles: KeyFiles, privateKey: string): Promise<string> {
  const file = await keyFiles.resolve(`${privateKey}.pub`)
  const { size } = await stat(file)
  const text = size <= LIMIT ? await readFile(file, 'utf8') : ''
  if (!KEY_TYPE.test(text)) throw failed(`${privateKey}.pub is not a public SSH key`)
  return text
}
