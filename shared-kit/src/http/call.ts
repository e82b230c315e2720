import type { Envelope } from '../contract/codes.ts'
import type { Endpoint, InputOf, OutputOf } from '../contract/endpoint.ts'
import { REQUEST_TIMEOUT_MS } from '../contract/limits.ts'
import { callHeaders, queryAddress } from './address.ts'
import { ApiError, announceCallError, TransportError } from './callError.ts'

/** How one call differs from the usual. */
export interface CallOptions {
  signal?: AbortSignal
  /** 0 means no limit. */
  timeoutMs?: number
  /** The caller shows the error itself, so the host is not told. */
  quiet?: boolean
  /** The request goes on when the page is left meanwhile. */
  keepalive?: boolean
}

type Arguments<E extends Endpoint> =
  object extends InputOf<E> ? [input?: InputOf<E>, options?: CallOptions] : [input: InputOf<E>, options?: CallOptions]

/** Calls one endpoint and answers its data; anything but code 0 throws ApiError, no answer throws TransportError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: Arguments<E>
): Promise<OutputOf<E>> {
  try {
    // The envelope's data is what the endpoint declares; the server's tests hold it to that.
    return (await exchange(endpoint, (input ?? {}) as object, options)) as OutputOf<E>
  } catch (error) {
    if (!options.quiet && (error instanceof ApiError || error instanceof TransportError)) announceCallError(error)
    throw error
  }
}

async function exchange(endpoint: Endpoint, input: object, options: CallOptions): Promise<unknown> {
  const timeoutMs = options.timeoutMs ?? endpoint.timeoutMs ?? REQUEST_TIMEOUT_MS
  const timeout = timeoutMs > 0 ? AbortSignal.timeout(timeoutMs) : undefined
  const signals = [options.signal, timeout].filter((signal) => signal !== undefined)
  const isQuery = endpoint.method === 'GET'
  try {
    const response = await fetch(queryAddress(endpoint.path, isQuery ? input : {}), {
      method: endpoint.method,
      keepalive: options.keepalive ?? false,
      credentials: 'include',
      headers: { ...callHeaders(), ...(isQuery ? {} : { 'Content-Type': 'application/json' }) },
      body: isQuery ? undefined : JSON.stringify(input),
      signal: signals.length > 0 ? AbortSignal.any(signals) : undefined,
    })
    return await readEnvelope(response)
  } catch (error) {
    if (error instanceof ApiError || error instanceof TransportError || options.signal?.aborted) throw error
    if (timeout?.aborted) throw new TransportError('timeout', `No answer within ${timeoutMs} ms`)
    throw new TransportError('network', error instanceof Error ? error.message : String(error))
  }
}

/** Takes the data out of a response or throws what it says instead. */
export async function readEnvelope(response: Response): Promise<unknown> {
  return openEnvelope(response.status, await response.text(), response.headers.get('x-request-id') ?? '')
}

/** Takes the data out of an answer or throws what it says instead. */
export function openEnvelope(status: number, text: string, requestId: string): unknown {
  const envelope = parseEnvelope(text)
  if (!envelope) throw new TransportError('http', `HTTP ${status}`, requestId)
  if (envelope.code !== 0) throw new ApiError(envelope.code, envelope.message, requestId, envelope.data)
  return envelope.data
}

function parseEnvelope(text: string): Envelope<unknown> | undefined {
  try {
    // Outside data: a proxy may answer in the server's place, so the one field that decides is checked.
    const value = JSON.parse(text) as Envelope<unknown> | null
    return typeof value?.code === 'number' ? value : undefined
  } catch {
    // Not JSON, so not our server; the HTTP status says what is known.
    return undefined
  }
}
