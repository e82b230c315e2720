import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookupHash, openSecrets, type Secrets } from './secrets.ts'

/** What the cipher says when its tag does not fit. */
const FORGED = /unable to authenticate data/

describe('secrets', () => {
  let folder: string
  let secrets: Secrets
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'windlass-secrets-'))
    secrets = openSecrets({ DATA_DIR: folder, ENCRYPTION_KEY: '', SESSION_SECRET: '' })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('come back as they went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, purpose) => {
        expect(secrets.decrypt(secrets.encrypt(plain, purpose), purpose)).toBe(plain)
      }),
    )
  })

  it('look different every time and show nothing of what they hold', () => {
    const [one, two] = [secrets.encrypt('same text', 'p'), secrets.encrypt('same text', 'p')]
    expect(one).not.toBe(two)
    expect(one).not.toContain(Buffer.from('same text').toString('base64url').slice(0, 8))
  })

  it('do not open for another purpose, with another key, or after a change', async () => {
    const stored = secrets.encrypt('secret', 'server.password')
    expect(() => secrets.decrypt(stored, 'user.apiKey')).toThrow(FORGED)
    const other = openSecrets({
      DATA_DIR: folder,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      SESSION_SECRET: '',
    })
    expect(() => other.decrypt(stored, 'server.password')).toThrow(FORGED)
    const raw = Buffer.from(stored.slice(3), 'base64url')
    for (const at of [0, 12, raw.length - 1]) {
      const changed = Buffer.from(raw)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => secrets.decrypt(`v1.${changed.toString('base64url')}`, 'server.password')).toThrow(FORGED)
    }
    expect(() => secrets.decrypt('plain text', 'server.password')).toThrow('unknown form')
  })

  it('use the same key files after a restart, which only their owner may read', async () => {
    const stored = secrets.encrypt('kept', 'p')
    const again = openSecrets({ DATA_DIR: folder, ENCRYPTION_KEY: '', SESSION_SECRET: '' })
    expect(again.decrypt(stored, 'p')).toBe('kept')
    expect(again.sessionKey).toEqual(secrets.sessionKey)
    for (const name of ['encryption.key', 'session.key']) {
      expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
    }
  })

  it('refuse a key of the wrong length and say how to make one', () => {
    const settings = { DATA_DIR: folder, ENCRYPTION_KEY: 'c2hvcnQ=', SESSION_SECRET: '' }
    expect(() => openSecrets(settings)).toThrow(/ENCRYPTION_KEY: 5 bytes.*openssl rand/)
  })

  it('sign a text for one purpose', () => {
    const signature = secrets.sign('text', 'callback')
    expect(secrets.verify('text', 'callback', signature)).toBe(true)
    expect(secrets.verify('text', 'preview', signature)).toBe(false)
    expect(secrets.verify('other', 'callback', signature)).toBe(false)
    expect(secrets.verify('text', 'callback', '')).toBe(false)
    expect(secrets.verify('text', 'callback', `${signature}x`)).toBe(false)
  })

  it('are looked up by a hash that tells letter cases apart', () => {
    expect(lookupHash('Abc')).toMatch(/^[0-9a-f]{64}$/)
    expect(lookupHash('Abc')).not.toBe(lookupHash('abc'))
  })
})
