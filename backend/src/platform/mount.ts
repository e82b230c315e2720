import { Code, type Endpoint, type Envelope, type InputOf, type OutputOf } from '@windlass/shared-kit/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Env } from '../env.ts'
import { type Access, PermissionError } from './access.ts'
import type { Caller, Visitor } from './caller.ts'
import type { Db } from './db.ts'
import { AppError, denied } from './errors.ts'
import { inputReader } from './input.ts'
import { logOperation } from './operationLog.ts'
import { isOwnOrigin } from './origin.ts'

/** The raw request and reply, for the few handlers that read a file or set the cookie. */
export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E extends Endpoint, Who> = (
  input: InputOf<E>,
  who: Who,
  exchange: Exchange,
) => OutputOf<E> | Promise<OutputOf<E>>

/** Binds endpoints of the contract to their handlers; access and input are checked before a handler runs. */
export interface Mount {
  /** For an endpoint that needs a sign-in. */
  <E extends Endpoint>(endpoint: E, handler: Handler<E, Caller>): void
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

/** Turns anything thrown into the envelope; what nobody foresaw is logged and named by its request id only. */
export function errorEnvelope(error: unknown, request: FastifyRequest): Envelope<unknown> {
  if (error instanceof AppError) return { code: error.code, message: error.message, data: error.data }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (error instanceof Error && status >= 400 && status < 500) {
    return { code: Code.Failed, message: error.message, data: null }
  }
  request.log.error({ err: error }, 'request failed')
  const message = `the server could not do this; the log has the reason under request ${request.id}`
  return { code: Code.Failed, message, data: null }
}

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
        config: { rateLimit: { max: PUBLIC_CALLS_A_MINUTE, timeWindow: '1 minute' } },
      }),
      handler: async (request, reply) => {
        const read = () => {
          const { input, problem } = reader(request.query as Record<string, unknown>, request.body)
          if (problem !== undefined) throw new AppError(endpoint.invalidCode ?? Code.Failed, problem)
          return input
        }
        refuseForeign(request, env)
        const envelope = await run(read, { request, reply })
        // A handler that streams a file has already taken over the reply, also when the reader went away in between.
        return reply.sent || reply.raw.headersSent ? reply : envelope
      },
    })
  }

/** Registers an endpoint in a corner of its own, where no body is parsed. */
function routeRaw(app: FastifyInstance, endpoint: Endpoint, rate: RateLimit, run: RouteHandlerMethod): void {
  app.register(async (corner) => {
    corner.removeAllContentTypeParsers()
    corner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    corner.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: false,
      config: { rateLimit: { max: rate.max, timeWindow: '1 minute', keyGenerator: rate.keyOf } },
      handler: run,
    })
  })
}

/** Lets a caller in; an attempt at what he may not do leaves a row in the operation log. */
const admission =
  (access: Access, db: Db) =>
  async (endpoint: Endpoint, { request, reply }: Exchange) => {
    const requestTime = Date.now()
    try {
      return { caller: await access.admit(request, reply, endpoint), requestTime }
    } catch (error) {
      if (error instanceof PermissionError) {
        const answer = errorEnvelope(error, request)
        await logOperation(db, { endpoint, caller: error.caller, request, requestTime, answer })
      }
      throw error
    }
  }

/** Creates the one door through which modules reach the wire. */
export function createMount(app: FastifyInstance, access: Access, db: Db, env: Env): Mount {
  const endpoints: Endpoint[] = []
  const route = router(app, env, endpoints)
  const admit = admission(access, db)

  const mount = <E extends Endpoint>(endpoint: E, handler: Handler<E, Caller>) =>
    route(endpoint, async (read, exchange) => {
      const { caller, requestTime } = await admit(endpoint, exchange)
      const answer = await Promise.resolve()
        .then(() => handler(read(), caller, exchange))
        .then(ok, (error: unknown) => errorEnvelope(error, exchange.request))
      if (endpoint.logged !== false) {
        await logOperation(db, { endpoint, caller, request: exchange.request, requestTime, answer })
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
