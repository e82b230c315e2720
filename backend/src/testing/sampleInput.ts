import type { Endpoint } from '@windlass/shared-kit/contract'

/** What to put where a schema asks for a text or a number; the name is that of the property. */
export interface Filler {
  text(name: string): string
  integer(name: string): number
}

/** The part of JSON Schema that the contract uses. */
interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  minLength?: number
  maximum?: number
  pattern?: string
  minItems?: number
}

/** Texts of the forms that the contract asks for: an address nobody listens on, a path, a mobile number. */
const FORMED = ['127.0.0.1', '/srv/sample', '13800000000']

function textOf({ pattern, minLength = 0 }: Schema, name: string, filler: Filler): string {
  const text = filler.text(name).padEnd(minLength, 'x')
  // A text that no field may hold has to reach the one that is to refuse it.
  if (pattern === undefined || text.includes('\0')) return text
  const form = new RegExp(pattern, 'u')
  return [text, ...FORMED].find((candidate) => form.test(candidate)) ?? text
}

function sampleOf(schema: Schema, name: string, filler: Filler): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.at(-1)
  if (schema.anyOf) return sampleOf(schema.anyOf.findLast(({ type }) => type !== 'null') ?? {}, name, filler)
  if (schema.type === 'object') return sampleFields(schema, filler)
  if (schema.type === 'array') {
    const items = schema.items ?? {}
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => sampleOf(items, name, filler))
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    return Math.min(filler.integer(name), schema.maximum ?? Number.POSITIVE_INFINITY)
  }
  if (schema.type === 'boolean') return true
  return textOf(schema, name, filler)
}

const sampleFields = (schema: Schema, filler: Filler): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sampleOf(property, name, filler)]),
  )

/** An input with every field of an endpoint, optional ones included, for tests that walk the whole contract. */
export const sampleInput = (endpoint: Endpoint, filler: Filler): Record<string, unknown> =>
  // A schema value is plain JSON Schema; its TypeBox type says nothing about these keys.
  sampleFields(endpoint.input as unknown as Schema, filler)

/** The names of the fields of an endpoint, and those that a request has to have. */
export const fieldsOf = (endpoint: Endpoint): { all: string[]; required: string[]; texts: string[] } => {
  const { properties = {}, required = [] } = endpoint.input as unknown as Schema & { required?: string[] }
  const texts = Object.entries(properties).filter(([, { type }]) => type === 'string')
  return { all: Object.keys(properties), required, texts: texts.map(([name]) => name) }
}
