import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { ReleaseSignature } from '@windlass/shared-kit/contract/area'
import { ArtefactError } from './artefactError.ts'

/** A public key by its fingerprint. */
export interface PublicKey {
  /** SHA-256 of the key (SPKI, DER), hex. */
  keyId: string
  /** PEM (SPKI) */
  publicKey: string
}

/** A new pair of keys for a team; the private one never leaves the team. */
export function createKeyPair(): PublicKey & { privateKey: string } {
  const pair = generateKeyPairSync('ed25519')
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { privateKey, ...describe(pair.publicKey) }
}

/** Reads a public key that somebody hands in, normalised, or says what is wrong with it. */
export function parsePublicKey(pem: string): PublicKey {
  const text = pem.trim()
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) throw new ArtefactError('key', PRIVATE_GIVEN)
  if (text.startsWith('ssh-')) throw new ArtefactError('key', SSH_GIVEN)
  // Node also takes certificates and derives the key of one; nobody would know later what is trusted.
  if (!/^-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----$/.test(text)) throw new ArtefactError('key', NOT_A_KEY)
  const key = readKey(() => createPublicKey(text), NOT_A_KEY)
  requireEd25519(key, 'public')
  return describe(key)
}

/** Signs the bytes of contents.json with the PEM of a private key. */
export function signContents(contentsText: Buffer, privateKey: string): ReleaseSignature {
  if (/-----BEGIN PUBLIC KEY-----/.test(privateKey)) throw new ArtefactError('key', PUBLIC_GIVEN)
  const key = readKey(() => createPrivateKey(privateKey), NOT_A_PRIVATE_KEY)
  requireEd25519(key, 'private')
  const { keyId } = describe(createPublicKey(key))
  return { keyId, signature: sign(null, contentsText, key).toString('base64') }
}

interface Signed {
  contentsText: Buffer
  signature?: ReleaseSignature
}

/** Answers the id of the key that vouches for an artefact, or says why none of `keys` does. */
export function requireSignature({ contentsText, signature }: Signed, keys: readonly PublicKey[]): string {
  if (!signature) throw new ArtefactError('signature', UNSIGNED)
  const known = keys.find((key) => key.keyId === signature.keyId)
  if (!known) throw new ArtefactError('signature', unknownKey(signature.keyId))
  const key = parsePublicKey(known.publicKey)
  if (key.keyId !== known.keyId) throw new ArtefactError('key', mixedUpKey(known.keyId))
  if (!verify(null, contentsText, key.publicKey, Buffer.from(signature.signature, 'base64')))
    throw new ArtefactError('signature', DOES_NOT_FIT)
  return known.keyId
}

function describe(key: KeyObject): PublicKey {
  const keyId = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
  return { keyId, publicKey: key.export({ type: 'spki', format: 'pem' }).toString() }
}

function readKey(read: () => KeyObject, refusal: string): KeyObject {
  try {
    return read()
  } catch (error) {
    // The cause names the decoder, never the key itself.
    throw new ArtefactError('key', refusal, { cause: error })
  }
}

function requireEd25519(key: KeyObject, half: 'public' | 'private'): void {
  if (key.asymmetricKeyType === 'ed25519') return
  const kind = key.asymmetricKeyType ?? 'another kind'
  throw new ArtefactError('key', `This ${half} key is ${kind}, not Ed25519: make a pair with \`pnpm release keygen\``)
}

const UNSIGNED = 'The artefact is not signed: sign it by publishing with WINDLASS_SIGNING_KEY set'
const DOES_NOT_FIT =
  'The signature does not fit the artefact: its contents.json was changed after signing, or signed elsewhere. Build and publish again'
const PRIVATE_GIVEN =
  'This is a private key: give the public half (`….pub.pem`), and make a new pair if the private one left your machine'
const PUBLIC_GIVEN = 'This is a public key: signing needs the private half that `pnpm release keygen` wrote'
const SSH_GIVEN = 'This is an SSH key: release keys are PEM files, made with `pnpm release keygen`'
const NOT_A_KEY = 'This is not a public key in PEM form: it starts with "-----BEGIN PUBLIC KEY-----"'
const NOT_A_PRIVATE_KEY =
  'This is not a private key in PEM form without a passphrase: it starts with "-----BEGIN PRIVATE KEY-----"'
const unknownKey = (keyId: string) =>
  `The artefact is signed with key ${keyId.slice(0, 16)}…, which may not sign this area: let somebody who manages release keys add it`
const mixedUpKey = (keyId: string) =>
  `The stored public key of ${keyId.slice(0, 16)}… is another one: remove the key and add it again`
