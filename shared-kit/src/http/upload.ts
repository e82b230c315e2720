import type { Endpoint, InputOf, OutputOf } from '../contract/endpoint.ts'
import { INSTANCE_TIMEOUT_MS } from '../contract/limits.ts'
import { callHeaders, queryAddress } from './address.ts'
import { openEnvelope } from './call.ts'
import { ApiError, announceCallError, TransportError } from './callError.ts'

/** How one upload differs from the usual. */
export interface UploadOptions {
  signal?: AbortSignal
  /** 0 means no limit. */
  timeoutMs?: number
  quiet?: boolean
  /** Called with a share between 0 and 1. */
  onProgress?: (share: number) => void
}

/** Sends a file as multipart/form-data; the input travels in the query. XMLHttpRequest, because fetch tells no progress. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  file: Blob,
  options: UploadOptions = {},
): Promise<OutputOf<E>> {
  try {
    // InputOf is always an object schema and the data is what the endpoint declares; the generics hide both.
    return (await send(endpoint, input as object, file, options)) as OutputOf<E>
  } catch (error) {
    if (!options.quiet && (error instanceof ApiError || error instanceof TransportError)) announceCallError(error)
    throw error
  }
}

function send(endpoint: Endpoint, input: object, file: Blob, options: UploadOptions): Promise<unknown> {
  const form = new FormData()
  form.append('file', file)
  const request = new XMLHttpRequest()
  request.open(endpoint.method, queryAddress(endpoint.path, input))
  request.withCredentials = true
  request.timeout = options.timeoutMs ?? endpoint.timeoutMs ?? INSTANCE_TIMEOUT_MS
  for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value)
  request.upload.addEventListener('progress', (event) => {
    if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
  })
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const requestId = () => request.getResponseHeader('x-request-id') ?? ''
  request.addEventListener('load', () => {
    // Rejects with what the envelope says.
    resolve(Promise.resolve().then(() => openEnvelope(request.status, request.responseText, requestId())))
  })
  request.addEventListener('error', () => reject(new TransportError('network', 'The connection was lost')))
  request.addEventListener('timeout', () =>
    reject(new TransportError('timeout', `No answer within ${request.timeout} ms`)),
  )
  request.addEventListener('abort', () =>
    reject(options.signal?.reason ?? new DOMException('The upload was stopped', 'AbortError')),
  )
  options.signal?.addEventListener('abort', () => request.abort(), { once: true })
  request.send(form)
  return promise
}
