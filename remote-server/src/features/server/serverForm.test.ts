import { BLANK_SERVER } from '@windlass/shared-kit/contract/server'
import { describe, expect, it } from 'vitest'
import { connectionOf, fieldsOf, serverInputOf, storedSecretsOf } from './serverForm.ts'

const byKey = {
  ...BLANK_SERVER,
  id: 7,
  name: 'web-1',
  ip: '10.0.0.5',
  port: 2222,
  owner: 'deploy',
  path: '/keys/id',
  password: 'keep:7:password:mac',
  os: 'linux',
  namespaceId: 1,
} as const
const jumping = {
  ...byKey,
  jumpIP: 'bastion.example.com',
  jumpPort: 22,
  jumpOwner: 'ops',
  jumpPassword: 'keep:7:jumpPassword:mac',
} as const

describe('the form of a server', () => {
  it.each([byKey, jumping])('sends back what it was given when nothing is changed', (server) => {
    expect(server).toMatchObject(serverInputOf(fieldsOf(server, 1), storedSecretsOf(server)))
  })

  it('starts a new server with the usual values and no secret', () => {
    const input = connectionOf(fieldsOf(undefined, 1), storedSecretsOf(undefined))
    expect(input).toMatchObject({ port: 22, owner: 'root', path: '/root/.ssh/id_rsa', password: '', jumpIP: '' })
  })

  it('replaces a stored secret by a typed one, and drops it when asked to', () => {
    const fields = fieldsOf(byKey, 1)
    const stored = storedSecretsOf(byKey)
    const passwordOf = (change: object) =>
      connectionOf({ ...fields, target: { ...fields.target, ...change } }, stored).password
    expect(passwordOf({})).toBe('keep:7:password:mac')
    expect(passwordOf({ secret: 'typed' })).toBe('typed')
    expect(passwordOf({ isSecretRemoved: true })).toBe('')
  })

  it('never takes a stored passphrase for a password', () => {
    const fields = fieldsOf(byKey, 1)
    const input = connectionOf({ ...fields, target: { ...fields.target, kind: 'password' } }, storedSecretsOf(byKey))
    expect(input).toMatchObject({ path: '', password: '' })
  })

  it('sends nothing about a jump host that is switched off', () => {
    const input = connectionOf({ ...fieldsOf(jumping, 1), isJumping: false }, storedSecretsOf(jumping))
    expect(input).toMatchObject({ jumpIP: '', jumpPort: 0, jumpOwner: '', jumpPath: '', jumpPassword: '' })
  })
})
