import type { Endpoint, InputOf } from '@windlass/shared-kit/contract'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'

const strict = new Ajv({ useDefaults: true, removeAdditional: 'all', strict: false })
const coercing = new Ajv({ useDefaults: true, removeAdditional: 'all', strict: false, coerceTypes: 'array' })

/** Reads the input of one endpoint from a request, or says in one sentence what is wrong with it. */
export type InputReader<E extends Endpoint> = (
  query: Record<string, unknown>,
  body: unknown,
) => { input: InputOf<E>; problem?: undefined } | { input?: undefined; problem: string }

const sentence = (error: ErrorObject | undefined): string => {
  const field = error?.instancePath.slice(1).replaceAll('/', '.') ?? ''
  const missing = error?.keyword === 'required' ? String(error.params.missingProperty) : ''
  if (missing !== '') return `${missing} is a required field`
  return `${field === '' ? 'the request' : field} ${error?.message ?? 'is not valid'}`
}

const propertyNames = (schema: TSchema): string[] =>
  'properties' in schema ? Object.keys(schema.properties as Record<string, TSchema>) : []

/** Existing clients write names in any letter case, leave `null` for "absent" and send names we do not know. */
const pickKnown = (names: ReadonlyMap<string, string>, source: Record<string, unknown>, isQuery: boolean) => {
  const picked: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(source)) {
    const name = names.get(key.toLowerCase())
    const isAbsent = value === null || value === undefined || (isQuery && value === '')
    if (name !== undefined && !isAbsent) picked[name] = value
  }
  return picked
}

/** PostgreSQL stores no NUL in a text, and nothing that people type holds one. */
const holdsNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsNul)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Prepares the reader of one endpoint: query first, the JSON body over it. Query texts are converted to the
 * declared type; a JSON value of the wrong type is refused.
 */
export function inputReader<E extends Endpoint>(endpoint: E): InputReader<E> {
  const names = new Map(propertyNames(endpoint.input).map((name) => [name.toLowerCase(), name]))
  const checkBody: ValidateFunction<InputOf<E>> = strict.compile<InputOf<E>>(endpoint.input)
  const checkQuery: ValidateFunction<InputOf<E>> = coercing.compile<InputOf<E>>(endpoint.input)
  return (query, body) => {
    if (body !== undefined && body !== null && !isRecord(body)) return { problem: 'the body must be a JSON object' }
    const fromBody = pickKnown(names, isRecord(body) ? body : {}, false)
    const merged = { ...pickKnown(names, query, true), ...fromBody }
    const check = Object.keys(fromBody).length > 0 ? checkBody : checkQuery
    if (!check(merged)) return { problem: sentence(check.errors?.[0]) }
    // Checked last: what the schema let through is known to be shallow.
    return holdsNul(merged) ? { problem: 'the request must not hold a NUL character' } : { input: merged }
  }
}
