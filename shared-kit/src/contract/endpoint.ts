import { type Static, type TSchema, Type } from 'typebox'
import type { CodeNumber } from './codes.ts'
import type { PermissionId } from './permission.ts'

/**
 * Who may call an endpoint: everybody, anybody signed in, or holders of at least one of the listed permissions
 * in the current namespace. Required, so that nothing is reachable by omission.
 */
export type Access = 'public' | 'signed-in' | readonly [PermissionId, ...PermissionId[]]

export interface Endpoint<Input extends TSchema = TSchema, Output extends TSchema = TSchema> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  access: Access
  /** Only a person who signed in may call it, never an API key: a key may not make itself stronger than it is. */
  notByKey?: boolean
  /** One object: the query of a GET, the JSON body of anything else. */
  input: Input
  /** What `data` of the envelope holds on success. */
  output: Output
  /**
   * A row is written to the operation log after the handler ran, also when it answered an error;
   * `without-data` keeps what went in and came out to itself.
   */
  logged: boolean | 'without-data'
  /** Names of fields whose values stay out of the operation log, beside those that are secret everywhere. */
  hidden?: readonly string[]
  /** The code a refused input is answered with; absent means 2. */
  invalidCode?: CodeNumber
  /** How often one address may call it when it is public; absent means 120. */
  callsAMinute?: number
  /** How long a client waits, in milliseconds; absent means the request default, 0 means no limit. */
  timeoutMs?: number
  /** Sent as multipart/form-data with one part named `file`; the input then travels in the query. */
  multipart: boolean
}

export type InputOf<E extends Endpoint> = Static<E['input']>
export type OutputOf<E extends Endpoint> = Static<E['output']>

const Nothing = Type.Object({})
const NoData = Type.Null()

interface Declaration<Input extends TSchema, Output extends TSchema> {
  method: Endpoint['method']
  path: `/${string}`
  access: Access
  notByKey?: boolean
  input?: Input
  output?: Output
  logged?: Endpoint['logged']
  hidden?: readonly string[]
  invalidCode?: CodeNumber
  callsAMinute?: number
  timeoutMs?: number
  multipart?: boolean
}

/**
 * Describes one operation of the wire. The backend mounts this value, the browser calls it and the tests walk it,
 * so nothing about an operation is written anywhere else.
 */
export function endpoint<Input extends TSchema = typeof Nothing, Output extends TSchema = typeof NoData>(
  declaration: Declaration<Input, Output>,
): Endpoint<Input, Output> {
  return {
    logged: false,
    multipart: false,
    ...declaration,
    // Absent schemas mean "nothing goes in" and "nothing comes out"; the defaults of the type parameters say the same.
    input: declaration.input ?? (Nothing as unknown as Input),
    output: declaration.output ?? (NoData as unknown as Output),
  }
}
