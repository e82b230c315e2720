import { timingSafeEqual } from 'node:crypto'
import { Code } from '@windlass/shared-kit/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Env } from '../env.ts'
import type { Db } from './db.ts'
import type { Mount } from './mount.ts'
import { openApiDocument } from './openApi.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const mayReadMetrics = (request: FastifyRequest, env: Env): boolean => {
  if (env.METRICS_TOKEN === '') return LOOPBACK.has(request.ip)
  const expected = Buffer.from(`Bearer ${env.METRICS_TOKEN}`)
  const given = Buffer.from(request.headers.authorization ?? '')
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** What the routes of operation show. */
interface Operated {
  db: Db
  env: Env
  mount: Mount
  version: string
  isDraining: () => boolean
  /** What is wrong with the registry of areas: nothing that stops the server, but somebody should look. */
  registryProblems: () => Promise<readonly string[]>
}

function createMetrics(app: FastifyInstance, registryProblems: Operated['registryProblems']): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'code'],
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, code: reply.statusCode }, reply.elapsedTime / 1000)
  })
  registry.registerMetric(
    new Gauge({
      name: 'windlass_registry_problems',
      help: 'What is wrong with the registry of areas; the release screen says it in words',
      registers: [],
      async collect() {
        this.set((await registryProblems()).length)
      },
    }),
  )
  return registry
}

/** What the people who run the server need: health, readiness, metrics, version and the OpenAPI document. */
export function operationRoutes(app: FastifyInstance, operated: Operated): void {
  const { db, env, mount, version, isDraining, registryProblems } = operated
  const metrics = createMetrics(app, registryProblems)

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' })
    try {
      await sql`select 1`.execute(db)
      const problems = (await registryProblems()).length
      return { status: 'ready', ...(problems > 0 && { problems }) }
    } catch (error) {
      app.log.error({ err: error }, 'the database does not answer')
      return reply.code(503).send({ status: 'database unavailable' })
    }
  })
  app.get('/version', async () => ({ name: 'windlass', version, node: process.version }))
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, env)) {
      return reply.code(403).send({ code: Code.Denied, message: 'set METRICS_TOKEN and send it as bearer', data: null })
    }
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
  app.get('/openapi.json', async () => openApiDocument(mount.endpoints, version))
}
