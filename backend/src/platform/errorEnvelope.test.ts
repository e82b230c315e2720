import { Code, Permission } from '@windlass/shared-kit/contract'
import { NamespaceAdd, NamespaceRemoveUser } from '@windlass/shared-kit/contract/namespace'
import { UserLogin } from '@windlass/shared-kit/contract/session'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from '../testing/testServer.ts'

describe('the output of the console', () => {
  let server: TestServer
  let person: TestCaller
  const lines: string[] = []
  const noted = () =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'refused')

  beforeAll(async () => {
    server = await makeTestServer({}, pino({}, { write: (line: string) => lines.push(line) }))
    person = await server.makeUser([Permission.AddNamespace, Permission.DeleteNamespaceUser])
  })
  beforeEach(() => {
    lines.length = 0
  })
  afterAll(() => closeTestServer(server))

  it('has a line for input that is refused, with who sent it and none of what he sent', async () => {
    await person.ask(NamespaceAdd, { name: 'far too long a name, and with a secret in it' })
    expect(noted()).toMatchObject([
      { path: NamespaceAdd.path, userId: person.userId, address: '127.0.0.1', code: Code.Failed },
    ])
    expect(lines.join()).not.toContain('secret')
  })

  it('has a line for what a rule refuses, and none for what is done', async () => {
    await person.ask(NamespaceRemoveUser, { namespaceUserId: 9999 })
    expect(noted()).toMatchObject([{ path: NamespaceRemoveUser.path, userId: person.userId }])
    await person.call(NamespaceAdd, { name: 'harbour' })
    expect(noted()).toHaveLength(1)
  })

  it('has one line for a call from a foreign page, for a path that is none, and for a body that cannot be read', async () => {
    const ask = (url: string, headers: object, payload = '{}') =>
      server.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })
    await ask(UserLogin.path, { origin: 'https://evil.example' })
    await ask('/no/such/path?token=hidden', {})
    await ask(UserLogin.path, {}, '{"account":')
    expect(noted().map(({ path }) => path)).toEqual([UserLogin.path, '/no/such/path', UserLogin.path])
    expect(lines.join()).not.toContain('hidden')
  })

  it('has one line for a call without the permission', async () => {
    const nobody = await server.makeUser([])
    await nobody.ask(NamespaceAdd, { name: 'x' })
    expect(noted()).toMatchObject([{ path: NamespaceAdd.path, code: Code.Denied }])
  })
})
