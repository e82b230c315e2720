import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { schemaOf } from '../testing/sampleInput.ts'
import { closeTestServer, makeTestServer } from '../testing/testServer.ts'

/** The descriptions of the wire that clients of it were written by, if they lie beside the checkout. */
const DESCRIPTION = /\.openapi\.yaml$/
const BESIDE = fileURLToPath(new URL('../../../..', import.meta.url))
/** Parts of an upload, a header, a body that is read raw, and what clients send along for nobody. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([
  ...['POST /project/uploadFile file', 'POST /server/import file', 'POST /server/uploadFile file'],
  ...['POST /deploy/webhook ref', 'GET /ws/connect G-N-ID', 'POST /user/checkCaptcha redirectUri'],
])
const REASON = 'no folder beside the checkout has a contract/*.openapi.yaml to compare with'

interface Operation {
  parameters?: { name?: string; in?: string }[]
  requestBody?: { content?: Record<string, { schema?: { properties?: object } }> }
  'x-permissions'?: number[]
  'x-public'?: boolean
}

async function describedOperations(): Promise<[string, Operation][]> {
  const found: [string, Operation][] = []
  for (const sibling of await readdir(BESIDE)) {
    const folder = path.join(BESIDE, sibling, 'contract')
    // Whatever has no such folder is none of these.
    const names = await readdir(folder).catch((): string[] => [])
    for (const name of names.filter((file) => DESCRIPTION.test(file))) {
      const { paths } = parse(await readFile(path.join(folder, name), 'utf8')) as {
        paths: Record<string, Record<string, Operation>>
      }
      for (const [route, methods] of Object.entries(paths)) {
        const calls = Object.entries(methods).filter(([method]) => /^(get|post|put|delete)$/.test(method))
        found.push(...calls.map(([method, call]): [string, Operation] => [`${method.toUpperCase()} ${route}`, call]))
      }
    }
  }
  // The page itself is no operation of ours.
  return found.filter(([operation]) => operation !== 'GET /')
}

const described = await describedOperations()
const server = await makeTestServer()
afterAll(() => closeTestServer(server))

const endpoints = [...server.platform.mount.endpoints, ...server.platform.sockets.endpoints]
const ours = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))

describe('what clients of the wire were promised', () => {
  it('is there with its method and path', ({ skip }) => {
    skip(described.length === 0, REASON)
    expect(described.map(([operation]) => operation).filter((operation) => !ours.has(operation))).toEqual([])
    expect(described.length).toBeGreaterThan(100)
  })

  it('takes every parameter by its name', ({ skip }) => {
    skip(described.length === 0, REASON)
    const missing = described.flatMap(([operation, { parameters = [], requestBody }]) => {
      const endpoint = ours.get(operation)
      const known = new Set(Object.keys(endpoint ? (schemaOf(endpoint).properties ?? {}) : {}))
      const inBody = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(schema?.properties ?? {}),
      )
      const inQuery = parameters.flatMap(({ name = '', in: place }) => (place === 'query' ? [name] : []))
      return [...inQuery, ...inBody].filter((name) => !known.has(name)).map((name) => `${operation} ${name}`)
    })
    expect(missing.filter((name) => !READ_ELSEWHERE.has(name))).toEqual([])
  })

  it('is open to nobody more than it was', ({ skip }) => {
    skip(described.length === 0, REASON)
    const wider = described.flatMap(([operation, call]) => {
      const access = ours.get(operation)?.access
      const isWider = access === 'public' ? call['x-public'] !== true : false
      const isFree = access === 'signed-in' && (call['x-permissions']?.length ?? 0) > 0
      return isWider || isFree ? [operation] : []
    })
    expect(wider).toEqual([])
  })
})
