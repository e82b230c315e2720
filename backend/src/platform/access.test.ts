import { Code } from '@windlass/shared-kit/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeTestServer, makeTestServer, type TestServer } from '../testing/testServer.ts'

describe('the gate in front of every endpoint', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await makeTestServer()
  })
  afterAll(() => closeTestServer(server))

  it('says so when the path or the method is unknown', async () => {
    expect((await server.app.inject({ method: 'GET', url: '/no/such' })).json()).toMatchObject({ code: Code.Denied })
  })

  it('is ready, and says which version it is', async () => {
    expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
    expect((await server.app.inject('/version')).json()).toMatchObject({ name: 'windlass' })
  })
})
