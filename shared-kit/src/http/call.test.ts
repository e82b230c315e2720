import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoint } from '../contract/endpoint.ts'
import { forgetSession, setSession } from '../session/session.ts'
import { storeNamespace } from '../session/storedNamespace.ts'
import { addressOf, socketAddress } from './address.ts'
import { call } from './call.ts'
import { ApiError, onCallError, TransportError } from './callError.ts'

const List = endpoint({
  method: 'GET',
  path: '/thing/getList',
  access: 'signed-in',
  input: Type.Object({ q: Type.Optional(Type.String()), ids: Type.Optional(Type.Array(Type.Integer())) }),
  output: Type.Object({ list: Type.Array(Type.Integer()) }),
})
const Add = endpoint({
  method: 'POST',
  path: '/thing/add',
  access: 'signed-in',
  input: Type.Object({ name: Type.String() }),
})
const Slow = endpoint({ method: 'GET', path: '/slow', access: 'public' })
const Broken = endpoint({ method: 'GET', path: '/broken', access: 'public' })
const Denied = endpoint({ method: 'GET', path: '/denied', access: 'public' })

const seen: { request: IncomingMessage; body: string }[] = []
let server: Server
let base: HTMLBaseElement

const answers: Record<string, string> = {
  '/thing/getList': '{"code":0,"message":"","data":{"list":[1]}}',
  '/thing/add': '{"code":0,"message":"","data":null}',
  '/broken': '<html>bad gateway</html>',
  '/denied': '{"code":1,"message":"not yours","data":null}',
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      seen.push({ request, body })
      const path = request.url?.split('?')[0] ?? ''
      response.setHeader('access-control-allow-origin', location.origin)
      response.setHeader('access-control-allow-credentials', 'true')
      response.setHeader('access-control-allow-headers', 'content-type, g-n-id, router, x-user-id')
      response.setHeader('access-control-expose-headers', 'x-request-id')
      response.setHeader('x-request-id', 'r-1')
      if (request.method === 'OPTIONS') return response.end()
      if (path === '/slow') return
      response.statusCode = path === '/broken' ? 502 : 200
      response.end(answers[path])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = document.createElement('base')
  base.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  document.head.append(base)
})
afterAll(() => {
  base.remove()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen.length = 0
  forgetSession()
  storeNamespace({ id: 3, name: 'n', roleId: 1 })
})

const last = () => seen.findLast(({ request }) => request.method !== 'OPTIONS')

describe('call', () => {
  it('sends the input of a GET in the query and answers the data of the envelope', async () => {
    expect(await call(List, { q: 'a b', ids: [1, 2] })).toEqual({ list: [1] })
    expect(last()?.request.url).toBe('/thing/getList?q=a+b&ids=1&ids=2')
  })

  it('leaves absent values out of the query', async () => {
    await call(List, { q: undefined })
    expect(last()?.request.url).toBe('/thing/getList')
  })

  it('sends the input of other methods as JSON', async () => {
    await call(Add, { name: 'x' })
    expect(last()).toMatchObject({ body: '{"name":"x"}', request: { method: 'POST' } })
    expect(last()?.request.headers['content-type']).toBe('application/json')
  })

  it('carries namespace, user and the route without its query', async () => {
    setSession({
      userInfo: { id: 9, account: 'a', name: 'A', superManager: 0 },
      namespace: { id: 3, permissionIds: [] },
    })
    location.hash = '#/server/cron?serverId=7'
    await call(List)
    expect(last()?.request.headers).toMatchObject({ 'g-n-id': '3', 'x-user-id': '9', router: '/server/cron' })
  })

  it('leaves the user out while nobody is known to be signed in', async () => {
    await call(List)
    expect(last()?.request.headers['x-user-id']).toBeUndefined()
  })

  it('throws what the server said, with the request id', async () => {
    const error = await call(Denied, {}, { quiet: true }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 1, message: 'not yours', requestId: 'r-1' })
  })

  it('tells an answer that is not the server’s from a refusal', async () => {
    const error = await call(Broken, {}, { quiet: true }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ kind: 'http', message: 'HTTP 502' })
  })

  it('gives up after its time limit', async () => {
    await expect(call(Slow, {}, { quiet: true, timeoutMs: 30 })).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('throws the caller’s own abort as it is, and tells nobody', async () => {
    const told: unknown[] = []
    const stop = onCallError((error) => told.push(error))
    const controller = new AbortController()
    const pending = call(Slow, {}, { signal: controller.signal })
    await vi.waitFor(() => expect(last()?.request.url).toBe('/slow'), { timeout: 10_000 })
    controller.abort()
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    stop()
    expect(told).toEqual([])
  })

  it('tells those who subscribed once per failure, unless the caller is quiet', async () => {
    const told: unknown[] = []
    const stop = onCallError((error) => told.push(error))
    await call(Denied).catch(() => undefined)
    await call(Denied, {}, { quiet: true }).catch(() => undefined)
    stop()
    await call(Denied).catch(() => undefined)
    expect(told).toHaveLength(1)
  })
})

describe('addresses', () => {
  it('put the namespace into links that the browser opens itself', () => {
    expect(new URL(addressOf(List, { q: 'x' })).search).toBe('?q=x&G-N-ID=3')
  })

  it('put namespace and user into websockets', () => {
    setSession({
      userInfo: { id: 9, account: 'a', name: 'A', superManager: 0 },
      namespace: { id: 3, permissionIds: [] },
    })
    const url = new URL(socketAddress('/ws/connect'))
    expect([url.protocol, url.pathname, url.search]).toEqual(['ws:', '/ws/connect', '?G-N-ID=3&userId=9'])
  })
})
