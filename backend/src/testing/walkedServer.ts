import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { type Endpoint, NAMESPACE_HEADER, Permission } from '@windlass/shared-kit/contract'
import {
  SEEDED_PERMISSION,
  type SeededNamespace,
  seedNamespace,
  type Table,
  tablesOfNamespaces,
} from './seedNamespace.ts'
import { closeTestServer, makeTestServer, type TestCaller, type TestServer } from './testServer.ts'

/** What came back, read whole: headers and body are looked through for what must not be in them. */
export interface WireAnswer {
  code: number
  message: string
  data: unknown
  raw: string
}

/** A server with two namespaces that hold a row of everything, for walks over the whole contract. */
export interface WalkedServer extends TestServer {
  /** The namespace of whoever calls. */
  own: SeededNamespace
  /** The one he has no business in; its servers listen, and count who comes. */
  foreign: SeededNamespace
  /** Ids nobody has. */
  nowhere: Pick<SeededNamespace, 'id' | 'token'>
  /** How often somebody connected to a server of the foreign namespace. */
  knocks(): number
  /** Puts the rows of his namespace back and signs him in anew, with all permissions. */
  renewOwn(): Promise<TestCaller>
  /** Every row that belongs to a namespace or points into it, whichever table it is in. */
  rowsOf(namespace: SeededNamespace): Promise<readonly string[]>
  close(): Promise<void>
}

const ALL_PERMISSIONS = Object.values(Permission)
const tokenOf = (id: number) => `00000000-0000-4000-8000-000000${id}`
/** Thousands of calls would wait for the disk thousands of times, and none of them is about the disk. */
const MEMORY = '/dev/shm'
const IN_MEMORY = existsSync(MEMORY)
/** Nobody listens there. */
const CLOSED_PORT = 1

/** Sends an input where the endpoint reads it from, and reads the answer whatever it is. */
export async function sendTo(
  { app }: Pick<TestServer, 'app'>,
  endpoint: Endpoint,
  { headers, namespaceId }: Pick<TestCaller, 'headers' | 'namespaceId'>,
  input: Record<string, unknown>,
): Promise<WireAnswer> {
  const isInQuery = endpoint.method === 'GET' || endpoint.multipart
  const texts = Object.entries(input).map(([name, value]) => [name, String(value)])
  const response = await app.inject({
    method: endpoint.method,
    url: endpoint.path,
    headers: { ...headers, [NAMESPACE_HEADER]: String(namespaceId) },
    ...(isInQuery ? { query: Object.fromEntries(texts) } : { payload: input }),
  })
  const raw = JSON.stringify(response.headers) + response.body
  // A file is what was asked for, and has no envelope.
  if (!String(response.headers['content-type']).startsWith('application/json')) {
    return { code: 0, message: '', data: response.body, raw }
  }
  const { code, message, data } = response.json()
  return { code, message, data, raw }
}

const touches = (row: object, { id, token, mark }: SeededNamespace): boolean =>
  Object.values(row).some((value) => value === id || value === token || String(value).includes(mark))

/** A log tells what was tried, and people and roles belong to the console: both leave what they name as it was. */
const isOfAnother = (table: string, row: object, { id }: SeededNamespace): boolean =>
  /^(sftp_log|namespace_user)$/.test(table) && 'namespaceId' in row && row.namespaceId !== id

async function allow({ platform }: TestServer, roleId: number): Promise<void> {
  const times = { insertTime: 1, updateTime: 1 }
  const others = ALL_PERMISSIONS.filter((permissionId) => permissionId !== SEEDED_PERMISSION)
  const rows = others.map((permissionId) => ({ roleId, permissionId, ...times }))
  await platform.db.insertInto('rolePermission').values(rows).execute()
}

const rowsReader =
  ({ platform }: TestServer, tables: readonly Table[]): WalkedServer['rowsOf'] =>
  async (namespace) => {
    const found: string[] = []
    for (const { name } of tables) {
      // The table is known by its name only, as the database has told it.
      const rows = await platform.db
        .selectFrom(name as 'namespace')
        .selectAll()
        .execute()
      for (const row of rows) {
        if (touches(row, namespace) && !isOfAnother(name, row, namespace))
          found.push(JSON.stringify({ table: name, ...row }))
      }
    }
    return found.sort()
  }

/** Starts it; `close` it in the end. */
export async function makeWalkedServer(): Promise<WalkedServer> {
  let knocks = 0
  const trap = createServer((socket) => {
    knocks += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  const address = trap.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const server = await makeTestServer(IN_MEMORY ? { DATA_DIR: await mkdtemp(path.join(MEMORY, 'windlass-walk-')) } : {})
  const tables = await tablesOfNamespaces(server.platform)
  const foreign = { id: 700_001, token: tokenOf(700_001), mark: 'FOREIGN', port }
  const own = { id: 700_002, token: tokenOf(700_002), mark: 'OWNROW', port: CLOSED_PORT }
  await seedNamespace(server.platform, tables, foreign)
  return {
    ...server,
    own,
    foreign,
    nowhere: { id: 600_001, token: tokenOf(600_001) },
    knocks: () => knocks,
    rowsOf: rowsReader(server, tables),
    renewOwn: async () => {
      await server.platform.db.deleteFrom('operationLog').where('userId', '=', own.id).execute()
      await seedNamespace(server.platform, tables, own)
      await allow(server, own.id)
      return server.signIn(own.id, own.id)
    },
    close: async () => {
      await closeTestServer(server)
      trap.close()
    },
  }
}
