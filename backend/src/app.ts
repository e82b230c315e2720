import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import { Code } from '@windlass/shared-kit/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { ConfigError, type Env } from './env.ts'
import { mountModules } from './modules/modules.ts'
import { createAccess } from './platform/access.ts'
import { createBus } from './platform/bus.ts'
import { consoleRoutes } from './platform/console.ts'
import { type Database, openDatabase } from './platform/db.ts'
import { errorEnvelope } from './platform/errorEnvelope.ts'
import { AppError, failed } from './platform/errors.ts'
import { createHub } from './platform/hub.ts'
import { createJobs } from './platform/jobs/createJobs.ts'
import { migrate } from './platform/migrate.ts'
import { createMount } from './platform/mount.ts'
import { operationRoutes } from './platform/operation.ts'
import { guardOutbound } from './platform/outbound.ts'
import type { Platform } from './platform/platform.ts'
import { hardenResponses } from './platform/responseHeaders.ts'
import { openSecrets } from './platform/secrets.ts'
import { seed } from './platform/seed.ts'
import { createSessions } from './platform/sessions.ts'
import { createSockets, MESSAGE_LIMIT } from './platform/sockets.ts'
import { createSsh } from './platform/ssh/ssh.ts'
import { createTrail } from './platform/trail.ts'
import { VERSION } from './platform/version.ts'

const BODY_LIMIT = 1024 * 1024
const UPLOAD_LIMIT = 1024 * 1024
/** Answers and the page; files of the console are compressed by its build, downloads keep their length. */
const COMPRESSED = /^(application\/json|text\/html)\b/
/** A list of a thousand rows becomes a twentieth in a few milliseconds; more effort gains little. */
const BROTLI_QUALITY = 4

/** The running server: listen with `app.listen`, and stop it with `stop`, which lets running work end. */
export interface Server {
  app: FastifyInstance
  platform: Platform
  /** The sign-in that was generated because the database was empty. */
  firstSignIn?: { account: string; password: string }
  /** Creates the demo unless it is there; answers what to tell the person who asked for it. */
  createDemo(): Promise<string>
  stop(): Promise<void>
}

function ensureDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(`DATA_DIR=${dataDir}: cannot be written (${code}); give a folder this user may write to`)
  }
}

/** @throws ConfigError when the database of DATABASE_URL does not answer */
async function requireDatabase({ db }: Database): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    const reason =
      error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error)
    throw new ConfigError(`DATABASE_URL: the database does not answer (${reason}); check address, user and password`)
  }
}

async function createHttp(env: Env, log: Logger): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log as never,
    trustProxy: env.TRUST_PROXY,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestIdHeader: 'x-request-id',
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance
  await app.register(cookie)
  await app.register(compress, {
    customTypes: COMPRESSED,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
  await app.register(multipart, { limits: { fileSize: UPLOAD_LIMIT, files: 1 } })
  await app.register(websocket, { options: { maxPayload: MESSAGE_LIMIT } })
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { after }) => failed(`too many attempts; try again in ${after}`),
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  hardenResponses(app, env)
  // The envelope carries the outcome: clients of this wire expect HTTP 200 with it, whatever happened.
  app.setErrorHandler((error, request, reply) => reply.code(200).send(errorEnvelope(error, request)))
  return app
}

function answerUnknown(app: FastifyInstance, platform: Platform): void {
  app.setNotFoundHandler(async (request) => {
    const path = request.url.split('?')[0] ?? ''
    const endpoints = [...platform.mount.endpoints, ...platform.sockets.endpoints]
    const isKnown = endpoints.some((endpoint) => endpoint.path === path)
    const error = isKnown
      ? new AppError(Code.IllegalRequest, `${path} does not take ${request.method}`)
      : new AppError(Code.Denied, `there is no ${path}`)
    return errorEnvelope(error, request)
  })
}

const runAll = async (steps: readonly (() => Promise<void>)[]) => {
  for (const step of steps) await step()
}

/** Opens the database and brings it up to date; an empty one gets its first account. */
async function openUpToDate(env: Env) {
  ensureDataDir(env.DATA_DIR)
  const database = openDatabase(env)
  await requireDatabase(database)
  await migrate(database)
  return { database, firstSignIn: await seed(database, env.ADMIN_PASSWORD) }
}

/** Puts every module behind its door, on a database that is up to date. Does not listen yet. */
export async function createServer(env: Env, log: Logger = pino({ level: env.LOG_LEVEL })): Promise<Server> {
  const { database, firstSignIn } = await openUpToDate(env)
  const { db } = database
  const secrets = openSecrets(env)
  const trail = createTrail(db, secrets, env)
  const bus = await createBus(database, log)
  const jobs = await createJobs(database, log)
  const app = await createHttp(env, log)
  let isDraining = false

  const onEnd = (userId: number, keep: string) => {
    sockets
      .recheck({ userId, keepSession: keep })
      .catch((error: unknown) => log.error({ err: error, userId }, 'cannot close the sockets of an ended session'))
  }
  const sessions = createSessions(db, secrets, env, onEnd)
  const access = createAccess(db, sessions, env)
  const sockets = createSockets({ app, access, env, trail, bus })
  const hub = createHub(sockets, bus)
  const mount = createMount(app, access, trail, env)
  const starts: (() => Promise<void>)[] = []
  const stops: (() => Promise<void>)[] = []
  const onStop = (run: () => Promise<void>) => stops.push(run)
  const liftGuard = guardOutbound(env)
  onStop(async () => liftGuard())
  const ssh = createSsh({ env, db, onStop })
  const platform: Platform = {
    ...{ env, log, database, db, secrets, trail, sessions, access, bus, jobs, sockets, hub, ssh, mount, app },
    node: `${hostname()}-${randomUUID().slice(0, 8)}`,
    onStart: (run) => starts.push(run),
    onStop,
  }
  const { demo, releases } = mountModules(platform)
  operationRoutes(app, {
    db,
    env,
    mount,
    version: VERSION,
    isDraining: () => isDraining,
    registryProblems: releases.problems,
  })
  await consoleRoutes(app, env.CONSOLE_DIR, releases.registryFor)
  answerUnknown(app, platform)
  await app.ready()
  await runAll(starts)
  await jobs.start()

  const stop = async () => {
    isDraining = true
    await jobs.drain(env.SHUTDOWN_SECONDS * 1000)
    // What was opened last may lean on what was opened before it, so it is closed first.
    await runAll(stops.toReversed())
    sockets.close()
    await app.close()
    await jobs.stop()
    await bus.close()
    await database.close()
  }
  return { app, platform, ...(firstSignIn && { firstSignIn }), createDemo: () => demo.createAtStart(), stop }
}
