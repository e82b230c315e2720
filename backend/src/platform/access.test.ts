import {
  API_KEY_HEADER,
  Code,
  type Endpoint,
  type Envelope,
  NAMESPACE_HEADER,
  Permission,
  USER_HEADER,
} from '@windlass/shared-kit/contract'
import { UserGenerateApiKey } from '@windlass/shared-kit/contract/session'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { fieldsOf } from '../testing/sampleInput.ts'
import { closeTestServer, makeTestServer, type TestCaller } from '../testing/testServer.ts'

/** Whatever else is open to everybody has to be added here by somebody who means it. */
const PUBLIC_BY_DESIGN: ReadonlySet<string> = new Set([
  '/user/login',
  '/user/extLogin',
  '/user/answerSecondFactor',
  '/user/offerSecondFactor',
  '/user/acceptSecondFactor',
  '/user/askPasskey',
  '/user/enterByPasskey',
  '/user/getConfig',
  '/user/mediaLogin',
  '/user/openIdBegin',
  '/user/openIdLogin',
  '/user/getCaptcha',
  '/user/checkCaptcha',
  '/invitation/look',
  '/invitation/accept',
  '/deploy/webhook',
  '/deploy/callback',
  '/agent/report',
  '/agent/reportMany',
  '/agent/getServerID',
  '/agent/getCronList',
  '/agent/getCronLogs',
  '/agent/cronReport',
])
/** Routes beside the contract: the page and its files, what operators need, and sockets that ask the gate themselves. */
const BESIDE_THE_CONTRACT = [
  '/',
  '/*',
  '/assets/*',
  '/remotes/*',
  '/favicon.svg',
  '/registry.json',
  '/preview/*',
  '/embed/:remote/:name',
  '/healthz',
  '/readyz',
  '/version',
  '/metrics',
  '/openapi.json',
  '/server/sftp/upload',
  '/server/sftp/upload/:token',
  '/server/sftp/batch',
]
/** Where a request comes from when it is injected. */
const OWN_PAGE = { host: 'localhost', origin: 'http://localhost' }

// Started while the tests are collected, because the tests are made from what it has mounted.
const server = await makeTestServer()
/** Websockets are behind the same gate, and refused in the same way before they are opened. */
const endpoints = [...server.platform.mount.endpoints, ...server.platform.sockets.endpoints]
const guarded = endpoints.filter((endpoint) => endpoint.access !== 'public')
const permitted = endpoints.filter((endpoint) => typeof endpoint.access !== 'string')
const writing = guarded.filter((endpoint) => endpoint.method !== 'GET')

interface Call {
  headers?: Record<string, string>
  query?: Record<string, string>
  input?: Record<string, unknown>
}

/** Sends an input where the endpoint reads it from. */
async function send(endpoint: Endpoint, { headers = {}, query = {}, input = {} }: Call): Promise<Envelope<unknown>> {
  const isInQuery = endpoint.method === 'GET' || endpoint.multipart
  const texts = Object.entries(input).map(([name, value]) => [name, String(value)])
  const response = await server.app.inject({
    method: endpoint.method,
    url: endpoint.path,
    headers: { ...OWN_PAGE, ...headers },
    query: { ...query, ...(isInQuery && Object.fromEntries(texts)) },
    ...(!isInQuery && { payload: input }),
  })
  expect(response.statusCode).toBe(200)
  // A file is what was asked for, and may hold no more than an envelope may.
  if (response.headers['content-disposition'] !== undefined) return { code: Code.Ok, message: '', data: response.body }
  return response.json()
}

const headersOf = ({ headers, namespaceId }: TestCaller) => ({ ...headers, [NAMESPACE_HEADER]: String(namespaceId) })

/** The paths that are really routed, read from the router itself. */
function routedPaths(): string[] {
  const parents: string[] = []
  const paths: string[] = []
  for (const line of server.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^(.*)── (\S+)( \(.*\))?$/.exec(line)
    const [, indent = '', part = '', methods] = match ?? []
    if (part === '') continue
    const depth = Math.floor(indent.length / 4)
    parents.length = depth
    parents.push(part)
    if (methods !== undefined) paths.push(parents.join(''))
  }
  return paths
}

afterAll(() => closeTestServer(server))

describe('the gate', () => {
  it('has every route of the server behind it, but for the ones that are listed here', () => {
    const known = new Set<string>([...endpoints.map((endpoint) => endpoint.path), ...BESIDE_THE_CONTRACT])
    expect(routedPaths().filter((path) => !known.has(path))).toEqual([])
    expect(routedPaths().length).toBeGreaterThan(endpoints.length)
  })

  it('is open to everybody only where that was meant', () => {
    const open = endpoints.filter((endpoint) => endpoint.access === 'public').map((endpoint) => endpoint.path)
    expect(open.filter((path) => !PUBLIC_BY_DESIGN.has(path))).toEqual([])
  })

  it('knows no operation twice, and no path that is not there', async () => {
    const operations = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(operations).size).toBe(operations.length)
    for (const method of ['GET', 'POST'] as const) {
      expect((await server.app.inject({ method, url: '/no/such' })).json()).toMatchObject({ code: Code.Denied })
    }
  })

  it('is ready, and says which version it is', async () => {
    expect((await server.app.inject('/readyz')).json()).toMatchObject({ status: 'ready' })
    expect((await server.app.inject('/version')).json()).toMatchObject({ name: 'windlass' })
  })
})

describe('nobody', () => {
  it.each(guarded)('is refused at $path', async (endpoint) => {
    expect(await send(endpoint, {})).toMatchObject({ code: Code.IllegalRequest, data: null })
  })

  it.each(guarded)('is refused at $path with a forged cookie', async (endpoint) => {
    const [header, claims] = (server.admin.headers['cookie'] ?? '').split('.')
    const forged = `${header}.${claims}.${'A'.repeat(43)}`
    expect(await send(endpoint, { headers: { cookie: forged } })).toMatchObject({ code: Code.LoginExpired })
  })

  it.each(guarded)('is refused at $path with a made-up API key', async (endpoint) => {
    expect(await send(endpoint, { headers: { [API_KEY_HEADER]: 'x'.repeat(32) } })).toMatchObject({ code: Code.Denied })
  })

  it('does not get in with a token that promises no signature at all', async () => {
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = `${encode({ alg: 'none' })}.${encode({ id: 1, sid: 'x' })}.`
    for (const endpoint of guarded) {
      const headers = { cookie: `${server.env.COOKIE_NAME}=${token}` }
      expect(await send(endpoint, { headers })).toMatchObject({ code: Code.LoginExpired })
    }
  })
})

describe('somebody who is signed in', async () => {
  const newcomer = await server.makeUser([])
  /** Says what is missing, and who can give it. */
  const refusalOf = ({ access }: Endpoint) => ({
    code: Code.Denied,
    data: { missing: access, grantors: expect.arrayContaining([expect.any(String)]) },
  })

  it.each(permitted)('is refused at $path without its permission', async (endpoint) => {
    expect(await send(endpoint, { headers: headersOf(newcomer) })).toMatchObject(refusalOf(endpoint))
  })

  it.each(permitted)('is refused at $path with every permission but its own', async (endpoint) => {
    const own: readonly number[] = typeof endpoint.access === 'string' ? [] : endpoint.access
    const others = Object.values(Permission).filter((id) => !own.includes(id))
    const caller = await server.makeUser(others)
    expect(await send(endpoint, { headers: headersOf(caller) })).toMatchObject(refusalOf(endpoint))
  })

  it('leaves a trace of what he was refused', async () => {
    const rows = await server.platform.db
      .selectFrom('operationLog')
      .select('api')
      .where('userId', '=', newcomer.userId)
      .execute()
    expect(new Set(rows.map((row) => row.api))).toEqual(new Set(permitted.map((endpoint) => endpoint.path)))
  })

  it.each(guarded)('is refused at $path in a namespace he does not belong to', async (endpoint) => {
    const namespaceId = await server.makeNamespace()
    const headers = headersOf(server.inNamespace(newcomer, namespaceId))
    expect(await send(endpoint, { headers })).toMatchObject({ code: Code.NamespaceInvalid, data: null })
  })

  it.each([
    ['9'.repeat(15), Code.NamespaceInvalid],
    ['99999', Code.NamespaceInvalid],
    ['-1', Code.Denied],
    ['1 or 1=1', Code.Denied],
  ])('is refused in the namespace %s, as a super manager too', async (namespaceId, code) => {
    for (const { headers } of [newcomer, server.admin]) {
      for (const endpoint of permitted) {
        const answer = await send(endpoint, { headers: { ...headers, [NAMESPACE_HEADER]: namespaceId } })
        expect(answer).toMatchObject({ code, data: null })
      }
    }
  })

  it.each(guarded)('is refused at $path when the page believes he is somebody else', async (endpoint) => {
    const headers = { ...headersOf(server.admin), [USER_HEADER]: String(newcomer.userId) }
    expect(await send(endpoint, { headers })).toMatchObject({ code: Code.AccountDisabled })
  })

  it.each(endpoints)('is refused at $path with another method', async (endpoint) => {
    const known = endpoints.filter(({ path }) => path === endpoint.path).map((other) => other.method)
    const method = (['GET', 'POST', 'PUT', 'DELETE'] as const).find((name) => !known.includes(name)) ?? 'PUT'
    const response = await server.app.inject({ method, url: endpoint.path, headers: headersOf(server.admin) })
    expect(response.json()).toMatchObject({ code: Code.IllegalRequest })
  })

  it('is refused everywhere after his session has expired', async () => {
    const person = await server.makeUser(Object.values(Permission))
    const past = { expireTime: Date.now() - 1 }
    await server.platform.db.updateTable('session').set(past).where('userId', '=', person.userId).execute()
    for (const endpoint of guarded) {
      expect(await send(endpoint, { headers: headersOf(person) })).toMatchObject({ code: Code.LoginExpired })
    }
  })
})

describe('a session', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('slides while it is used, and ends when it is not', async () => {
    const person = await server.makeUser([])
    const info = guarded.find((endpoint) => endpoint.path === '/user/info') as Endpoint
    const ask = (cookie: string) => server.app.inject({ url: info.path, headers: { cookie, [NAMESPACE_HEADER]: '1' } })
    const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
    vi.useFakeTimers({ toFake: ['Date'] })
    later(server.env.SESSION_SECONDS - 60)
    const [renewed] = (await ask(person.headers['cookie'] ?? '')).cookies
    later(120)
    expect((await ask(person.headers['cookie'] ?? '')).json()).toMatchObject({ code: Code.LoginExpired })
    expect((await ask(`${renewed?.name}=${renewed?.value}`)).json()).toMatchObject({ code: Code.Ok })
    later(server.env.SESSION_SECONDS + 1)
    expect((await ask(`${renewed?.name}=${renewed?.value}`)).json()).toMatchObject({ code: Code.LoginExpired })
  })
})

describe('another site', () => {
  it.each([...writing, ...endpoints.filter((endpoint) => endpoint.access === 'public' && endpoint.method !== 'GET')])(
    'cannot call $path with the cookie of a visitor',
    async (endpoint) => {
      for (const origin of ['https://evil.example', 'http://localhost:80.evil.example', 'null']) {
        const headers = { ...headersOf(server.admin), host: 'localhost:80', origin }
        expect(await send(endpoint, { headers })).toMatchObject({ code: Code.Denied })
      }
    },
  )

  it.each(writing)('cannot post a form to $path', async (endpoint) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { ...headersOf(server.admin), 'content-type': type }
      const request = { method: endpoint.method, url: endpoint.path, headers, payload: '{"id":1}' }
      const { code } = (await server.app.inject(request)).json<Envelope<unknown>>()
      expect(code).not.toBe(Code.Ok)
    }
  })

  it.each(writing)('finds no credentials in an address of $path', async (endpoint) => {
    const apiKey = await server.admin.call(UserGenerateApiKey)
    const token = server.admin.headers['cookie']?.split('=')[1] ?? ''
    for (const query of [{ [API_KEY_HEADER]: apiKey }, { [server.env.COOKIE_NAME]: token }]) {
      expect(await send(endpoint, { query: query as Record<string, string> })).toMatchObject({
        code: Code.IllegalRequest,
      })
    }
  })
})

describe('bad input', () => {
  const asAdmin = headersOf(server.admin)

  it.each(endpoints.filter((endpoint) => fieldsOf(endpoint).required.length > 0))(
    'that lacks what $path needs is refused in words',
    async (endpoint) => {
      const answer = await send(endpoint, { headers: asAdmin })
      expect(answer).toMatchObject({ code: endpoint.invalidCode ?? Code.Failed, data: null })
      expect(answer.message).toContain('required')
    },
  )
})
