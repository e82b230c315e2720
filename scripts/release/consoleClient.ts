import { CommandError, EXIT, type Reason } from '@windlass/backend/commandLine/commandError'
import {
  API_KEY_HEADER,
  Code,
  type Endpoint,
  type Envelope,
  type InputOf,
  NAMESPACE_HEADER,
  type OutputOf,
  Permission,
  SIGN_IN_AGAIN,
} from '@windlass/shared-kit/contract'
import { connectionProblem, foreignAnswer, isPassing } from './connectionProblem.ts'
import { notPermitted } from './releaseError.ts'

const CALL_LIMIT_MS = 20_000
/** 16 MB over a poor line. */
const UPLOAD_LIMIT_MS = 600_000
/** Waits before a read is tried again: long enough for a console that is being restarted behind its proxy. */
const RETRY_AFTER_MS = [300, 1_500]

type Arguments<E extends Endpoint> = object extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

/** Talks to a running console as the owner of an API key. */
export interface ConsoleClient {
  /** The console's address, ends with a slash. */
  url: string
  call<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<OutputOf<E>>
  /** Sends a file; `onSent` is told how much of it has left. */
  upload<E extends Endpoint>(endpoint: E, input: InputOf<E>, file: Upload): Promise<OutputOf<E>>
}

/** A file on its way. */
export interface Upload {
  name: string
  content: Buffer
  onSent: (sent: number, total: number) => void
}

interface Options {
  url: string
  apiKey: string
  /** 0 names none, which is enough for what everybody signed in may ask. */
  namespaceId?: number
}

/** Opens no connection yet. */
export function consoleClient({ url, apiKey, namespaceId = 0 }: Options): ConsoleClient {
  const base = url.endsWith('/') ? url : `${url}/`
  const headers = { [API_KEY_HEADER]: apiKey, ...(namespaceId > 0 && { [NAMESPACE_HEADER]: String(namespaceId) }) }
  // `data` is what the endpoint declares; the server's own tests hold it to that.
  const dataOf = <E extends Endpoint>(endpoint: E, envelope: Envelope<unknown>) =>
    openEnvelope(endpoint, envelope) as OutputOf<E>
  return {
    url: base,
    call: async (endpoint, ...[input]) => {
      const isQuery = endpoint.method === 'GET'
      const address = addressOf(base, endpoint, isQuery ? (input ?? {}) : {})
      const send = () =>
        exchange(address, endpoint.timeoutMs ?? CALL_LIMIT_MS, {
          method: endpoint.method,
          headers: isQuery ? headers : { ...headers, 'content-type': 'application/json' },
          ...(!isQuery && { body: JSON.stringify(input ?? {}) }),
        })
      return dataOf(endpoint, isQuery ? await retried(send) : await send())
    },
    upload: async (endpoint, input, { name, content, onSent }) => {
      const form = new FormData()
      form.append('file', new File([new Uint8Array(content)], name, { type: 'application/gzip' }))
      const { headers: types, body } = new Response(form)
      const envelope = await exchange(addressOf(base, endpoint, input as object), UPLOAD_LIMIT_MS, {
        method: endpoint.method,
        headers: { ...headers, 'content-type': types.get('content-type') ?? '' },
        body: body?.pipeThrough(counted(content.length, onSent)),
        duplex: 'half',
      })
      return dataOf(endpoint, envelope)
    },
  }
}

function addressOf(base: string, endpoint: Endpoint, input: object): URL {
  const address = new URL(endpoint.path.slice(1), base)
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) address.searchParams.append(name, String(value))
  }
  return address
}

/** The types of the browser do not know yet that a body may be a stream. */
interface StreamRequest extends RequestInit {
  duplex?: 'half'
}

/** One request; never follows a redirect, which could carry the API key to somebody else. */
async function exchange(address: URL, limitMs: number, request: StreamRequest): Promise<Envelope<unknown>> {
  const shown = address.origin
  let answer: Response
  let text: string
  try {
    answer = await fetch(address, { ...request, redirect: 'manual', signal: AbortSignal.timeout(limitMs) })
    text = await answer.text()
  } catch (error) {
    throw connectionProblem(shown, error, limitMs)
  }
  const envelope = parseEnvelope(text)
  if (!envelope) throw foreignAnswer(shown, answer)
  return envelope
}

function parseEnvelope(text: string): Envelope<unknown> | undefined {
  try {
    // Outside data: a proxy may answer in the console's place, so what decides is checked.
    const value = JSON.parse(text) as Partial<Envelope<unknown>> | null
    if (typeof value?.code !== 'number' || typeof value.message !== 'string') return undefined
    return { code: value.code, message: value.message, data: value.data ?? null }
  } catch {
    // Not JSON, so not a console; the HTTP status says what is known.
    return undefined
  }
}

async function retried<Result>(send: () => Promise<Result>): Promise<Result> {
  for (const delay of RETRY_AFTER_MS) {
    try {
      return await send()
    } catch (error) {
      if (!isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return send()
}

/** The data of an answer, or what it refuses, as an error that knows its exit code. */
function openEnvelope(endpoint: Endpoint, { code, message, data }: Envelope<unknown>): unknown {
  if (code === Code.Ok) return data
  if (code === Code.Denied && message === 'no permission') throw notPermitted(lacking(endpoint))
  if (code === Code.Denied || code === Code.NamespaceInvalid || SIGN_IN_AGAIN.includes(code))
    throw notPermitted(message)
  throw new CommandError(EXIT.refused, { rule: ruleOf(data), message }, problemsOf(data))
}

function lacking({ access }: Endpoint): string {
  const named = Object.entries(Permission).filter(([, id]) => Array.isArray(access) && access.includes(id))
  const names = named.map(([name]) => name).join(' or ')
  return `Your API key needs the permission ${names} in this namespace: let somebody add it to your role, or choose another namespace with --namespace`
}

const fieldOf = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined

const ruleOf = (data: unknown): string => {
  const rule = fieldOf(data, 'rule')
  return typeof rule === 'string' ? rule : 'console'
}

/** Some refusals list their reasons. */
function problemsOf(data: unknown): Reason[] {
  const problems = fieldOf(data, 'problems')
  if (!Array.isArray(problems)) return []
  return problems.map((problem: unknown) => ({
    rule: String(fieldOf(problem, 'rule') ?? 'console'),
    message: String(fieldOf(problem, 'message') ?? problem),
  }))
}

/** Passes a body on and tells how much has passed; the frame of the form around the file is not worth counting. */
function counted(total: number, onSent: Upload['onSent']): TransformStream<Uint8Array, Uint8Array> {
  let sent = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      sent += chunk.byteLength
      onSent(Math.min(sent, total), total)
      controller.enqueue(chunk)
    },
  })
}
