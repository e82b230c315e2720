import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ServerAdd } from '@windlass/shared-kit/contract/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { createEmptyDatabase, makeTestServer, type TestServer } from '../../testing/testServer.ts'
import { openAny } from '../openConsole.ts'
import { adminLine } from '../testing/adminLine.ts'
import { readBackup } from './readBackup.ts'
import { keptTables } from './snapshot.ts'

const PASSPHRASE = 'a harbour in the fog'
let folder = ''
let server: TestServer

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'windlass-backup-'))
  server = await makeTestServer()
  await server.admin.call(ServerAdd, {
    name: 'web',
    ip: '10.0.0.1',
    port: 22,
    owner: 'root',
    password: 'geheim',
    os: 'linux',
  })
  const { DATA_DIR } = server.env
  await mkdir(path.join(DATA_DIR, 'terminal-log'), { recursive: true })
  await writeFile(path.join(DATA_DIR, 'terminal-log', '1.cast'), 'recorded 🚢')
  await mkdir(path.join(DATA_DIR, 'keys'), { recursive: true })
  await writeFile(path.join(DATA_DIR, 'keys', 'own'), 'PRIVATE')
})
afterAll(async () => {
  await server.stop()
  await rm(server.env.DATA_DIR, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

interface Place {
  DATA_DIR: string
  DATABASE_URL: string
}

const emptyPlace = async (): Promise<Place> => {
  const DATA_DIR = path.join(folder, randomUUID())
  return { DATA_DIR, DATABASE_URL: await createEmptyDatabase() }
}

/** Every row that a backup keeps, as text, by table. */
async function contents(db: Db, engine: TestServer['platform']['database']): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const table of await keptTables(engine)) {
    // Written by the commands themselves.
    if (table === 'operation_log' || table === 'log_chain') continue
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db)
    found[table] = JSON.stringify(rows.map((row) => JSON.stringify(row)).sort())
  }
  return found
}

async function contentsOf(place: Place): Promise<Record<string, string>> {
  const database = await openAny({ ...server.env, ...place })
  return contents(database.db, database).finally(() => database.close())
}

const backupTo = (name: string, ...more: string[]) =>
  adminLine(['backup', path.join(folder, name), ...more], { env: server.env, input: `${PASSPHRASE}\n` })

describe('a backup', () => {
  it('comes back as it was, with its keys and files', async () => {
    expect(await backupTo('whole.tar', '--with-keys')).toMatchObject({ exitCode: 0 })
    const place = await emptyPlace()
    const outcome = await adminLine(['restore', path.join(folder, 'whole.tar')], {
      env: place,
      input: `${PASSPHRASE}\n`,
    })
    expect(outcome.stderr).not.toContain('admin:')
    expect(outcome.exitCode).toBe(0)
    expect(await contentsOf(place)).toEqual(await contents(server.platform.db, server.platform.database))
    expect(await readFile(path.join(place.DATA_DIR, 'terminal-log', '1.cast'), 'utf8')).toBe('recorded 🚢')
    expect(await readFile(path.join(place.DATA_DIR, 'keys', 'own'), 'utf8')).toBe('PRIVATE')
    const database = await openAny({ ...server.env, ...place })
    const row = await database.db.selectFrom('server').selectAll().executeTakeFirstOrThrow()
    const secrets = openSecrets({ ...server.env, ...place })
    expect(secrets.decrypt(row.password, 'server.password')).toBe('geheim')
    // A new row gets an id that no row ever had.
    const values = { name: 'new', insertTime: 1, updateTime: 1 }
    const { id } = await database.db.insertInto('namespace').values(values).returning('id').executeTakeFirstOrThrow()
    expect(id).toBe(2)
    await database.close()
    expect((await adminLine(['verify'], { env: place })).stdout.trim()).toBe('Everything is whole.')
  })

  it('made while others write holds one moment', async () => {
    const { db } = server.platform
    const stopped = new AbortController()
    let written = 0
    const writing = (async () => {
      while (!stopped.signal.aborted) {
        // Two rows that belong together: a backup holds both or none.
        await db.transaction().execute(async (trx) => {
          const name = `n${++written}`
          const times = { insertTime: written, updateTime: written }
          await trx
            .insertInto('namespace')
            .values({ name, ...times })
            .execute()
          await trx
            .insertInto('role')
            .values({ name, ...times })
            .execute()
        })
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await expect.poll(() => written, { interval: 5 }).toBeGreaterThan(20)
    const outcome = await backupTo('busy.tar', '--with-keys')
    const during = written
    stopped.abort()
    await writing
    expect(outcome.exitCode).toBe(0)
    expect(during).toBeGreaterThan(20)
    const place = await emptyPlace()
    expect(
      (await adminLine(['restore', path.join(folder, 'busy.tar')], { env: place, input: `${PASSPHRASE}\n` })).exitCode,
    ).toBe(0)
    const database = await openAny({ ...server.env, ...place })
    const names = async (table: 'namespace' | 'role') =>
      (
        await database.db
          .selectFrom(table)
          .select('name')
          .where('name', 'like', 'n%')
          .where('insertTime', '<', 1e6)
          .orderBy('id')
          .execute()
      ).map(({ name }) => name)
    expect((await names('namespace')).length).toBeGreaterThanOrEqual(20)
    expect(await names('role')).toEqual(await names('namespace'))
    await database.close()
  })

  it('holds no key and no secret in clear', async () => {
    expect(await backupTo('plain.tar')).toMatchObject({ exitCode: 0 })
    const bytes = await readFile(path.join(folder, 'plain.tar'))
    for (const secret of [
      'geheim',
      'PRIVATE',
      (await readFile(path.join(server.env.DATA_DIR, 'encryption.key'), 'utf8')).trim(),
    ]) {
      expect(bytes.includes(secret)).toBe(false)
    }
    const place = await emptyPlace()
    const outcome = await adminLine(['restore', path.join(folder, 'plain.tar')], { env: place })
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stderr).toContain('the backup holds no keys')
    await writeFile(
      path.join(place.DATA_DIR, 'encryption.key'),
      await readFile(path.join(server.env.DATA_DIR, 'encryption.key')),
    )
    expect((await adminLine(['restore', path.join(folder, 'plain.tar')], { env: place })).exitCode).toBe(0)
  })

  it('is never written over another file, nor left half written', async () => {
    const outcome = await backupTo('plain.tar')
    expect(outcome).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('never overwritten') })
    expect((await readdir(folder)).filter((name) => name.includes('.partial'))).toEqual([])
  })
})

describe('restoring', () => {
  const restored = (file: string, place: Place, ...more: string[]) =>
    adminLine(['restore', path.join(folder, file), ...more], { env: place, input: `${PASSPHRASE}\n` })

  it('is refused where a console is, and while it runs', async () => {
    const here = { DATA_DIR: server.env.DATA_DIR, DATABASE_URL: server.env.DATABASE_URL }
    expect((await restored('whole.tar', here)).stderr).toContain('or --replace')
    const before = await contents(server.platform.db, server.platform.database)
    const outcome = await restored('whole.tar', here, '--replace', '--yes')
    expect(outcome.exitCode).toBe(1)
    expect(outcome.stderr).toContain('a console is running')
    expect(await contents(server.platform.db, server.platform.database)).toEqual(before)
  })

  it('replaces a console that is stopped when somebody says so, and keeps its files aside', async () => {
    const place = await emptyPlace()
    await restored('whole.tar', place)
    await writeFile(path.join(place.DATA_DIR, 'terminal-log', '2.cast'), 'later')
    expect((await restored('whole.tar', place, '--replace')).stderr).toContain('Nobody is there to ask')
    const outcome = await restored('whole.tar', place, '--replace', '--yes', '--json')
    expect(outcome.exitCode).toBe(0)
    expect(await readdir(path.join(place.DATA_DIR, 'terminal-log'))).toEqual(['1.cast'])
    const { before } = outcome.json() as { before: string }
    expect(await readFile(path.join(before, 'terminal-log', '2.cast'), 'utf8')).toBe('later')
  })

  it('changes nothing when the backup is damaged, cut off, of another version, or locked with another passphrase', async () => {
    const whole = await readFile(path.join(folder, 'whole.tar'))
    const place = await emptyPlace()
    const tampered = Buffer.from(whole)
    const at = tampered.indexOf('tables/user.ndjson.gz') + 512
    tampered[at + 20] = (tampered[at + 20] ?? 0) ^ 1
    await writeFile(path.join(folder, 'tampered.tar'), tampered)
    expect((await restored('tampered.tar', place)).stderr).toContain('is not what was written')
    await writeFile(path.join(folder, 'cut.tar'), whole.subarray(0, whole.length / 2))
    expect((await restored('cut.tar', place)).stderr).toContain('the backup is damaged')
    await writeFile(path.join(folder, 'no.tar'), 'hello')
    expect((await restored('no.tar', place)).exitCode).toBe(1)
    const wrong = await adminLine(['restore', path.join(folder, 'whole.tar')], {
      env: place,
      input: 'another passphrase\n',
    })
    expect(wrong.stderr).toContain('not the passphrase')
    expect(await readdir(place.DATA_DIR)).toEqual([])
  })
})

describe('a backup that was cut off', () => {
  it('is called so, wherever that happened', async () => {
    const whole = await readFile(path.join(folder, 'whole.tar'))
    const step = Math.floor(whole.length / 100)
    const ends = Array.from({ length: 99 }, (_, index) => (index + 1) * step)
    // A tar consists of blocks: on the edge of one, and a little beside it.
    const blocks = ends.filter((_, index) => index % 10 === 0).map((end) => end - (end % 512))
    const problems = new Map<string, number[]>()
    for (const end of [...ends, ...blocks, ...blocks.map((block) => block + 1)]) {
      const [file, into] = [path.join(folder, `cut-${end}.tar`), path.join(folder, `cut-${end}`)]
      await writeFile(file, whole.subarray(0, end))
      const problem = await readBackup(file, into).then(
        () => 'none',
        ({ message }: Error) => message.replaceAll(file, 'it'),
      )
      problems.set(problem, [...(problems.get(problem) ?? []), end])
      await rm(into, { recursive: true, force: true })
    }
    const said =
      /^the backup is damaged: (it was cut off|it cannot be read to its end)\.|^it is no backup of a console$/
    expect([...problems].filter(([problem]) => !said.test(problem))).toEqual([])
    expect(problems.size).toBeGreaterThan(1)
  })
})

describe('verify', () => {
  it('names secrets that do not open, files that are missing and rows that name nothing', async () => {
    const place = await emptyPlace()
    await adminLine(['restore', path.join(folder, 'whole.tar')], { env: place, input: `${PASSPHRASE}\n` })
    const { db, ...database } = await openAny({ ...server.env, ...place })
    await db.updateTable('server').set({ password: 'v1.AAAA' }).execute()
    const times = { insertTime: 1, updateTime: 1 }
    await db
      .insertInto('projectFile')
      .values({ projectId: 4, filename: 'a.env', nameKey: 'a.env', size: 3, mode: 420, version: 1, ...times })
      .execute()
    await database.close()
    const outcome = await adminLine(['verify', '--json'], { env: place })
    expect(outcome.exitCode).toBe(1)
    const { faults } = outcome.json() as { faults: { kind: string; message: string }[] }
    expect(faults.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
      expect.stringContaining('loss: 1 rows of project_file name a project that is not there'),
      expect.stringContaining('damage: password of 1 rows of server cannot be decrypted'),
      expect.stringContaining('damage: a.env of project 4 is missing'),
    ])
  })
})
