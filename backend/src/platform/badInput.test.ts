import { access } from 'node:fs/promises'
import { Code, type Endpoint, NAMESPACE_HEADER } from '@windlass/shared-kit/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { plausibly, type Schema, sampleInput, schemaOf } from '../testing/sampleInput.ts'
import { makeWalkedServer, sendTo, type WireAnswer } from '../testing/walkedServer.ts'
import { inputReader } from './input.ts'

// Started while the tests are collected, because the tests are made from what it has mounted.
const server = await makeWalkedServer()
const { own, foreign } = server
const { endpoints } = server.platform.mount
const sockets = server.platform.sockets.endpoints

afterAll(() => server.close())

const JUST_BEFORE = 2 ** 31 - 1
const NUL = '\0'
/** Exists once a text was taken for a command. */
const WOULD_BE_WRITTEN = '/tmp/windlass-walk'

/** What no reader may let through, whichever field of the kind it stands in. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  integer: ['x', 'NaN', '1 OR 1=1', 1.5, {}, [], [[]], Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN],
  number: ['x', {}, [], [[]]],
  string: [{}, [], ['x'], { toString: 'x' }, 1, true],
  boolean: ['x', 1, {}, [], 'yes'],
  array: ['x', 1, {}, { length: 1 }],
  object: ['x', 1, [], true],
}

/** What a person, a program or an attacker may put into a text; none of it may be more than a text to the console. */
const HOSTILE = [
  '',
  ' ',
  'NaN',
  '1 OR 1=1',
  "'; drop table user; --",
  '../../etc/passwd',
  '%2e%2e%2f%00',
  `-oProxyCommand=touch ${WOULD_BE_WRITTEN}`,
  `$(touch ${WOULD_BE_WRITTEN})\`touch ${WOULD_BE_WRITTEN}\``,
  'a\r\nSet-Cookie: stolen=1\nb',
  `a${NUL}b`,
  '\u202efdp.exe\u2066 \u{1f9e8}\u{1f468}\u200d\u{1f469}',
  '\ud800 half of a sign',
  '<img src=x onerror=alert(1)><script>alert(1)</script>',
  '=cmd|" /C calc"!A0',
  '__proto__',
  'constructor',
  '{"__proto__":{"isSuperManager":true}}',
  '0000-00-00 00:00:00',
  '99999-12-31 25:61:61',
  '2026-02-30 12:00:00,1969-12-31 00:00:00',
  'x'.repeat(10_240),
]

/** Numbers at the ends of what there is. */
const EXTREME = [-1, 0, 1_000_000_000, JUST_BEFORE, JUST_BEFORE + 1, 2 ** 53, 8_640_000_000_000_001]

type Way = readonly string[]

/** The ways to every field of a kind, those of objects inside objects included. */
function fieldsOfKind(schema: Schema, isOfKind: (schema: Schema) => boolean, way: Way = []): Way[] {
  const own = isOfKind(schema) && way.length > 0 ? [way] : []
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    fieldsOfKind(part, isOfKind, [...way, name]),
  )
  const items = schema.items ? fieldsOfKind(schema.items, isOfKind, [...way, '0']) : []
  const options = (schema.anyOf ?? []).slice(0, 1).flatMap((option) => fieldsOfKind(option, isOfKind, way))
  return [...own, ...inner, ...items, ...options]
}

function put(value: unknown, [key, ...rest]: Way, part: unknown): unknown {
  if (key === undefined) return part
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = put(copy[key], rest, part)
  return copy
}

const schemaAt = (schema: Schema, [key, ...rest]: Way): Schema => {
  const plain = schema.anyOf?.[0] ?? schema
  if (key === undefined) return plain
  return schemaAt(plain.items ?? plain.properties?.[key] ?? {}, rest)
}

/** Every field meets a value, and every value a field; all with all would take minutes and find no more. */
function spread<Value>(ways: readonly Way[], values: readonly Value[]): [Way, Value][] {
  if (ways.length === 0) return []
  return Array.from({ length: Math.max(ways.length, values.length) }, (_, turn) => {
    const round = Math.floor(turn / ways.length)
    return [ways[(turn + round) % ways.length] as Way, values[turn % values.length] as Value]
  })
}

const isNumber = ({ type }: Schema) => type === 'integer' || type === 'number'

const sampleFor = (endpoint: Endpoint) => sampleInput(endpoint, plausibly(own))
/** A sentence for people: no trace of the code, of SQL or of a crash. */
const CRASHED =
  /the log has the reason|\bat [\w.<>]+ \(|node:internal|\.ts:\d+|SQLITE_|syntax error at|invalid input syntax|Cannot read|is not a function|undefined/

describe('what a field is not', () => {
  it.each([...endpoints, ...sockets])('is refused by the reader of $method $path', (endpoint) => {
    const read = inputReader(endpoint)
    const schema = schemaOf(endpoint)
    for (const way of fieldsOfKind(schema, ({ type = '' }) => type in WRONG)) {
      const { type = '' } = schemaAt(schema, way)
      for (const wrong of WRONG[type] ?? []) {
        const input = put(sampleFor(endpoint), way, wrong) as Record<string, unknown>
        const { problem = '' } = read({}, input)
        expect.soft(problem, `${way.join('.')} = ${JSON.stringify(wrong)}`).toMatch(/^[\w.]+ .+/)
        expect.soft(problem).not.toMatch(CRASHED)
      }
    }
  })
})

describe('whatever somebody types', () => {
  const texts = (endpoint: Endpoint) => fieldsOfKind(schemaOf(endpoint), ({ type }) => type === 'string')
  const numbers = (endpoint: Endpoint) => fieldsOfKind(schemaOf(endpoint), isNumber)

  const requireSane = (answer: WireAnswer, what: string) => {
    expect.soft(answer.message, what).not.toMatch(CRASHED)
    expect.soft(answer.message.length, what).toBeLessThan(1500)
    expect.soft(answer.raw, what).not.toContain(foreign.mark)
    expect.soft(answer.raw, what).not.toMatch(/"set-cookie":[^{]*stolen/)
    expect.soft(answer.code === 0 || answer.message !== '', what).toBe(true)
  }

  it.each(endpoints)('is only a text to $method $path', async (endpoint) => {
    let caller = await server.renewOwn()
    const before = await server.rowsOf(foreign)
    for (const [way, value] of [...spread(texts(endpoint), HOSTILE), ...spread(numbers(endpoint), EXTREME)]) {
      const input = put(sampleFor(endpoint), way, value) as Record<string, unknown>
      const answer = await sendTo(server, endpoint, caller, input)
      requireSane(answer, `${way.join('.')} = ${JSON.stringify(value).slice(0, 60)}`)
      const isGone = endpoint.method === 'DELETE' && answer.code === Code.Ok
      if (isGone || answer.code === Code.LoginExpired) caller = await server.renewOwn()
    }
    expect.soft(await server.rowsOf(foreign)).toEqual(before)
  })

  it('has run nothing and left the server as ready as before', async () => {
    await expect(access(WOULD_BE_WRITTEN)).rejects.toThrow('ENOENT')
    expect((await server.app.inject('/readyz')).json()).toMatchObject({ status: 'ready' })
  })
})

describe('a body', () => {
  const taking = endpoints.filter(
    (endpoint) => endpoint.method !== 'GET' && endpoint.access !== 'public' && schemaOf(endpoint).required?.length,
  )
  const refused: readonly [string, string | Buffer, string?][] = [
    ['no JSON', '{"id":'],
    ['ten thousand levels deep', `${'{"id":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a list of ten thousand levels', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['a bare list', '[1,2,3]'],
    ['a bare number', '1e999'],
    ['a prototype', '{"__proto__":{"isSuperManager":true},"id":1}'],
    ['the prototype of a constructor', '{"constructor":{"prototype":{"isSuperManager":true}},"id":1}'],
    ['ten megabytes', `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a plain text', '{"id":1}', 'text/plain'],
    ['a form', 'id=1', 'application/x-www-form-urlencoded'],
    ['of a kind nobody knows', '{"id":1}', 'application/x-sh'],
  ]

  it.each(refused)('that is %s is refused everywhere, and changes nothing', async (_what, payload, kind) => {
    const { headers: own } = await server.renewOwn()
    const headers = { ...own, [NAMESPACE_HEADER]: String(server.own.id), 'content-type': kind ?? 'application/json' }
    const before = await server.rowsOf(server.own)
    for (const { method, path } of taking) {
      const response = await server.app.inject({ method, url: path, headers, payload })
      const { code, message } = response.json<{ code: number; message: string }>()
      expect.soft(code, path).not.toBe(Code.Ok)
      expect.soft(message, path).not.toMatch(CRASHED)
    }
    const isLog = (row: string) => row.startsWith('{"table":"operation_log"')
    expect((await server.rowsOf(server.own)).filter((row) => !isLog(row))).toEqual(before.filter((row) => !isLog(row)))
  })

  it('that says everything twice means what it says last, to the check and to the handler alike', async () => {
    const before = await server.rowsOf(foreign)
    for (const endpoint of taking.filter(({ multipart }) => !multipart)) {
      const { headers: own } = await server.renewOwn()
      const said = [plausibly(server.own), plausibly(foreign)].map((ids) => JSON.stringify(sampleInput(endpoint, ids)))
      const headers = { ...own, [NAMESPACE_HEADER]: String(server.own.id), 'content-type': 'application/json' }
      const payload = said.map((text) => text.slice(1, -1)).join(',')
      const { method, path } = endpoint
      const response = await server.app.inject({ method, url: path, headers, payload: `{${payload}}` })
      expect.soft(response.body, path).not.toContain(foreign.mark)
      expect.soft(response.body, path).not.toMatch(CRASHED)
    }
    expect(await server.rowsOf(foreign)).toEqual(before)
    expect(server.knocks()).toBe(0)
  })
})
