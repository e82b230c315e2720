import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type Endpoint,
  type Envelope,
  type InputOf,
  NAMESPACE_HEADER,
  type OutputOf,
} from '@windlass/shared-kit/contract'
import pg from 'pg'
import { pino } from 'pino'
import { Check, Errors } from 'typebox/value'
import { inject } from 'vitest'
import { createServer, type Server } from '../app.ts'
import { type Env, readEnv } from '../env.ts'
import type { Engine } from '../platform/db.ts'
import { hashPassword } from '../platform/passwords.ts'

/** The administrator of every test server. */
export const ADMIN_PASSWORD = 'Windlass@1'

/** Which engine the tests of this run use; the same tests run on both, as two projects. */
export const TEST_ENGINE: Engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/** A person (or nobody) who calls endpoints in one namespace. */
export interface TestCaller {
  userId: number
  namespaceId: number
  /** Calls an endpoint and answers the whole envelope; a success is checked against the contract. */
  ask<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<Envelope<OutputOf<E>>>
  /** Calls an endpoint that must succeed and answers its data. */
  call<E extends Endpoint>(endpoint: E, input?: InputOf<E>): Promise<OutputOf<E>>
  headers: Record<string, string>
}

/** A whole server on an empty database of its own, with ways to make people. */
export interface TestServer extends Server {
  env: Env
  admin: TestCaller
  nobody: TestCaller
  /** Creates a user whose role in the namespace holds exactly these permissions. */
  makeUser(permissionIds: readonly number[], namespaceId?: number): Promise<TestCaller>
  makeNamespace(): Promise<number>
  /** The same user, with another namespace in the header. */
  inNamespace(caller: TestCaller, namespaceId: number): TestCaller
  /** A new session of somebody who is there already. */
  signIn(userId: number, namespaceId: number): Promise<TestCaller>
}

async function createPostgresDatabase(): Promise<string> {
  const address = inject('postgresAddress')
  const name = `t${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

/** The address of an empty database of the engine of this run; "" stands for the embedded one. */
export const createEmptyDatabase = (): Promise<string> =>
  TEST_ENGINE === 'postgres' ? createPostgresDatabase() : Promise.resolve('')

function callerOf(server: Server, who: Pick<TestCaller, 'userId' | 'namespaceId' | 'headers'>): TestCaller {
  const ask = async <E extends Endpoint>(endpoint: E, input?: InputOf<E>) => {
    const isQuery = endpoint.method === 'GET'
    const query = Object.entries(input ?? {}).map(([key, value]) => [key, String(value)])
    const response = await server.app.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: { ...who.headers, [NAMESPACE_HEADER]: String(who.namespaceId) },
      ...(isQuery ? { query: Object.fromEntries(query) } : { payload: (input ?? {}) as object }),
    })
    const envelope = response.json<Envelope<OutputOf<E>>>()
    if (envelope.code === 0 && !Check(endpoint.output, envelope.data)) {
      const [first] = Errors(endpoint.output, envelope.data)
      throw new Error(`${endpoint.path} answers something else than its contract: ${JSON.stringify(first)}`)
    }
    return envelope
  }
  return {
    ...who,
    ask,
    call: async (endpoint, input) => {
      const { code, message, data } = await ask(endpoint, input)
      if (code !== 0) throw new Error(`${endpoint.path} answered ${code}: ${message}`)
      return data as OutputOf<typeof endpoint>
    },
  }
}

/**
 * Starts a server for one test file. Close it with `closeTestServer`.
 * @param overrides settings by their names
 * @param log where its output goes, for tests that read it
 */
export async function makeTestServer(
  overrides: Record<string, string> = {},
  log = pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
): Promise<TestServer> {
  const dataDir = overrides['DATA_DIR'] ?? (await mkdtemp(path.join(tmpdir(), 'windlass-test-')))
  const env = readEnv({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD,
    DATABASE_URL: await createEmptyDatabase(),
    SHUTDOWN_SECONDS: '5',
    ...overrides,
  })
  const server = await createServer(env, log)
  const { db, sessions } = server.platform
  let serial = 0
  // All have the same password, and hashing it is slow on purpose.
  let hashed: Promise<string> | undefined

  const signIn = async (userId: number, namespaceId: number): Promise<TestCaller> => {
    const visitor = { remoteAddress: '127.0.0.1', userAgent: 'test', referer: '', origin: '' }
    const token = await sessions.start({ id: userId, name: 'test' }, visitor)
    return callerOf(server, { userId, namespaceId, headers: { cookie: `${env.COOKIE_NAME}=${token}` } })
  }

  const makeUser = async (permissionIds: readonly number[], namespaceId = 1) => {
    const now = Date.now()
    const times = { insertTime: now, updateTime: now }
    const name = `user${++serial}`
    const { id: roleId } = await db
      .insertInto('role')
      .values({ name: `role of ${name}`, ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = permissionIds.map((permissionId) => ({ roleId, permissionId, ...times }))
    if (rows.length > 0) await db.insertInto('rolePermission').values(rows).execute()
    const { id: userId } = await db
      .insertInto('user')
      .values({
        account: name,
        name,
        password: await (hashed ??= hashPassword(ADMIN_PASSWORD)),
        passwordUpdateTime: now,
        lastLoginTime: null,
        ...times,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('namespaceUser')
      .values({ namespaceId, userId, roleId, ...times })
      .execute()
    return signIn(userId, namespaceId)
  }

  return {
    ...server,
    env,
    admin: await signIn(1, 1),
    nobody: callerOf(server, { userId: 0, namespaceId: 0, headers: {} }),
    makeUser,
    makeNamespace: async () => {
      const now = Date.now()
      const values = { name: `namespace ${++serial}`, insertTime: now, updateTime: now }
      return (await db.insertInto('namespace').values(values).returning('id').executeTakeFirstOrThrow()).id
    },
    signIn,
    inNamespace: (caller, namespaceId) => callerOf(server, { ...caller, namespaceId }),
  }
}

/** Stops the server and removes what it kept. */
export async function closeTestServer(server: TestServer): Promise<void> {
  await server.stop()
  await rm(server.env.DATA_DIR, { recursive: true, force: true })
}
