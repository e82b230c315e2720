import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type Generated, Kysely, sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { createCheckpoints } from './checkpoints.ts'
import { openSqlite } from './openSqlite.ts'
import { sqliteDialect } from './sqliteDialect.ts'

interface Tables {
  note: { id: Generated<number>; text: string }
}

const folders: string[] = []
const ends: (() => Promise<void>)[] = []

const newFile = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'windlass-sqlite-'))
  folders.push(folder)
  return path.join(folder, 'notes.sqlite')
}

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A database whose writers wait for as long as the test wants. */
async function withSlowDisk() {
  const sqlite = new SqliteDatabase(newFile())
  sqlite.exec('create table note(id integer primary key, text text not null)')
  const waiting: (() => void)[] = []
  const settle = () => new Promise<void>((resolve) => waiting.push(resolve))
  const prepare = (text: string) => sqlite.prepare<unknown[]>(text)
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ prepare, settle, close: async () => void sqlite.close() }) })
  ends.push(() => db.destroy())
  return { db, waiting }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const texts = async (db: Kysely<Tables>) =>
  (await db.selectFrom('note').select('text').execute()).map((row) => row.text)

describe('writing', () => {
  test('goes on when the disk has it, and keeps nobody else waiting until then', async () => {
    const { db, waiting } = await withSlowDisk()
    let isStored = false
    const write = db
      .insertInto('note')
      .values({ text: 'one' })
      .execute()
      .then(() => {
        isStored = true
      })
    expect(await texts(db)).toEqual(['one'])
    await settled()
    expect([waiting.length, isStored]).toEqual([1, false])
    waiting[0]?.()
    await write
  })

  test('waits once for a whole transaction, at its end', async () => {
    const { db, waiting } = await withSlowDisk()
    const steps: string[] = []
    const work = db.transaction().execute(async (trx) => {
      await trx.insertInto('note').values({ text: 'one' }).execute()
      await trx.insertInto('note').values({ text: 'two' }).returning('id').execute()
      steps.push('written')
    })
    await settled()
    expect([steps, waiting.length]).toEqual([['written'], 1])
    waiting[0]?.()
    await work
  })

  test('does not wait where nothing was changed', async () => {
    const { db, waiting } = await withSlowDisk()
    await db.deleteFrom('note').where('id', '=', 1).execute()
    await db.updateTable('note').set({ text: 'x' }).returning('id').execute()
    expect(waiting).toEqual([])
    void sql`create index note_text on note(text)`.execute(db)
    await settled()
    expect(waiting.length).toBe(1)
    waiting[0]?.()
  })

  test('takes turns in the order of asking, and no statement of others comes into a transaction', async () => {
    const { db, waiting } = await withSlowDisk()
    const order: string[] = []
    const note = async (name: string, work: Promise<unknown>) => {
      await work
      order.push(name)
    }
    const all = [
      note(
        'transaction',
        db.transaction().execute(async (trx) => {
          await settled()
          expect(await texts(trx)).toEqual([])
          await settled()
        }),
      ),
      note('first', texts(db)),
      note('second', texts(db)),
    ]
    await Promise.all(all)
    expect(order).toEqual(['transaction', 'first', 'second'])
    expect(waiting).toEqual([])
  })

  test('a statement that fails gives the connection on', async () => {
    const { db } = await withSlowDisk()
    await expect(sql`select * from missing`.execute(db)).rejects.toThrow('no such table')
    expect(await texts(db)).toEqual([])
  })
})

describe('an open file', () => {
  test('is checkpointed beside who works with it, and leaves no log behind', async () => {
    const file = newFile()
    const db = new Kysely<Tables>({ dialect: openSqlite(file) })
    await sql`create table note(id integer primary key, text text not null)`.execute(db)
    await db
      .insertInto('note')
      .values({ text: 'x'.repeat(100_000) })
      .execute()
    const before = statSync(file).size
    const checkpoints = createCheckpoints(file, 1)
    checkpoints.wrote()
    await expect.poll(() => statSync(file).size, { timeout: 20_000 }).toBeGreaterThan(before + 100_000)
    expect(await texts(db)).toHaveLength(1)
    await checkpoints.stop()
    await db.destroy()
    expect(existsSync(`${file}-wal`)).toBe(false)
  })
})
