import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyCreated, PasskeyUsed } from '@windlass/shared-kit/contract/passkey'

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

/** What a page hands to a device; `options` is the JSON that the server answered. */
interface Wish {
  options: unknown
  origin: string
}

/** Ways in which a device, or somebody who pretends to be one, can misbehave. */
interface Tricks {
  /** Only touched: neither finger nor PIN. */
  isUnverified?: boolean
  /** Answers a site of another name. */
  rpId?: string
  /** Says that it was used this often. */
  counter?: number
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

const challengeOf = (options: unknown): string => (options as { challenge: string }).challenge

const clientData = (type: string, { options, origin }: Wish) =>
  Buffer.from(JSON.stringify({ type, challenge: challengeOf(options), origin, crossOrigin: false }))

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  // EC2 key (2), ES256 (-7), curve P-256 (1).
  const entries: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, point(x)],
    [-3, point(y)],
  ]
  return Buffer.from(isoCBOR.encode(new Map(entries) as never))
}

/** A device with one passkey, as a program: it signs for real, and can be told to misbehave. */
export function makeSoftAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let used = 0

  const data = (origin: string, flags: number, { isUnverified, rpId, counter }: Tricks) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags | USER_PRESENT | (isUnverified ? 0 : USER_VERIFIED), 0)
    used = counter ?? used + 1
    head.writeUInt32BE(used, 1)
    return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), head])
  }

  return {
    create: (wish: Wish, tricks: Tricks = {}): PasskeyCreated => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        data(wish.origin, HAS_CREDENTIAL, tricks),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', wish)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      }
    },

    use: (wish: Wish, tricks: Tricks = {}): PasskeyUsed => {
      const authenticatorData = data(wish.origin, 0, tricks)
      const clientDataJSON = clientData('webauthn.get', wish)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
        },
      }
    },
  }
}
