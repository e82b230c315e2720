import { BLANK_SERVER, type ServerRow } from '@windlass/shared-kit/contract/server'
import { describe, expect, it } from 'vitest'
import { connectionOf, fieldsOf, serverInputOf } from './serverForm.ts'

const byKey: ServerRow = {
  ...BLANK_SERVER,
  ...{ tags: ['eu'], jumps: [], hostKey: null, bindCount: 0 },
  id: 7,
  name: 'web-1',
  ip: '10.0.0.5',
  port: 2222,
  owner: 'deploy',
  path: '/keys/id',
  password: 'keep:7:password:mac',
  os: 'linux',
  namespaceId: 1,
}
const jumping: ServerRow = {
  ...byKey,
  jumpIP: 'bastion.example.com',
  jumpPort: 22,
  jumpOwner: 'ops',
  jumpPassword: 'keep:7:jumpPassword:mac',
  jumps: [{ host: '10.0.0.9', port: 2200, owner: 'ops', path: '/keys/hop', password: 'keep:7:jumpPassword.1:mac' }],
}

describe('the form of a server', () => {
  it.each([byKey, jumping])('sends back what it was given when nothing is changed', (server) => {
    expect(server).toMatchObject(serverInputOf(fieldsOf(server, 1)))
  })

  it('starts a new server with the usual values and no secret', () => {
    const input = connectionOf(fieldsOf(undefined, 1))
    expect(input).toMatchObject({ port: 22, owner: 'root', path: '/root/.ssh/id_rsa', password: '', jumpIP: '' })
  })

  it('replaces a stored secret by a typed one, and drops it when asked to', () => {
    const fields = fieldsOf(byKey, 1)
    const passwordOf = (change: object) => connectionOf({ ...fields, target: { ...fields.target, ...change } }).password
    expect(passwordOf({})).toBe('keep:7:password:mac')
    expect(passwordOf({ secret: 'typed' })).toBe('typed')
    expect(passwordOf({ isSecretRemoved: true })).toBe('')
  })

  it('never takes a stored passphrase for a password', () => {
    const fields = fieldsOf(byKey, 1)
    const input = connectionOf({ ...fields, target: { ...fields.target, kind: 'password' } })
    expect(input).toMatchObject({ path: '', password: '' })
  })

  it('sends nothing about jump hosts that were removed', () => {
    const input = connectionOf({ ...fieldsOf(jumping, 1), jumps: [] })
    expect(input).toMatchObject({ jumpIP: '', jumpPort: 0, jumpOwner: '', jumpPath: '', jumpPassword: '', jumps: [] })
  })

  it('takes a stored secret along when hosts change places', () => {
    const fields = fieldsOf(jumping, 1)
    expect(connectionOf({ ...fields, jumps: fields.jumps.toReversed() })).toMatchObject({
      ...{ jumpIP: '10.0.0.9', jumpPort: 2200, jumpPath: '/keys/hop', jumpPassword: 'keep:7:jumpPassword.1:mac' },
      jumps: [{ host: 'bastion.example.com', port: 22, path: '', password: 'keep:7:jumpPassword:mac' }],
    })
  })
})
