import { Code, type Endpoint, type Envelope, type InputOf, type OutputOf } from '@windlass/shared-kit/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import type { Access } from './access.ts'
import { admission } from './admission.ts'
import type { Caller, Visitor } from './caller.ts'
import { errorEnvelope, noteRefusal } from './errorEnvelope.ts'
import { AppError, denied } from './errors.ts'
import { inputReader } from './input.ts'
import { isOwnOrigin } from './origin.ts'
import type { Change, Trail } from './trail.ts'

/** The raw request and reply, for the few handlers that read a file or set the cookie. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  /**
   * For what goes on longer than a request usually does.
   * @throws AppError when the caller would not be let in any more
   */
  recheck(): Promise<void>
}

type Handler<E extends Endpoint, Who> = (
  input: InputOf<E>,
  who: Who,
  exchange: Exchange,
) => OutputOf<E> | Promise<OutputOf<E>>

/** What an input is about, as it is stored at the moment; undefined when there is nothing (any more). */
type Snapshot<E extends Endpoint> = (input: InputOf<E>, caller: Caller) => Promise<object | undefined>

/** Binds endpoints of the contract to their handlers; access and input are checked before a handler runs. */
export interface Mount {
  /**
   * For an endpoint that needs a sign-in.
   * @param snapshot reads what the call is about to change; it is read again afterwards, and both go to the operation log
   */
  <E extends Endpoint>(endpoint: E, handler: Handler<E, Caller>, snapshot?: Snapshot<E>): void
  /**
   * For an endpoint that is declared public.
   * @param onInvalid is told when the input was refused, so that an attempt to sign in leaves a trace even then
   */
  public<E extends Endpoint>(
    endpoint: E,
    handler: Handler<E, Visitor>,
    onInvalid?: (problem: string, visitor: Visitor, exchange: Exchange) => Promise<void>,
  ): void
  /**
   * For a public endpoint whose callers send what they like: the body arrives as the bytes it was, for its signature,
   * and the handler reads it and the query by itself and answers the whole envelope.
   */
  raw(endpoint: Endpoint, rate: RateLimit, handler: (exchange: RawExchange) => Promise<Envelope<unknown>>): void
  /** Everything that was mounted, for the OpenAPI document and the tests that walk it. */
  endpoints: readonly Endpoint[]
}

/** How often a public endpoint may be called in a minute, and by what callers are told apart. */
export interface RateLimit {
  max: number
  keyOf(request: FastifyRequest): string
  /** Longest body that is taken; that of the whole console when absent. */
  bodyBytes?: number
}

/** A request nothing of which was read yet. */
export interface RawExchange {
  query: Record<string, unknown>
  headers: FastifyRequest['headers']
  body: Buffer
  visitor: Visitor
  request: FastifyRequest
}

const ok = (data: unknown): Envelope<unknown> => ({ code: Code.Ok, message: '', data: data ?? null })

const PUBLIC_CALLS_A_MINUTE = 120

/** Writes are taken from our own pages and from programs, never from a form or a script of another site. */
const refuseForeign = (request: FastifyRequest, env: Env): void => {
  if (request.method === 'GET') return
  if (!isOwnOrigin(request, env.PUBLIC_URL)) throw denied('this call came from a foreign page')
  const type = request.headers['content-type'] ?? ''
  if (
    request.body !== undefined &&
    request.body !== null &&
    !/^(application\/json|multipart\/form-data)\b/.test(type)
  ) {
    throw denied('send the body as application/json')
  }
}

/** Registers an endpoint with Fastify; `run` gets a way to read the input, so that it can look at the caller first. */
const router =
  (app: FastifyInstance, env: Env, endpoints: Endpoint[]) =>
  <E extends Endpoint>(
    endpoint: E,
    run: (read: () => InputOf<E>, exchange: Exchange) => Promise<Envelope<unknown>>,
  ) => {
    endpoints.push(endpoint)
    const reader = inputReader(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      ...(endpoint.access === 'public' && {
        config: { rateLimit: { max: endpoint.callsAMinute ?? PUBLIC_CALLS_A_MINUTE, timeWindow: '1 minute' } },
      }),
      handler: async (request, reply) => {
        const read = () => {
          const { input, problem } = reader(request.query as Record<string, unknown>, request.body)
          if (problem !== undefined) throw new AppError(endpoint.invalidCode ?? Code.Failed, problem)
          return input
        }
        refuseForeign(request, env)
        const envelope = await run(read, { request, reply, recheck: () => Promise.resolve() })
        // A handler that streams a file has already taken over the reply, also when the reader went away in between.
        return reply.sent || reply.raw.headersSent ? reply : envelope
      },
    })
  }

/** Registers an endpoint in a corner of its own, where no body is parsed. */
function routeRaw(
  app: FastifyInstance,
  endpoint: Endpoint,
  rate: RateLimit,
  run: (request: FastifyRequest) => Promise<Envelope<unknown>>,
): void {
  app.register(async (corner) => {
    corner.removeAllContentTypeParsers()
    corner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    corner.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      ...(rate.bodyBytes !== undefined && { bodyLimit: rate.bodyBytes }),
      config: { rateLimit: { max: rate.max, timeWindow: '1 minute', keyGenerator: rate.keyOf } },
      handler: async (request) => {
        const answer = await run(request)
        if (answer.code !== Code.Ok) noteRefusal(request, answer)
        return answer
      },
    })
  })
}

/** Creates the one door through which modules reach the wire. */
export function createMount(app: FastifyInstance, access: Access, trail: Trail, env: Env): Mount {
  const endpoints: Endpoint[] = []
  const route = router(app, env, endpoints)
  const admit = admission(access, trail)

  const mount = <E extends Endpoint>(endpoint: E, handler: Handler<E, Caller>, snapshot?: Snapshot<E>) =>
    route(endpoint, async (read, exchange) => {
      const { request } = exchange
      const requestTime = Date.now()
      const caller = await admit(endpoint, request, exchange.reply)
      let change: Change | undefined
      const run = async () => {
        const input = read()
        const before = await snapshot?.(input, caller)
        const recheck = () => access.readmit(caller, request, endpoint).then(() => undefined)
        const output = await handler(input, caller, { ...exchange, recheck })
        if (snapshot) change = { before, after: await snapshot(input, caller) }
        return output
      }
      const answer = await run().then(ok, async (error: unknown) => errorEnvelope(await access.explain(error), request))
      if (endpoint.logged !== false) {
        await trail.operation({ endpoint, caller, request, requestTime, answer }, change)
      }
      return answer
    })

  return Object.assign(mount, {
    endpoints,
    raw: (endpoint: Endpoint, rate: RateLimit, handler: (exchange: RawExchange) => Promise<Envelope<unknown>>) => {
      if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not declared public`)
      endpoints.push(endpoint)
      routeRaw(app, endpoint, rate, async (request) => {
        if (!isOwnOrigin(request, env.PUBLIC_URL)) throw denied('this call came from a foreign page')
        return handler({
          query: request.query as Record<string, unknown>,
          headers: request.headers,
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          visitor: access.visitor(request),
          request,
        })
      })
    },
    public: <E extends Endpoint>(
      endpoint: E,
      handler: Handler<E, Visitor>,
      onInvalid?: (problem: string, visitor: Visitor, exchange: Exchange) => Promise<void>,
    ) => {
      if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not declared public`)
      route(endpoint, async (read, exchange) => {
        const visitor = access.visitor(exchange.request)
        let input: InputOf<E>
        try {
          input = read()
        } catch (error) {
          if (error instanceof AppError) await onInvalid?.(error.message, visitor, exchange)
          throw error
        }
        return ok(await handler(input, visitor, exchange))
      })
    },
  })
}
