import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ServerAdd, ServerList } from '@windlass/shared-kit/contract/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  closeTestServer,
  createEmptyDatabase,
  makeTestServer,
  TEST_ENGINE,
  type TestServer,
} from '../../testing/testServer.ts'
import { openAny } from '../openConsole.ts'
import { adminLine } from '../testing/adminLine.ts'
import { keptTables } from './snapshot.ts'

interface Place {
  DATA_DIR: string
  DATABASE_URL: string
}
/** What the commands themselves write. */
const OWN = ['operation_log', 'log_chain']
const SECRETS = ['geheim', `p'w"\\🔑`, 'ÿ'.repeat(200)]

describe.runIf(TEST_ENGINE === 'postgres')('a backup of one engine', () => {
  let folder = ''
  let server: TestServer
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'windlass-across-'))
    server = await makeTestServer()
    for (const [index, password] of SECRETS.entries()) {
      const fields = { name: `🚢 ${index}`, ip: `10.0.0.${index}`, port: 22, owner: 'root', os: 'linux' } as const
      await server.admin.call(ServerAdd, { ...fields, password })
    }
  })
  afterAll(async () => {
    await closeTestServer(server)
    await rm(folder, { recursive: true, force: true })
  })

  async function contentsOf(place: Place): Promise<Record<string, string[]>> {
    const database = await openAny({ ...server.env, ...place })
    const found: Record<string, string[]> = {}
    for (const table of (await keptTables(database)).filter((name) => !OWN.includes(name))) {
      const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(database.db)
      found[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
    }
    await database.close()
    return found
  }
  const key = () => readFile(path.join(server.env.DATA_DIR, 'encryption.key'), 'utf8')
  const placeWith = async (DATABASE_URL: string, ownKey: string): Promise<Place> => {
    const DATA_DIR = await mkdtemp(path.join(folder, 'place-'))
    await writeFile(path.join(DATA_DIR, 'encryption.key'), ownKey, { mode: 0o600 })
    return { DATA_DIR, DATABASE_URL }
  }

  it('comes back in the other, and from there in the first again, with its secrets', async () => {
    const [there, back] = [path.join(folder, 'there.tar'), path.join(folder, 'back.tar')]
    expect(await adminLine(['backup', there], { env: server.env })).toMatchObject({ exitCode: 0 })
    const embedded = await placeWith('', await key())
    expect(await adminLine(['restore', there], { env: embedded })).toMatchObject({ exitCode: 0 })
    expect(await adminLine(['verify'], { env: embedded })).toMatchObject({ stdout: 'Everything is whole.\n' })
    expect(await contentsOf(embedded)).toEqual(await contentsOf(server.env))

    // A console runs on it and writes while the way back is made.
    const other = await makeTestServer({ DATA_DIR: embedded.DATA_DIR, DATABASE_URL: '' })
    const { list } = await other.admin.call(ServerList, {})
    expect(list).toHaveLength(SECRETS.length)
    expect(await adminLine(['backup', back], { env: embedded })).toMatchObject({ exitCode: 0 })
    await other.stop()
    const again = await placeWith(await createEmptyDatabase(), await key())
    expect(await adminLine(['restore', back], { env: again })).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringContaining('admin:'),
    })
    expect(await adminLine(['verify'], { env: again })).toMatchObject({ stdout: 'Everything is whole.\n' })
    const { server: servers } = await contentsOf(again)
    expect(servers).toEqual((await contentsOf(server.env))['server'])
    const database = await openAny({ ...server.env, ...again })
    const rows = await database.db.selectFrom('server').select('password').orderBy('id').execute()
    const opened = rows.map(({ password }) => server.platform.secrets.decrypt(password, 'server.password'))
    expect(opened).toEqual(SECRETS)
    // Ids go on where they were.
    const values = { name: 'new', insertTime: 1, updateTime: 1 }
    const { id } = await database.db.insertInto('namespace').values(values).returning('id').executeTakeFirstOrThrow()
    expect(id).toBe(2)
    await database.close()
  })

  it('is refused where another key is, and changes nothing there', async () => {
    const file = path.join(folder, `${randomUUID()}.tar`)
    await adminLine(['backup', file], { env: server.env })
    const foreign = await placeWith('', `${Buffer.alloc(32, 7).toString('base64')}\n`)
    const outcome = await adminLine(['restore', file], { env: foreign })
    expect(outcome).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('another ENCRYPTION_KEY') })
    const verify = await adminLine(['verify'], { env: foreign })
    expect(verify.stderr).toContain('there is no console')
  })
})
