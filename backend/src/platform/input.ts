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

/** What no column holds: PostgreSQL stores no NUL in a text, and a number beyond 2^53 is not the one that was sent. */
function unstorable(value: unknown): string | undefined {
  if (typeof value === 'string' && value.includes('\0')) return 'the request must not hold a NUL character'
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    return 'the request holds a number that is too large'
  }
  if (typeof value !== 'object' || value === null) return undefined
  return Object.values(value).map(unstorable).find(Boolean)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Prepares the reader of one endpoint: query first, the JSON body over it. Query texts are converted to the
 * declared type; a JSON value of the wrong type is refused.
 */
export function inputReader<E extends Endpoint>(endpoint: E): InputReader<E> {
  const names = new Map(propertyNames(endpoint.input).map((name) => [name.toLowerCase(), name]))
  // Compiled when it is first needed: all of them together are a second of every start and tens of megabytes.
  let checkBody: ValidateFunction<InputOf<E>> | undefined
  let checkQuery: ValidateFunction<InputOf<E>> | undefined
  return (query, body) => {
    if (body !== undefined && body !== null && !isRecord(body)) return { problem: 'the body must be a JSON object' }
    const fromBody = pickKnown(names, isRecord(body) ? body : {}, false)
    const merged = { ...pickKnown(names, query, true), ...fromBody }
    const check =
      Object.keys(fromBody).length > 0
        ? (checkBody ??= strict.compile<InputOf<E>>(endpoint.input))
        : (checkQuery ??= coercing.compile<InputOf<E>>(endpoint.input))
    if (!check(merged)) return { problem: sentence(check.errors?.[0]) }
    // Checked last: what the schema let through is known to be shallow.
    const problem = unstorable(merged)
    return problem === undefined ? { input: merged } : { problem }
  }
}
