import { Convert } from 'typebox/value'
import { Code, type CodeNumber } from '../contract/codes.ts'
import type { Endpoint, InputOf, OutputOf } from '../contract/endpoint.ts'

type Reply = { code: number; message: string; data: unknown }

/** What the pretended server says to one endpoint. */
export interface Answer {
  endpoint: Endpoint
  reply: (input: unknown) => Promise<Reply> | Reply
}

/** A call the page made, in order. */
export interface RecordedCall {
  endpoint: Endpoint
  input: unknown
  headers: Headers
}

/** Answers an endpoint with data, or with what a function makes of the input; typed by the endpoint. */
export function answer<E extends Endpoint>(
  endpoint: E,
  data: OutputOf<E> | ((input: InputOf<E>) => OutputOf<E> | Promise<OutputOf<E>>),
): Answer {
  return {
    endpoint,
    // The page's own call is typed by the same endpoint, so its input has that shape.
    reply: async (input) => ({
      code: Code.Ok,
      message: '',
      data: typeof data === 'function' ? await (data as (given: InputOf<E>) => unknown)(input as InputOf<E>) : data,
    }),
  }
}

/** Refuses an endpoint with a code and a message, and with data where the endpoint tells more. */
export function refuse(endpoint: Endpoint, code: CodeNumber, message: string, data: unknown = null): Answer {
  return { endpoint, reply: () => ({ code, message, data }) }
}

/** Leaves an endpoint without an answer, for what a page shows meanwhile. */
export function neverAnswer(endpoint: Endpoint): Answer {
  return { endpoint, reply: () => new Promise<Reply>(() => undefined) }
}

const REQUEST_ID = 'test-request'

function inputOf({ input }: Endpoint, url: URL, init: RequestInit): unknown {
  if (typeof init.body === 'string') return JSON.parse(init.body)
  // A query is text only; the schema says what was meant.
  return Convert(input, Object.fromEntries(url.searchParams))
}

/** Stands in for the network: the last answer given for an endpoint counts, and calls without one fail by name. */
export function pretendServer(answers: Answer[]): { calls: RecordedCall[]; restore: () => void } {
  const calls: RecordedCall[] = []
  const original = globalThis.fetch
  const pretend = async (target: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(target instanceof Request ? target.url : target, document.baseURI)
    const found = answers.findLast(({ endpoint }) => endpoint.path === url.pathname && endpoint.method === init.method)
    if (!found) throw new Error(`this test gives no answer to ${init.method} ${url.pathname}`)
    const input = inputOf(found.endpoint, url, init)
    calls.push({ endpoint: found.endpoint, input, headers: new Headers(init.headers) })
    return Response.json(await found.reply(input), { headers: { 'x-request-id': REQUEST_ID } })
  }
  globalThis.fetch = pretend as typeof fetch
  return {
    calls,
    restore: () => {
      globalThis.fetch = original
    },
  }
}
