import type { Endpoint, InputOf } from '../contract/endpoint.ts'
import { callHeaders, queryAddress } from './address.ts'
import { openEnvelope, readEnvelope } from './call.ts'
import { ApiError, announceCallError, TransportError } from './callError.ts'

/** How one streamed call is watched and ended. */
export interface StreamOptions<Line> {
  /** Leaving the request is how the work is cancelled. */
  signal?: AbortSignal
  /** The caller shows the error itself, so the host is not told. */
  quiet?: boolean
  /** Called for each line before the last one. */
  onLine: (line: Line) => void
}

/**
 * Calls an endpoint that answers lines of JSON while it works; the last one, of type `end`, is an envelope.
 * Answers its data; throws as `call` does.
 */
export async function callStream<Line extends { type: string }, E extends Endpoint = Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: StreamOptions<Line>,
): Promise<unknown> {
  try {
    return await exchange(endpoint, input, options)
  } catch (error) {
    const told = toCallError(error, options.signal)
    if (!options.quiet && (told instanceof ApiError || told instanceof TransportError)) announceCallError(told)
    throw told
  }
}

const toCallError = (error: unknown, signal: AbortSignal | undefined): unknown => {
  if (error instanceof ApiError || error instanceof TransportError || signal?.aborted) return error
  return new TransportError('network', error instanceof Error ? error.message : String(error))
}

async function exchange<Line extends { type: string }>(
  endpoint: Endpoint,
  input: unknown,
  { signal, onLine }: StreamOptions<Line>,
): Promise<unknown> {
  const response = await fetch(queryAddress(endpoint.path), {
    method: endpoint.method,
    credentials: 'include',
    headers: { ...callHeaders(), 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
    signal: signal ?? null,
  })
  const requestId = response.headers.get('x-request-id') ?? ''
  // Refused before it began: a plain envelope.
  if (!response.body || !response.headers.get('content-type')?.includes('ndjson')) return readEnvelope(response)
  for await (const text of linesOf(response.body)) {
    // Written by our server only; the end is checked as every envelope is.
    const line = JSON.parse(text) as Line
    if (line.type === 'end') return openEnvelope(response.status, text, requestId)
    onLine(line)
  }
  throw new TransportError('network', 'The answer broke off', requestId)
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line.trim() !== '') yield line
      if (done) return
    }
  } finally {
    await reader.cancel()
  }
}
