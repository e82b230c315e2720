import type { Endpoint } from '@windlass/shared-kit/contract'

/** What to put where a schema asks for a text or a number; the name is that of the property. */
export interface Filler {
  text(name: string): string
  integer(name: string): number
}

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  minItems?: number
}

/** Texts of the forms that the contract asks for, wherever they stand: an address nobody listens on, a path, … */
const FORMED = [
  ...['127.0.0.1', '/srv/sample', '13800000000', 'SAMPLE', 'remote-logs', '00:00', '0644', '2026-01-02'],
  ...['1.0.0', `SHA256:${'A'.repeat(43)}`, '00000000-0000-4000-8000-000000000000', 'a'.repeat(40), 'a'.repeat(64)],
]

function textOf({ pattern, minLength = 0 }: Schema, name: string, filler: Filler): string {
  const text = filler.text(name).padEnd(minLength, 'x')
  // A text that no field may hold has to reach the one that is to refuse it.
  if (pattern === undefined || text.includes('\0')) return text
  const form = new RegExp(pattern, 'u')
  return [text, ...FORMED].find((candidate) => form.test(candidate)) ?? text
}

function sampleOf(schema: Schema, name: string, filler: Filler): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return name === 'superManager' ? schema.enum[0] : schema.enum.at(-1)
  if (schema.anyOf) {
    const free = schema.anyOf.find((option) => option.type !== 'null' && option.const === undefined)
    return sampleOf(free ?? schema.anyOf.at(-1) ?? {}, name, filler)
  }
  if (schema.type === 'object') return sampleFields(schema, filler)
  if (schema.type === 'array') {
    const items = schema.items ?? {}
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => sampleOf(items, `${name}[]`, filler))
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
    return Math.max(minimum, Math.min(filler.integer(name), maximum))
  }
  if (schema.type === 'boolean') return name !== 'isShared'
  return textOf(schema, name, filler)
}

const sampleFields = (schema: Schema, filler: Filler): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sampleOf(property, name, filler)]),
  )

/** An input with every field of an endpoint, optional ones included, for tests that walk the whole contract. */
export const sampleInput = (endpoint: Endpoint, filler: Filler): Record<string, unknown> =>
  sampleFields(schemaOf(endpoint), filler)

/** What an endpoint takes; a schema value is plain JSON Schema, about which its TypeBox type says nothing. */
export const schemaOf = (endpoint: Endpoint): Schema => endpoint.input as unknown as Schema

/** The names of the fields of an endpoint, and those that a request has to have. */
export const fieldsOf = (endpoint: Endpoint): { all: string[]; required: string[]; texts: string[] } => {
  const { properties = {}, required = [] } = schemaOf(endpoint)
  const texts = Object.entries(properties).filter(([, { type }]) => type === 'string')
  return { all: Object.keys(properties), required, texts: texts.map(([name]) => name) }
}

/** Texts and numbers that mean something, by the names of the fields they stand in; all others take `sample`. */
const MEANT: Readonly<Record<string, string | number>> = {
  ...{ password: 'Windlass@1', newPassword: 'Sample@2026', newPwd: 'Sample@2026', oldPwd: 'Windlass@1' },
  ...{ zone: 'UTC', timeZone: 'UTC', date: '2036-12-24 18:30:00', startTime: '00:00', endTime: '23:59' },
  ...{ datetimeRange: '2026-01-01 00:00:00,2026-01-01 01:00:00', expression: '0 */5 * * * *', cron: '' },
  ...{ commitDate: '', deployDate: '', startClock: '00:00', webPort: '1', tool: '', days: 1, 'days[]': 1 },
  ...{ items: '[{"name":"start","command":"true"}]', 'items[]': '127.0.0.1', 'files[]': '/srv/sample' },
  ...{ serverName: 'nginx', dir: '/srv/nginx', path: '/srv/nginx', installPath: '/opt/sample-agent' },
  ...{ notifyTarget: 'http://127.0.0.1:1', reportURL: 'http://127.0.0.1:1', url: 'http://127.0.0.1:1/a.git' },
  ...{ reviewURL: '', target: '/srv/sample', destDir: '/srv', sourceFile: '/srv/sample', override: '', script: '' },
  ...{ jumpIP: '127.0.0.1', host: '127.0.0.1', ip: '127.0.0.1', symlinkPath: '', type: 1, 'permissionIds[]': 24 },
  ...{ revision: 'a'.repeat(40), commit: 'a'.repeat(40), content: 'steps: [{name: a, image: b, commands: [c]}]' },
  ...{
    expectedStatus: 200,
    timeoutSeconds: 1,
    attempts: 1,
    intervalSeconds: 1,
    rows: 10,
    second: 60,
    minutes: 5,
    environment: 1,
  },
  ...{ before: '', after: '', username: '', search: '', transferOption: '-a', batchSize: '1', failureThreshold: '1' },
  ...{ percent: 1, value: '1', from: 0, to: 0, filter: '', language: 'en', remote: 'logs', command: 'status' },
}

/** Fills an input with what somebody could mean by it, in which every id is the given one. */
export const plausibly = (ids: { id: number; token: string }): Filler => ({
  text: (name) => {
    if (/token$|^session$/i.test(name)) return ids.token
    if (/^(ids?|projectIds)$/.test(name)) return String(ids.id)
    return String(MEANT[name] ?? 'sample')
  },
  integer: (name) => (/ids?(\[\])?$/i.test(name) && !(name in MEANT) ? ids.id : Number(MEANT[name] ?? 1)),
})
