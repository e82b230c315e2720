import type * as Argon2 from '@node-rs/argon2'
import { Code } from '@windlass/shared-kit/contract'
import { UserLogin } from '@windlass/shared-kit/contract/session'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../../testing/testServer.ts'

/** The parameters of each hash that a password was compared with: they are what the comparison costs. */
const compared = vi.hoisted((): string[] => [])

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>()
  return {
    ...real,
    verify: (hash: string, password: string) => {
      compared.push(hash.split('$').slice(0, 4).join('$'))
      return real.verify(hash, password)
    },
  }
})

let server: TestServer
beforeAll(async () => {
  server = await makeTestServer({ LOGIN_MAX_ERRORS: '3' })
})
afterAll(() => closeTestServer(server))
beforeEach(() => {
  compared.length = 0
})

const workFor = async (account: string) => {
  const { code, message } = await server.nobody.ask(UserLogin, { account, password: 'Wrong-pass-1' })
  return { code, message, compared: compared.splice(0) }
}

it('costs as much to be refused under an account that does not exist as under one that does', async () => {
  const known = await workFor('admin')
  expect(known).toMatchObject({ code: Code.Denied, compared: [expect.stringMatching(/^\$argon2id\$v=19\$m=19456,/)] })
  expect(await workFor('nobody-at-all')).toEqual(known)
})

it('costs nothing to be refused under a locked account, whether it exists or not', async () => {
  for (const account of ['admin', 'nobody-else']) {
    for (let failure = 0; failure < 3; failure++) await workFor(account)
  }
  const known = await workFor('admin')
  expect(known.compared).toEqual([])
  expect(await workFor('nobody-else')).toMatchObject({ code: known.code, compared: [] })
})
