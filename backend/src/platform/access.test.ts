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
import { foreignRows, seedForeignNamespace } from '../testing/foreignNamespace.ts'
import { type Filler, fieldsOf, sampleInput } from '../testing/sampleInput.ts'
import { closeTestServer, makeTestServer, type TestCaller } from '../testing/testServer.ts'

/** Whatever else is open to everybody has to be added here by somebody who means it. */
const PUBLIC_BY_DESIGN: ReadonlySet<string> = new Set([
  '/user/login',
  '/user/extLogin',
  '/user/getConfig',
  '/user/getCaptcha',
  '/user/checkCaptcha',
  '/deploy/webhook',
  '/deploy/callback',
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
  '/ws/connect',
]
const CRASHED = /the log has the reason/
const BEYOND_32_BITS = 2 ** 31

// Started while the tests are collected, because the tests are made from what it has mounted.
const server = await makeTestServer()
const { endpoints } = server.platform.mount
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
    headers,
    query: { ...query, ...(isInQuery && Object.fromEntries(texts)) },
    ...(!isInQuery && { payload: input }),
  })
  expect(response.statusCode).toBe(200)
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

  it.each(permitted)('is refused at $path without its permission', async (endpoint) => {
    expect(await send(endpoint, { headers: headersOf(newcomer) })).toMatchObject({ code: Code.Denied, data: null })
  })

  it.each(permitted)('is refused at $path with every permission but its own', async (endpoint) => {
    const own: readonly number[] = typeof endpoint.access === 'string' ? [] : endpoint.access
    const others = Object.values(Permission).filter((id) => !own.includes(id))
    const caller = await server.makeUser(others)
    expect(await send(endpoint, { headers: headersOf(caller) })).toMatchObject({ code: Code.Denied, data: null })
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
  const texts = (text: string): Filler => ({ text: () => text, integer: () => 1 })

  it.each(endpoints.filter((endpoint) => fieldsOf(endpoint).required.length > 0))(
    'that lacks what $path needs is refused in words',
    async (endpoint) => {
      const answer = await send(endpoint, { headers: asAdmin })
      expect(answer).toMatchObject({ code: endpoint.invalidCode ?? Code.Failed, data: null })
      expect(answer.message).toContain('required')
    },
  )

  it.each(endpoints.filter((endpoint) => endpoint.method !== 'GET' && fieldsOf(endpoint).all.length > 0))(
    'of the wrong types is refused by $path',
    async (endpoint) => {
      for (const wrong of [{ not: 'this' }, [['nor'], ['this']], Number.MAX_VALUE]) {
        const input = Object.fromEntries(fieldsOf(endpoint).all.map((name) => [name, wrong]))
        const answer = await send(endpoint, { headers: asAdmin, input })
        expect(answer).toMatchObject({ code: endpoint.invalidCode ?? Code.Failed, data: null })
        expect(answer.message).not.toMatch(CRASHED)
      }
    },
  )

  it.each(endpoints.filter((endpoint) => fieldsOf(endpoint).texts.length > 0))(
    'with a NUL in it is refused by $path',
    async (endpoint) => {
      const answer = await send(endpoint, { headers: asAdmin, input: sampleInput(endpoint, texts('a\0b')) })
      expect(answer.code).not.toBe(Code.Ok)
      expect(answer.message).not.toMatch(CRASHED)
    },
  )

  it.each(endpoints)('with numbers no column holds does not break $path', async (endpoint) => {
    const input = sampleInput(endpoint, { text: () => 'x', integer: () => BEYOND_32_BITS })
    // As somebody of his own, because what is acceptable may be carried out: signing out, for one.
    const caller = await server.makeUser(Object.values(Permission))
    expect((await send(endpoint, { headers: headersOf(caller), input })).message).not.toMatch(CRASHED)
  })

  it.each([
    ['no JSON', '{"id":'],
    ['nested ten thousand deep', `${'{"id":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a bare list', '[1,2,3]'],
    ['a bare number', '1'],
    ['a prototype', '{"__proto__":{"isSuperManager":true},"id":1}'],
    ['two megabytes', `{"name":"${'x'.repeat(2 * 1024 * 1024)}"}`],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ])('that is %s is refused everywhere', async (_what, payload) => {
    const headers = { ...asAdmin, 'content-type': 'application/json' }
    for (const endpoint of writing.filter((one) => fieldsOf(one).required.length > 0 && !one.multipart)) {
      const response = await server.app.inject({ method: endpoint.method, url: endpoint.path, headers, payload })
      const answer = response.json<Envelope<unknown>>()
      expect(answer.code).not.toBe(Code.Ok)
      expect(answer.message).not.toMatch(CRASHED)
    }
  })
})

describe('the rows of another namespace', async () => {
  const foreign = await seedForeignNamespace(server.platform.db)
  // Texts stay empty where they may, so that no filter hides what a list would show.
  const filler: Filler = {
    text: (name) => (/token/i.test(name) ? foreign.token : ''),
    integer: (name) => (name === 'page' ? 1 : foreign.id),
  }
  const reachable = guarded.filter((endpoint) => fieldsOf(endpoint).all.length > 0)

  it.each(reachable)('cannot be seen or changed by their ids at $path', async (endpoint) => {
    const caller = await server.makeUser(Object.values(Permission))
    const before = await foreignRows(server.platform.db, foreign)
    const answer = await send(endpoint, { headers: headersOf(caller), input: sampleInput(endpoint, filler) })
    expect(JSON.stringify(answer.data)).not.toContain(foreign.mark)
    expect(await foreignRows(server.platform.db, foreign)).toEqual(before)
  })
})
