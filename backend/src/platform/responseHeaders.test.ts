import { RoleList } from '@windlass/shared-kit/contract/role'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../testing/testServer.ts'

describe('every answer', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer({ TRUST_PROXY: 'true' })
  })
  afterAll(() => closeTestServer(server))

  const headersOf = async (url: string, headers: Record<string, string> = {}) =>
    (await server.app.inject({ method: 'GET', url, headers: { ...server.admin.headers, ...headers } })).headers

  it.each([RoleList.path, '/user/getConfig', '/no-such-thing', '/openapi.json'])(
    'is taken for nothing else, framed nowhere and kept by nobody: %s',
    async (path) => {
      const headers = await headersOf(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
      expect(headers['content-type']).toMatch(/^application\/json; charset=utf-8$/)
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    },
  )

  it('keeps browsers on HTTPS once they came by it', async () => {
    expect(await headersOf(RoleList.path, { 'x-forwarded-proto': 'https' })).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
    })
    expect(await headersOf(RoleList.path)).not.toHaveProperty('strict-transport-security')
  })
})
