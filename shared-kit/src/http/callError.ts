/** The server answered, and the answer's code is not 0. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  /** For the report to whoever operates the server; empty when the server sent none. */
  readonly requestId: string
  /** What some refusals tell besides the message, for example which rows of a file failed; check before use. */
  readonly data: unknown

  constructor(code: number, message: string, requestId: string, data: unknown = null) {
    super(message)
    this.code = code
    this.requestId = requestId
    this.data = data
  }
}

/** No usable answer: the time ran out, the network failed, or something between the page and the server answered. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly kind: 'http' | 'network' | 'timeout'
  readonly requestId: string

  constructor(kind: TransportError['kind'], message: string, requestId = '') {
    super(message)
    this.kind = kind
    this.requestId = requestId
  }
}

type Listener = (error: ApiError | TransportError) => void
const listeners = new Set<Listener>()

/** The host subscribes here and decides on toast, dialog or silence: the transport does not know about logging out. */
export function onCallError(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the subscribers about a failed call. */
export function announceCallError(error: ApiError | TransportError): void {
  for (const listener of listeners) listener(error)
}
