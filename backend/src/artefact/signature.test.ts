import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createKeyPair, parsePublicKey, requireSignature, signContents } from './signature.ts'

const TEAM = createKeyPair()
const contentsText = Buffer.from('{"id":"logs"}')
const signature = signContents(contentsText, TEAM.privateKey)
const pem = { type: 'spki', format: 'pem' } as const
const privatePem = { type: 'pkcs8', format: 'pem' } as const
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: pem, privateKeyEncoding: privatePem })
const x25519 = generateKeyPairSync('x25519', { publicKeyEncoding: pem, privateKeyEncoding: privatePem })

describe('a signature', () => {
  it('is taken when a known key made it over these contents', () => {
    const other = createKeyPair()
    expect(requireSignature({ contentsText, signature }, [other, TEAM])).toBe(TEAM.keyId)
  })

  it('is named after the fingerprint of its key', () => {
    const der = createPublicKey(TEAM.publicKey).export({ type: 'spki', format: 'der' })
    expect(signature.keyId).toBe(createHash('sha256').update(der).digest('hex'))
    expect(signature.signature).toMatch(/^[A-Za-z0-9+/]{86}==$/)
  })

  it('is refused when it is missing, of nobody known, or over other contents', () => {
    expect(() => requireSignature({ contentsText }, [TEAM])).toThrow(/^The artefact is not signed: sign it/)
    expect(() => requireSignature({ contentsText, signature }, [createKeyPair()])).toThrow(
      new RegExp(`^The artefact is signed with key ${TEAM.keyId.slice(0, 16)}…, which may not sign this area`),
    )
    expect(() => requireSignature({ contentsText, signature }, [])).toThrow(/may not sign this area/)
    expect(() => requireSignature({ contentsText: Buffer.from('{"id":"logs" }'), signature }, [TEAM])).toThrow(
      /^The signature does not fit/,
    )
  })

  it('is refused when it claims the key of somebody else', () => {
    const thief = signContents(contentsText, createKeyPair().privateKey)
    expect(() => requireSignature({ contentsText, signature: { ...thief, keyId: TEAM.keyId } }, [TEAM])).toThrow(
      /does not fit/,
    )
  })

  it('is refused when the store mixed up its keys', () => {
    const { publicKey } = createKeyPair()
    expect(() => requireSignature({ contentsText, signature }, [{ keyId: TEAM.keyId, publicKey }])).toThrow(
      /is another one: remove the key/,
    )
  })

  it('is only made with the private half of a release key', () => {
    expect(() => signContents(contentsText, TEAM.publicKey)).toThrow(
      /^This is a public key: signing needs the private half/,
    )
    expect(() => signContents(contentsText, 'nonsense')).toThrow(/^This is not a private key in PEM form/)
    expect(() => signContents(contentsText, rsa.privateKey)).toThrow('This private key is rsa, not Ed25519')
    expect(() => signContents(contentsText, x25519.privateKey)).toThrow('This private key is x25519, not Ed25519')
  })
})

describe('a public key', () => {
  it('is the same however its file ends its lines', () => {
    const { keyId, publicKey } = TEAM
    expect(parsePublicKey(`\n${publicKey.replaceAll('\n', '\r\n')}\n`)).toEqual({ keyId, publicKey })
  })

  it.each([
    ['a private key', TEAM.privateKey, /^This is a private key: give the public half/],
    ['a private key of another kind', rsa.privateKey, /^This is a private key/],
    ['an RSA key', rsa.publicKey, /^This public key is rsa, not Ed25519/],
    ['an X25519 key', x25519.publicKey, /^This public key is x25519, not Ed25519/],
    ['an SSH key', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA me@here', /^This is an SSH key/],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', /^This is not a public key/],
    [
      'nonsense in an envelope',
      '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
      /^This is not a public key/,
    ],
    ['two keys', `${TEAM.publicKey}${TEAM.publicKey}`, /^This is not a public key/],
    ['nothing', '', /^This is not a public key/],
  ])('is refused when it is %s', (_name, text, message) => {
    expect(() => parsePublicKey(text)).toThrow(message)
  })

  it('never shows a private key in what it says', () => {
    const body = TEAM.privateKey.split('\n')[1] ?? ''
    expect(() => parsePublicKey(TEAM.privateKey)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(body) }),
    )
  })
})
